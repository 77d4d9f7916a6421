import { useState } from "react";
import { eventNames } from "../../../../core/webhooks/event_catalogue.ts";
import { client } from "../../api/client.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Webhook } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { SaveConflictDialog } from "../../ui/save_conflict.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Events, WebhookFields, type WebhookValues } from "./webhook_fields.tsx";
import { t } from "./texts.ts";

const fields = ["url", "events"];
const changes = ["webhooks.list"] as const;

/** Creates a webhook. */
export function NewWebhook({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { id: number; secret: string }): void;
}) {
  const [values, setValues] = useState<WebhookValues>({
    url: "https://",
    events: eventNames.slice(0, 5),
    includeTest: false,
    includeContact: false,
  });
  const create = useWrite("webhooks.create", { changes });
  return (
    <FormDialog
      title={t("create")}
      fields={fields}
      write={create}
      action={t("create")}
      onSubmit={() => create.mutate(values, { onSuccess: onCreated })}
      onClose={onClose}
    >
      <WebhookFields values={values} onChange={setValues} />
    </FormDialog>
  );
}

/** Edits a webhook. Of two saves of the same setting, the user chooses. */
export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { id } = webhook;
  const [values, setValues] = useState(valuesOf(webhook));
  const update = useWrite("webhooks.update", { changes });
  const saving = useVersionedSave<Webhook, WebhookValues>(webhook, {
    send: (changed, { version }) => update.mutateAsync({ id, version, ...changed }),
    async readNow() {
      return (await client.query("webhooks.list") as Webhook[]).find((one) => one.id === id);
    },
    subject: { subjectKind: "webhook", subjectId: id },
    onSaved() {
      toast(t("saved"));
      onClose();
    },
    onTaken: (now) => setValues(valuesOf(now)),
  });
  return (
    <>
      <FormDialog
        title={t("editTitle")}
        fields={fields}
        write={saving}
        action={t("save")}
        onSubmit={() => saving.save(values)}
        onClose={onClose}
      >
        <WebhookFields values={values} onChange={setValues} />
      </FormDialog>
      {saving.conflict && (
        <SaveConflictDialog
          conflict={saving.conflict}
          labelOf={(field) => t(labels[field])}
          textOf={(_, value) => textOf(value)}
          saving={saving}
        />
      )}
    </>
  );
}

const labels = {
  url: "urlLabel",
  events: "eventsLabel",
  includeTest: "includeTest",
  includeContact: "includeContact",
} as const;

function valuesOf({ url, events, includeTest, includeContact }: Webhook): WebhookValues {
  return { url, events: events as Events, includeTest, includeContact };
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (!Array.isArray(value)) return String(value);
  return eventNames.filter((name) => value.includes(name)).map((name) => t(`eventName.${name}`))
    .join(", ");
}
