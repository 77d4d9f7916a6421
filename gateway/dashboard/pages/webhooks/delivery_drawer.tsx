import { useRead, useWrite } from "../../api/hooks.ts";
import { dateTimeText } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error_box.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { OutcomeBadge } from "./health_badge.tsx";

/** The payload of a delivery, and its attempts. */
export function DeliveryDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const read = useRead("webhooks.delivery", { id }, { staleMs: 0 });
  const retry = useWrite("webhooks.retry", { changes: ["webhooks.logs", "webhooks.delivery"] });
  return (
    <Dialog title="Delivery" shape="drawer" onClose={onClose}>
      <Loaded read={read}>
        {({ body, attempts }) => {
          const last = attempts.at(-1);
          const hasFailed = last?.status === "FAILED" || last?.status === "ABANDONED";
          return (
            <>
              <div className="dialog-body">
                <h3 className="label">Attempts</h3>
                <ol className="history">
                  {attempts.map((one) => (
                    <li key={one.id + one.attempt}>
                      <span className="badges">
                        <OutcomeBadge status={one.status} />
                        {[
                          one.statusCode !== null && `status ${one.statusCode}`,
                          one.responseTimeMs !== null && `${one.responseTimeMs} ms`,
                        ].filter(Boolean).join(", ")}
                      </span>
                      <span className="muted small">
                        Attempt {one.attempt}, {dateTimeText(one.createdAt)}
                        {one.error && ` · ${one.error}`}
                        {one.nextRetryAt && ` · next attempt ${dateTimeText(one.nextRetryAt)}`}
                      </span>
                    </li>
                  ))}
                </ol>
                <CopyField label="Payload" value={pretty(body)} isMultiline />
                {last && (
                  <p className="muted small">
                    Event <code>{last.eventId}</code>
                    <br />
                    Delivery <code>{last.deliveryId}</code>
                  </p>
                )}
                <ErrorBox error={retry.error} />
              </div>
              {hasFailed && (
                <DialogActions>
                  <Button
                    kind="primary"
                    isPending={retry.isPending}
                    onPress={() =>
                      retry.mutate({ id }, {
                        onSuccess() {
                          toast("Sending again");
                          onClose();
                        },
                      })}
                  >
                    Send again
                  </Button>
                </DialogActions>
              )}
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
