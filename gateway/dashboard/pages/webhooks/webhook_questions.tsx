import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { addDays, dateOf, nowIn } from "../../api/time.ts";
import type { Webhook } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { DateField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { WebhookForm } from "./webhook_form.tsx";

export type WebhookQuestion = "edit" | "recover" | "secret" | "delete";

interface QuestionsProps {
  question: WebhookQuestion | null;
  webhook: Webhook;
  onClose(): void;
  onDeleted(): void;
}

/** What is asked before something is done with a webhook. */
export function WebhookQuestions({ question, webhook, onClose, onDeleted }: QuestionsProps) {
  const { id } = webhook;
  const [secret, setSecret] = useState<string | null>(null);
  const remove = useWrite("webhooks.delete", { changes: ["webhooks.list"] });
  const replace = useWrite("webhooks.rotateSecret", { changes: ["webhooks.list"] });
  if (secret !== null) {
    return (
      <ShownOnce
        title="The new secret"
        label="Secret"
        value={secret}
        onClose={() => setSecret(null)}
      >
        <p className="help">For 24 hours deliveries carry the signatures of both secrets.</p>
      </ShownOnce>
    );
  }
  if (question === "edit") return <WebhookForm webhook={webhook} onClose={onClose} />;
  if (question === "recover") return <RecoverDialog id={id} onClose={onClose} />;
  if (question === "secret") {
    return (
      <Confirm
        title="Replace the secret?"
        action="Replace secret"
        write={replace}
        input={{ id }}
        onClose={onClose}
        onDone={(made) => setSecret(made.secret)}
      >
        <p>
          X-Service-Signature is made with the new secret at once. In the headers of Standard
          Webhooks both are valid for 24 hours, so that your receiver can change over without a gap.
        </p>
      </Confirm>
    );
  }
  if (question === "delete") {
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
          any more, and what is still waiting is abandoned. To stop it for a while, switch it off
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
    <Dialog title="Send again what failed" onClose={onClose}>
      <Form
        className="dialog-form"
        error={recover.error}
        fields={["since"]}
        onSubmit={() =>
          recover.mutate({ id, since }, {
            onSuccess({ deliveries }) {
              const noun = deliveries === 1 ? "event is" : "events are";
              toast(`${deliveries} ${noun} being sent again`);
              onClose();
            },
          })}
      >
        <div className="dialog-body">
          <p>
            Every event since then whose delivery failed or was abandoned is sent once more, by the
            usual schedule.
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
        </div>
        <DialogActions>
          <Button onPress={onClose}>Not now</Button>
          <Button type="submit" kind="primary" isPending={recover.isPending}>Send again</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
