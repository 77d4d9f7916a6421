import { useState } from "react";
import { Link } from "wouter";
import { useRead } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateTimeText, longDayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment, AuditEntry, Visit } from "../api/types.ts";
import { language } from "../messages/language.ts";
import { EnvironmentBadge, Loaded, Skeleton, StatusBadge } from "../ui/states.tsx";
import { Button } from "../ui/button.tsx";
import { allowedActions } from "./allowed_actions.ts";
import { openDeskDialog } from "./desk_dialog.ts";
import { EditForm } from "./edit_form.tsx";
import { History } from "./history.tsx";
import { useKeyLabels } from "./key_labels.ts";
import { Note } from "./note.tsx";
import { canRevert } from "./revert.ts";
import { cameForText } from "./visited_appointment.tsx";
import { t } from "./panel_texts.ts";

/** The actions of the panel. On Today each also has a key. */
export interface PanelActions {
  onComplete(): void;
  onMiss(): void;
  onReschedule(): void;
  onCancel(): void;
  /** Sets a completed, missed or cancelled appointment back to scheduled. */
  onUndo(): void;
  /** Whether the keys work here; the buttons then show them. */
  hasKeys?: boolean;
  /** Undefined for users who may not erase. */
  onErase?: (() => void) | undefined;
}

/** One appointment: its actions, facts, note and history. */
export function AppointmentPanel({ appointment, visit, ...actions }: PanelActions & {
  appointment: Appointment;
  /** The visit of the person, if they are in the office. */
  visit?: Visit | undefined;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const { id, name, status, dateTime, environment, archivedAt } = appointment;
  const history = useRead("appointments.history", { id, environment }, { staleMs: 0 });
  const now = nowIn(useTimeZone());
  const isHere = visit !== undefined && status === "SCHEDULED";
  const cameFor = visit?.appointment && cameForText(visit.appointment);
  return (
    <div className="panel">
      <div className="list gap-4">
        <h2 className="title panel-name">
          <bdi>{name}</bdi>
        </h2>
        <p className="muted panel-when">
          <strong>{timeOf(dateTime)}</strong> {longDayText(dateTime)}
        </p>
        <p className="row">
          <StatusBadge status={status} isArchived={archivedAt !== undefined} />
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
        </p>
      </div>
      {isEditing ? <EditForm appointment={appointment} onClose={() => setIsEditing(false)} /> : (
        <>
          {visit && (
            <p className="notice">
              {t("here", { time: timeOf(visit.arrivedAt), number: String(visit.number) })}{" "}
              {cameFor && `${t("cameFor", { from: cameFor })} `}
              <Link href={environment === "TEST" ? "/queue?environment=TEST" : "/queue"}>
                {t("showQueue")}
              </Link>
            </p>
          )}
          <Actions
            appointment={appointment}
            isHere={isHere}
            {...actions}
            canUndo={canRevert(appointment, history.data ?? [], now)}
            onEdit={() => setIsEditing(true)}
          />
          <Facts appointment={appointment} />
          <Note key={appointment.id} appointment={appointment} />
          <section>
            <h2>{t("history")}</h2>
            <Loaded read={history} skeleton={<Skeleton rows={2} />}>
              {(entries: AuditEntry[]) => <History entries={entries} />}
            </Loaded>
          </section>
        </>
      )}
    </div>
  );
}

function Actions({ appointment, isHere, canUndo, onEdit, hasKeys, onErase, ...on }: PanelActions & {
  appointment: Appointment;
  isHere: boolean;
  canUndo: boolean;
  onEdit(): void;
}) {
  const can = allowedActions(appointment);
  const isScheduled = appointment.status === "SCHEDULED";
  const labels = useKeyLabels();
  const key = (command: keyof typeof labels) => hasKeys ? { shortcut: labels[command] } : {};
  return (
    <div className="row panel-actions">
      {canUndo && (
        <Button kind="primary" needs="revertAppointment" onPress={on.onUndo}>
          {t(appointment.status === "CANCELLED" ? "undoCancellation" : "undo")}
        </Button>
      )}
      {can.complete && !isHere && (
        <Button
          kind={isScheduled ? "primary" : "plain"}
          needs="completeAppointment"
          icon="check"
          {...key("checkIn")}
          onPress={on.onComplete}
        >
          {t(isScheduled ? "checkIn" : "markCompleted")}
        </Button>
      )}
      {can.miss && !isHere && (
        <Button needs="markMissed" icon="missed" {...key("miss")} onPress={on.onMiss}>
          {t("miss")}
        </Button>
      )}
      {can.edit && <Button needs="updateAppointment" onPress={onEdit}>{t("edit")}</Button>}
      {can.reschedule && (
        <Button
          needs="rescheduleAppointment"
          icon="move"
          {...key("move")}
          onPress={on.onReschedule}
        >
          {t("move")}
        </Button>
      )}
      {can.cancel && (
        <Button needs="cancelAppointment" icon="close" {...key("cancel")} onPress={on.onCancel}>
          {t("cancel")}
        </Button>
      )}
      {isScheduled && (
        <Button
          needs="giveShortNumber"
          icon="print"
          onPress={() => openDeskDialog({ kind: "ticket", appointment })}
        >
          {t("print")}
        </Button>
      )}
      {onErase && <Button onPress={onErase}>{t("anonymize")}</Button>}
    </div>
  );
}

/** Returns the name of a language in that of the dashboard: `de-AT` is "Österreichisches Deutsch". */
function languageName(tag: string): string | undefined {
  // Extensions of a tag have no name.
  return new Intl.DisplayNames([language], { type: "language" }).of(new Intl.Locale(tag).baseName);
}

function Facts({ appointment }: { appointment: Appointment }) {
  const { departmentName, workerName, workerId, phone, email, locale, externalUserId, qrCode, id } =
    appointment;
  const facts = [
    ["department", departmentName],
    ["worker", workerName ?? (workerId === null ? null : String(workerId))],
    ["phone", phone],
    ["email", email],
    ["locale", locale && languageName(locale)],
    ["reference", externalUserId],
    ["code", qrCode],
    ["bookedOn", dateTimeText(appointment.createdAt)],
    ["cancelReason", appointment.cancelReason],
    ["archivedOn", appointment.archivedAt && dateTimeText(appointment.archivedAt)],
    ["number", String(id)],
  ] as const;
  return (
    <dl className="list facts">
      {facts.map(([label, value]) =>
        value && (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd className={label === "code" ? "mono" : ""}>
              {label === "phone"
                ? <a href={`tel:${value.replaceAll(" ", "")}`}>{value}</a>
                : label === "email"
                ? <a href={`mailto:${encodeURIComponent(value)}`}>{value}</a>
                : <bdi>{value}</bdi>}
            </dd>
          </div>
        )
      )}
      {Object.entries(appointment.metadata ?? {}).map(([key, value]) => (
        <div key={`metadata ${key}`}>
          <dt>
            <bdi>{key}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
