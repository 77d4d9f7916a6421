import { memo } from "react";
import { timeOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { allowedActions } from "../../desk/allowed_actions.ts";
import { Badge, StatusBadge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";

/** The actions of a row. */
export interface RowActions {
  onSelect(id: number): void;
  /** Called by a click or Enter. A narrow page then shows the details in a drawer. */
  onOpen(id: number): void;
  onComplete(appointment: Appointment): void;
  onMiss(appointment: Appointment): void;
}

interface RowProps extends RowActions {
  appointment: Appointment;
  index: number;
  top: number;
  /** Whether it is the first row of its time. */
  isFirstOfTime: boolean;
  isSelected: boolean;
  isLate: boolean;
}

/** An appointment of the day. It renders again only if one of its props has changed. */
export const AgendaRow = memo(function AgendaRow(
  { appointment, index, top, isFirstOfTime, isSelected, isLate, ...on }: RowProps,
) {
  const { id, name, phone, departmentName, workerName, status, dateTime } = appointment;
  const can = allowedActions(appointment);
  return (
    <div
      id={`row-${id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={`agenda-row ${status.toLowerCase()} ${isFirstOfTime ? "begins" : ""}`}
      style={{ top }}
      onClick={() => {
        on.onSelect(id);
        on.onOpen(id);
      }}
    >
      <span role="gridcell" className={`row-time ${isLate ? "late" : ""}`}>
        {timeOf(dateTime)}
      </span>
      <span role="gridcell" className="row-name">{name}</span>
      <span role="gridcell" className="row-place">
        {departmentName}
        {workerName && <span className="muted">{` · ${workerName}`}</span>}
      </span>
      <span role="gridcell" className="row-phone muted">{phone}</span>
      <span role="gridcell" className="row-status">
        {isLate
          ? <Badge tone="bad">Late</Badge>
          : status !== "SCHEDULED" && <StatusBadge status={status} />}
      </span>
      <span role="gridcell" className="row-actions">
        {can.complete && (
          <Button
            kind="quiet"
            icon="check"
            aria-label={`Check in ${name}`}
            excludeFromTabOrder
            onPress={() => on.onComplete(appointment)}
          />
        )}
        {status === "SCHEDULED" && (
          <Button
            kind="quiet"
            icon="missed"
            aria-label={`Mark ${name} missed`}
            excludeFromTabOrder
            onPress={() => on.onMiss(appointment)}
          />
        )}
      </span>
    </div>
  );
});
