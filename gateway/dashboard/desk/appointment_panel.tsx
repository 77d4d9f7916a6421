import { useState } from "react";
import { dateTimeText, longDayText, timeOf } from "../api/time.ts";
import type { Appointment } from "../api/types.ts";
import { EnvironmentBadge, StatusBadge } from "../ui/states.tsx";
import { Button } from "../ui/button.tsx";
import { allowedActions } from "./allowed_actions.ts";
import { EditForm } from "./edit_form.tsx";
import { History } from "./history.tsx";

/** The actions of the panel. On Today each also has a key. */
export interface PanelActions {
  onComplete(): void;
  onMiss(): void;
  onReschedule(): void;
  onCancel(): void;
  /** Whether the keys work here; the buttons then show them. */
  hasKeys?: boolean;
  /** Undefined for users who may not erase. */
  onErase?: (() => void) | undefined;
}

/** One appointment: its actions, facts and history. */
export function AppointmentPanel({ appointment, ...actions }: PanelActions & {
  appointment: Appointment;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const { name, status, dateTime, environment, archivedAt } = appointment;
  return (
    <div className="panel">
      <div className="panel-head">
        <p className="panel-name">{name}</p>
        <p className="panel-when">
          <strong>{timeOf(dateTime)}</strong> {longDayText(dateTime)}
        </p>
        <p className="badges">
          <StatusBadge status={status} isArchived={archivedAt !== undefined} />
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
        </p>
      </div>
      {isEditing ? <EditForm appointment={appointment} onClose={() => setIsEditing(false)} /> : (
        <>
          <Actions
            appointment={appointment}
            {...actions}
            onEdit={() => setIsEditing(true)}
          />
          <Facts appointment={appointment} />
          <History appointment={appointment} />
        </>
      )}
    </div>
  );
}

function Actions(
  { appointment, onComplete, onMiss, onReschedule, onCancel, onErase, onEdit, hasKeys }:
    & PanelActions
    & {
      appointment: Appointment;
      onEdit(): void;
    },
) {
  const can = allowedActions(appointment);
  const key = (letter: string) => hasKeys ? { shortcut: letter } : {};
  return (
    <div className="panel-actions">
      {can.complete && (
        <Button kind="primary" icon="check" {...key("C")} onPress={onComplete}>
          Check in
        </Button>
      )}
      {can.miss && <Button icon="missed" {...key("M")} onPress={onMiss}>Mark missed</Button>}
      {can.edit && <Button onPress={onEdit}>Edit</Button>}
      {can.reschedule && <Button icon="move" {...key("R")} onPress={onReschedule}>Move</Button>}
      {can.cancel && <Button icon="close" {...key("X")} onPress={onCancel}>Cancel</Button>}
      {onErase && <Button onPress={onErase}>Erase personal data</Button>}
    </div>
  );
}

function Facts({ appointment }: { appointment: Appointment }) {
  const { departmentName, workerName, workerId, phone, externalUserId, qrCode, id } = appointment;
  const facts: [string, string | undefined | null][] = [
    ["Department", departmentName],
    ["Worker", workerName ?? (workerId === null ? null : `No. ${workerId}`)],
    ["Phone", phone],
    ["Reference", externalUserId],
    ["Code", qrCode],
    ["Booked on", dateTimeText(appointment.createdAt)],
    ["Archived on", appointment.archivedAt && dateTimeText(appointment.archivedAt)],
    ["Number", String(id)],
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) =>
        value && (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={label === "Code" ? "mono" : ""}>
              {label === "Phone" ? <a href={`tel:${value.replaceAll(" ", "")}`}>{value}</a> : value}
            </dd>
          </div>
        )
      )}
    </dl>
  );
}
