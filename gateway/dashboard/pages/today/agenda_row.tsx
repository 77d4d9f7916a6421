import { memo } from "react";
import { timeOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { allowedActions } from "../../desk/allowed_actions.ts";
import { graceMinutes } from "../../desk/lateness.ts";
import { minutesText } from "../../ui/minutes_text.ts";
import { Badge, StatusBadge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "./texts.ts";

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
  /** Minutes since its time, if it is scheduled; else 0. */
  late: number;
  /** Says where the person is, if they are in the office. */
  here: string | undefined;
  /** Says who has changed it meanwhile. */
  mark: string | undefined;
}

/** An appointment of the day. It renders again only if one of its props has changed. */
export const AgendaRow = memo(function AgendaRow(
  { appointment, index, top, isFirstOfTime, isSelected, late, here, mark, ...on }: RowProps,
) {
  const { id, name, phone, departmentName, workerName, status, dateTime } = appointment;
  const can = allowedActions(appointment);
  const isHere = here !== undefined && status === "SCHEDULED";
  const isOverdue = late > graceMinutes;
  return (
    <div
      id={`row-${id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={`agenda-row ${status.toLowerCase()} ${isFirstOfTime ? "begins" : ""} ${
        mark ? "marked" : ""
      }`}
      style={{ top }}
      onClick={() => {
        on.onSelect(id);
        on.onOpen(id);
      }}
    >
      <span role="gridcell" className={`row-time strong ${isOverdue ? "late" : ""}`}>
        {timeOf(dateTime)}
      </span>
      <span role="gridcell" className="row-name medium clip">
        <bdi>{name}</bdi>
      </span>
      <span role="gridcell" className="row-place clip">
        {mark && (
          <>
            <strong className="strong">{mark}</strong>
            {" · "}
          </>
        )}
        <bdi>{departmentName}</bdi>
        {workerName && (
          <span className="muted">
            {" · "}
            <bdi>{workerName}</bdi>
          </span>
        )}
      </span>
      <span role="gridcell" className="row-phone muted clip">{phone}</span>
      <span role="gridcell" className="row-status clip">
        {isHere
          ? <Badge tone="info">{here}</Badge>
          : here && status === "CANCELLED"
          ? <Badge tone="warn">{t("here.cancelled", { here })}</Badge>
          : late > 0
          ? (
            <Badge tone={isOverdue ? "bad" : "neutral"}>
              {t("late", { late: minutesText(late) })}
            </Badge>
          )
          : status !== "SCHEDULED" && <StatusBadge status={status} />}
      </span>
      <span role="gridcell" className="row-actions">
        {status === "SCHEDULED" && can.complete && !isHere && (
          <span title={t("row.checkIn")}>
            <Button
              kind="quiet"
              needs="completeAppointment"
              icon="check"
              aria-label={t("row.checkInName", { name })}
              excludeFromTabOrder
              onPress={() => on.onComplete(appointment)}
            />
          </span>
        )}
        {status === "SCHEDULED" && can.miss && !isHere && (
          <span title={t("row.miss")}>
            <Button
              kind="quiet"
              needs="markMissed"
              icon="missed"
              aria-label={t("row.missName", { name })}
              excludeFromTabOrder
              onPress={() => on.onMiss(appointment)}
            />
          </span>
        )}
      </span>
    </div>
  );
});
