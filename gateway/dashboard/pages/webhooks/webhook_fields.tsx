import { eventNames } from "../../../../core/webhooks/event_catalogue.ts";
import type { Input } from "../../api/types.ts";
import { CheckboxGroup, Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { t } from "./texts.ts";

export type Events = Input<"webhooks.create">["events"];

const options = eventNames.map((value) => ({ value, label: t(`eventName.${value}`) }));

/** The values of the fields. */
export interface WebhookValues {
  url: string;
  events: Events;
  includeTest: boolean;
  includeContact: boolean;
}

/** The fields of a new webhook and of its settings. */
export function WebhookFields(
  { values, onChange }: { values: WebhookValues; onChange(values: WebhookValues): void },
) {
  const set = (change: Partial<WebhookValues>) => onChange({ ...values, ...change });
  return (
    <>
      <TextField
        label={t("urlLabel")}
        name="url"
        description={t("urlHelp")}
        value={values.url}
        onChange={(url) => set({ url })}
        validate={(text) => /^https:\/\/./.test(text.trim()) ? null : t("urlFault")}
        autoFocus
        isRequired
      />
      <CheckboxGroup
        label={t("eventsLabel")}
        name="events"
        value={values.events}
        onChange={(events) => set({ events: events as Events })}
        options={options}
        validate={(events) => events.length > 0 ? null : t("eventsFault")}
      />
      <Switch
        label={t("includeTest")}
        isSelected={values.includeTest}
        onChange={(includeTest) => set({ includeTest })}
      />
      <Switch
        label={t("includeContact")}
        isSelected={values.includeContact}
        onChange={(includeContact) => set({ includeContact })}
      />
    </>
  );
}
