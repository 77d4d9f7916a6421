import { useState } from "react";
import { eventNames } from "../../../../core/webhooks/event_catalogue.ts";
import { useWrite } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Output, Webhook } from "../../api/types.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toast, toastFault } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

/** Sends a sample of a chosen event. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const [event, setEvent] = useState<string>(webhook.events[0] ?? "");
  const test = useWrite("webhooks.test", { changes: ["webhooks.events", "webhooks.list"] });
  const chosen = eventNames.find((name) => name === event);
  return (
    <FormDialog
      title={t("sendTest")}
      fields={[]}
      write={test}
      action={t("sendTest")}
      onSubmit={() =>
        test.mutate({ id: webhook.id, ...(chosen && { event: chosen }) }, {
          onSuccess(result) {
            report(result);
            onClose();
          },
        })}
      onClose={onClose}
    >
      <p>{t("sendTestHelp")}</p>
      <Select
        label={t("testEvent")}
        value={event}
        onChange={setEvent}
        options={[
          ...eventNames.map((name) => ({ value: name, label: t(`eventName.${name}`) })),
          { value: "", label: t("plainTest") },
        ]}
      />
    </FormDialog>
  );
}

function report({ success, statusCode, responseTimeMs, error }: Output<"webhooks.test">): void {
  const ms = numberText(responseTimeMs);
  const status = String(statusCode);
  if (success) return toast(t("testDelivered", { status, ms }));
  const reason = statusCode !== null
    ? t("testStatus", { status })
    : /host name does not resolve/.test(error ?? "")
    ? t("testUnresolved")
    : error ?? "";
  toastFault(t("testFailed", { reason, ms }));
}
