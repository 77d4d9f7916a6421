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
import { WebhookForm } from "./webhook_form.tsx";

export type WebhookDialog = "edit" | "recover" | "secret" | "delete";

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
        title="New signing secret"
        label="Secret"
        value={secret}
        onClose={() => setSecret(null)}
      >
        <p className="help">For 24 hours, deliveries carry the signatures of both secrets.</p>
      </ShownOnce>
    );
  }
  if (dialog === "edit") return <WebhookForm webhook={webhook} onClose={onClose} />;
  if (dialog === "recover") return <RecoverDialog id={id} onClose={onClose} />;
  if (dialog === "secret") {
    return (
      <Confirm
        title="Replace the signing secret?"
        action="Replace secret"
        write={replace}
        input={{ id }}
        onClose={onClose}
        onDone={(created) => setSecret(created.secret)}
      >
        <p>
          X-Service-Signature uses the new secret at once. The headers of Standard Webhooks carry
          the signatures of both secrets for 24 hours, so that you can update your receiver
          meanwhile.
        </p>
      </Confirm>
    );
  }
  if (dialog === "delete") {
    return (
      <Confirm
        title="Delete this webhook?"
        action="Delete webhook"
        write={remove}
        input={{ id }}
        onClose={onClose}
        onDone={onDeleted}
      >
        <p>
          Nothing is sent to <strong>{webhook.url}</strong>{" "}
          any more, and waiting deliveries are abandoned. To pause the webhook, switch off Active
          instead.
        </p>
      </Confirm>
    );
  }
  return null;
}

function RecoverDialog({ id, onClose }: { id: number; onClose(): void }) {
  const timeZone = useTimeZone();
  const [since, setSince] = useState(addDays(dateOf(nowIn(timeZone)), -1) + "T00:00");
  const recover = useWrite("webhooks.recoverSince", { changes: ["webhooks.logs"] });
  return (
    <FormDialog
      title="Send failed deliveries again"
      fields={["since"]}
      write={recover}
      action="Send again"
      onSubmit={() =>
        recover.mutate({ id, since }, {
          onSuccess({ deliveries }) {
            const noun = deliveries === 1 ? "delivery" : "deliveries";
            toast(`Sending ${deliveries} ${noun} again`);
            onClose();
          },
        })}
      onClose={onClose}
    >
      <p>
        Sends every delivery again that has failed or was abandoned since then, with the usual
        schedule of retries.
      </p>
      <DateField
        label="Since"
        name="since"
        type="datetime-local"
        description={`In ${timeZone}`}
        value={since}
        onChange={setSince}
        isRequired
      />
    </FormDialog>
  );
}
