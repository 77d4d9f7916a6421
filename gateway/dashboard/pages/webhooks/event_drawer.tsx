import { useEffect } from "react";
import { Link } from "wouter";
import { useRead, useWrite } from "../../api/hooks.ts";
import { readAgain } from "../../api/live_queries.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error_box.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { StateBadge } from "./health_badge.tsx";
import { secondsText } from "./seconds_text.ts";
import { t } from "./texts.ts";

const pendingMs = 2000;

type Attempt = Output<"webhooks.delivery">["attempts"][number];

/** An event: its attempts with what was sent and answered, and its body. */
export function EventDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const read = useRead("webhooks.delivery", { id }, { staleMs: 0 });
  const isPending = read.data?.attempts.some(({ status }) => status === "PENDING") ?? false;
  // A delivery is not announced. While it is awaited here, its result appears soon.
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => readAgain(new Set(["webhooks"])), pendingMs);
    return () => clearInterval(timer);
  }, [isPending]);
  const retry = useWrite("webhooks.retry", {
    changes: ["webhooks.events", "webhooks.delivery", "webhooks.list"],
  });
  return (
    <Dialog
      title={read.data?.attempts[0]?.eventType ?? t("event")}
      shape="drawer"
      onClose={onClose}
    >
      <Loaded read={read}>
        {({ body, attempts }) => (
          <>
            <div className="dialog-body">
              <h3 className="label">{t("attempts")}</h3>
              <ol className="list">
                {attempts.map((one) => <AttemptItem key={one.id} attempt={one} />)}
              </ol>
              <CopyField label={t("requestBody")} value={pretty(body)} isMultiline />
              <p className="muted small">{t("noResponseBody")}</p>
              <p className="muted small">
                {t("eventId")} <code>{attempts[0]?.eventId}</code>
                <AppointmentLink body={body} />
              </p>
              <ErrorBox error={retry.error} />
            </div>
            {!attempts.some(({ status }) => status === "DELIVERED") && (
              <DialogActions>
                <Button
                  kind="primary"
                  isPending={retry.isPending}
                  onPress={() => retry.mutate({ id }, { onSuccess: () => toast(t("retrying")) })}
                >
                  {t("retry")}
                </Button>
              </DialogActions>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { attemptedAt, responseTimeMs, statusCode, status, error } = attempt;
  const made = attemptedAt && responseTimeMs !== null;
  return (
    <li className="lines">
      <span className="row">
        <strong>{t("attemptNumber", { number: String(attempt.attempt) })}</strong>
        <StateBadge state={status} />
        {statusCode !== null && t("status", { status: String(statusCode) })}
      </span>
      <span className="muted small">
        {made
          ? t("madeAt", { time: momentOf(attemptedAt), ms: numberText(responseTimeMs) })
          : status === "PENDING"
          ? t("scheduled", { time: momentOf(attempt.dueAt) })
          : t("notMade")}
        {error && ` · ${error}`}
      </span>
      {made && (
        <>
          <Headers label={t("requestHeaders")} headers={attempt.requestHeaders} />
          <Headers label={t("responseHeaders")} headers={attempt.responseHeaders} />
        </>
      )}
    </li>
  );
}

function Headers({ label, headers }: { label: string; headers: Record<string, string> | null }) {
  return (
    <details className="headers">
      <summary>{label}</summary>
      {headers
        ? (
          <dl className="list gap-4 small anywhere header-list">
            {Object.entries(headers).map(([name, value]) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )
        : <p className="muted small">{t("noAnswer")}</p>}
    </details>
  );
}

function AppointmentLink({ body }: { body: string }) {
  const id = appointmentIdOf(body);
  if (!id) return null;
  return (
    <>
      {" · "}
      <Link href={`/appointments/${id}`}>{t("openAppointment")}</Link>
    </>
  );
}

function momentOf(dateTime: string): string {
  return `${dateText(dateTime)}, ${secondsText(dateTime)}`;
}

/** A test has an appointment with the id 0, and a slot has none. */
function appointmentIdOf(body: string): number | undefined {
  return (JSON.parse(body) as { data?: { object?: { id?: number } } }).data?.object?.id;
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
