import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { hasErrorCode } from "../../api/errors.ts";
import type { Input, Webhook } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { CheckboxGroup, Switch, TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { StaleSave } from "./stale_save.tsx";

const t = texts("webhooks");

type Events = Input<"webhooks.create">["events"];

/** The names of the events. */
export const eventNames: readonly Events[number][] = [
  "APPOINTMENT_CREATED",
  "APPOINTMENT_UPDATED",
  "APPOINTMENT_CANCELLED",
  "APPOINTMENT_COMPLETED",
  "APPOINTMENT_NO_SHOW",
  "SLOT_AVAILABILITY_CHANGED",
];
const options = eventNames.map((value) => ({ value, label: t(`eventName.${value}`) }));
const namesOf = (events: readonly string[]) =>
  options.filter(({ value }) => events.includes(value)).map(({ label }) => label).join(", ");
const onOff = (isOn: boolean) => t(isOn ? "on" : "off");

/** Creates a webhook, or edits the given one. */
export function WebhookForm({ webhook, onClose, onCreated }: {
  webhook?: Webhook;
  onClose(): void;
  onCreated?(created: { id: number; secret: string }): void;
}) {
  // The form keeps the version that it was opened with, also if a poll brings a newer one.
  const [opened, setOpened] = useState(webhook);
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [chosen, setChosen] = useState<string[]>(webhook?.events ?? eventNames.slice(0, 5));
  const [includeTest, setIncludeTest] = useState(webhook?.includeTest ?? false);
  const changes = ["webhooks.list"] as const;
  const create = useWrite("webhooks.create", { changes });
  const update = useWrite("webhooks.update", { changes });
  const list = useRead("webhooks.list", undefined, { isEnabled: webhook !== undefined });
  const current = list.data?.find(({ id }) => id === webhook?.id);
  const isStale = hasErrorCode(update.error, "CONFLICT") && current !== undefined;
  const write = webhook ? update : create;
  function submit(version = opened?.version): void {
    const input = { url, events: chosen as Events, includeTest };
    if (!webhook) return create.mutate(input, { onSuccess: (created) => onCreated?.(created) });
    update.mutate({ id: webhook.id, ...input, ...(version !== undefined && { version }) }, {
      onSuccess() {
        toast(t("saved"));
        onClose();
      },
    });
  }
  function takeCurrent(now: Webhook): void {
    setOpened(now);
    setUrl(now.url);
    setChosen(now.events);
    setIncludeTest(now.includeTest);
    update.reset();
  }
  return (
    <FormDialog
      title={t(webhook ? "editTitle" : "create")}
      fields={["url", "events"]}
      write={isStale ? { ...write, error: null } : write}
      action={t(webhook ? "save" : "create")}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {isStale && (
        <StaleSave
          values={[
            { label: t("urlLabel"), now: current.url, yours: url },
            { label: t("eventsLabel"), now: namesOf(current.events), yours: namesOf(chosen) },
            { label: t("includeTest"), now: onOff(current.includeTest), yours: onOff(includeTest) },
          ]}
          onTakeCurrent={() => takeCurrent(current)}
          onSaveYours={() => submit(current.version)}
        />
      )}
      <TextField
        label={t("urlLabel")}
        name="url"
        description={t("urlHelp")}
        value={url}
        onChange={setUrl}
        validate={(text) => /^https:\/\/./.test(text.trim()) ? null : t("urlFault")}
        autoFocus
        isRequired
      />
      <CheckboxGroup
        label={t("eventsLabel")}
        name="events"
        value={chosen}
        onChange={setChosen}
        options={options}
        validate={(events) => events.length > 0 ? null : t("eventsFault")}
      />
      <Switch label={t("includeTest")} isSelected={includeTest} onChange={setIncludeTest} />
    </FormDialog>
  );
}
