import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import type { Webhook } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { TestDialog } from "./test_dialog.tsx";
import { EditWebhook } from "./webhook_form.tsx";
import { t } from "./texts.ts";

export type WebhookDialog = "edit" | "test" | "resend" | "secret" | "delete";

interface WebhookDialogsProps {
  dialog: WebhookDialog | null;
  webhook: Webhook;
  onClose(): void;
  onDeleted(): void;
}

/** The open dialog of the page, if any. */
export function WebhookDialogs({ dialog, webhook, onClose, onDeleted }: WebhookDialogsProps) {
  const { id } = webhook;
  const [secret, setSecret] = useState<string | null>(null);
  const remove = useWrite("webhooks.delete", { changes: ["webhooks.list"] });
  const replace = useWrite("webhooks.rotateSecret", { changes: ["webhooks.list"] });
  if (secret !== null) {
    return (
      <ShownOnce
        title={t("newSecretTitle")}
        label={t("secret")}
        value={secret}
        onClose={() => setSecret(null)}
      >
        <p className="help">{t("newSecretHelp")}</p>
      </ShownOnce>
    );
  }
  if (dialog === "edit") return <EditWebhook webhook={webhook} onClose={onClose} />;
  if (dialog === "test") return <TestDialog webhook={webhook} onClose={onClose} />;
  if (dialog === "resend") return <ResendDialog id={id} onClose={onClose} />;
  if (dialog === "secret") {
    return (
      <Confirm
        title={t("replaceTitle")}
        action={t("replaceAction")}
        write={replace}
        input={{ id }}
        onClose={onClose}
        onDone={(created) => setSecret(created.secret)}
      >
        <p>{t("replaceHelp")}</p>
      </Confirm>
    );
  }
  if (dialog === "delete") {
    return (
      <Confirm
        title={t("deleteTitle")}
        action={t("deleteAction")}
        write={remove}
        input={{ id }}
        onClose={onClose}
        onDone={onDeleted}
      >
        <p>{t("deleteHelp", { url: webhook.url })}</p>
      </Confirm>
    );
  }
  return null;
}

function ResendDialog({ id, onClose }: { id: number; onClose(): void }) {
  const timeZone = useTimeZone();
  const [since, setSince] = useState(addDays(dateOf(nowIn(timeZone)), -1));
  const resend = useWrite("webhooks.recoverSince", {
    changes: ["webhooks.events", "webhooks.delivery"],
  });
  return (
    <FormDialog
      title={t("resend")}
      fields={["since"]}
      write={resend}
      action={t("resendAction")}
      onSubmit={() =>
        resend.mutate({ id, since }, {
          onSuccess({ deliveries: count }) {
            toast(count === 0 ? t("nothingToResend") : t("resent", { count }));
            onClose();
          },
        })}
      onClose={onClose}
    >
      <p>{t("resendHelp")}</p>
      <DateField
        label={t("since")}
        name="since"
        description={t("zone", { zone: timeZone })}
        value={since}
        onChange={setSince}
        isRequired
      />
    </FormDialog>
  );
}
