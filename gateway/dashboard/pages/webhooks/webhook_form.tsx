import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Input, Webhook } from "../../api/types.ts";
import { CheckboxGroup, Switch, TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { toast } from "../../ui/toast.tsx";

type Events = Input<"webhooks.create">["events"];

/** The names of the events. */
export const eventNames: Record<Events[number], string> = {
  APPOINTMENT_CREATED: "Appointment booked",
  APPOINTMENT_UPDATED: "Appointment edited or moved",
  APPOINTMENT_CANCELLED: "Appointment cancelled",
  APPOINTMENT_COMPLETED: "Appointment completed",
  APPOINTMENT_NO_SHOW: "Appointment marked missed",
  SLOT_AVAILABILITY_CHANGED: "Free places of a slot changed",
};
const events = Object.entries(eventNames).map(([value, label]) => ({ value, label }));

/** Creates a webhook, or edits the given one. */
export function WebhookForm({ webhook, onClose, onCreated }: {
  webhook?: Webhook;
  onClose(): void;
  onCreated?(created: { id: number; secret: string }): void;
}) {
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [chosen, setChosen] = useState<string[]>(
    webhook?.events ?? events.slice(0, 5).map(({ value }) => value),
  );
  const [includeTest, setIncludeTest] = useState(webhook?.includeTest ?? false);
  const changes = ["webhooks.list"] as const;
  const create = useWrite("webhooks.create", { changes });
  const update = useWrite("webhooks.update", { changes });
  const write = webhook ? update : create;
  function submit(): void {
    const input = { url, events: chosen as Events, includeTest };
    if (!webhook) return create.mutate(input, { onSuccess: (created) => onCreated?.(created) });
    update.mutate({ id: webhook.id, ...input }, {
      onSuccess() {
        toast("Webhook saved");
        onClose();
      },
    });
  }
  return (
    <FormDialog
      title={webhook ? "Edit webhook" : "New webhook"}
      fields={["url", "events"]}
      write={write}
      action={webhook ? "Save" : "Create webhook"}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="URL of the receiver"
        name="url"
        description="Must use https and be reachable from the internet"
        value={url}
        onChange={setUrl}
        autoFocus
        isRequired
      />
      <CheckboxGroup
        label="Events"
        name="events"
        value={chosen}
        onChange={setChosen}
        options={events}
      />
      <Switch
        label="Include test appointments"
        isSelected={includeTest}
        onChange={setIncludeTest}
      />
    </FormDialog>
  );
}
