import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Input, Webhook } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { CheckboxGroup, Switch, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";

type Events = Input<"webhooks.create">["events"];

/** What a webhook can be told of, in words. */
export const eventWords: Record<Events[number], string> = {
  APPOINTMENT_CREATED: "Booked",
  APPOINTMENT_UPDATED: "Edited or moved",
  APPOINTMENT_CANCELLED: "Cancelled",
  APPOINTMENT_COMPLETED: "Completed",
  APPOINTMENT_NO_SHOW: "Missed",
  SLOT_AVAILABILITY_CHANGED: "Free places of a slot changed",
};
const events = Object.entries(eventWords).map(([value, label]) => ({ value, label }));

/** Makes a webhook, or changes the one given. */
export function WebhookForm({ webhook, onClose, onMade }: {
  webhook?: Webhook;
  onClose(): void;
  onMade?(made: { id: number; secret: string }): void;
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
    if (!webhook) return create.mutate(input, { onSuccess: (made) => onMade?.(made) });
    update.mutate({ id: webhook.id, ...input }, {
      onSuccess() {
        toast("The webhook is saved");
        onClose();
      },
    });
  }
  return (
    <Dialog title={webhook ? "Change webhook" : "New webhook"} onClose={onClose}>
      <Form
        className="dialog-form"
        error={write.error}
        fields={["url", "events"]}
        onSubmit={submit}
      >
        <div className="dialog-body">
          <TextField
            label="Address of the receiver"
            name="url"
            description="https, and reachable from the internet"
            value={url}
            onChange={setUrl}
            autoFocus
            isRequired
          />
          <CheckboxGroup
            label="It is told when an appointment is"
            name="events"
            value={chosen}
            onChange={setChosen}
            options={events}
          />
          <Switch
            label="Test appointments too"
            isSelected={includeTest}
            onChange={setIncludeTest}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={write.isPending}>
            {webhook ? "Save" : "Make webhook"}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
