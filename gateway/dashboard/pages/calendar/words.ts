import { dayText, timeOf } from "../../api/time.ts";
import { minutesOfDay } from "../../../../core/departments/slot_grid.ts";
import type { Column } from "./columns.ts";
import { timeOfSlot } from "./slots.ts";
import { t } from "./texts.ts";

/** Returns the title of a column. A worker and a department have their name, a day of a week its date. */
export function titleOf({ key, date, department, worker, isOfWorker }: Column): string {
  if (key === date) return dayText(date);
  if (!isOfWorker) return department.name;
  return worker?.name ?? t("column.unassigned");
}

/** Returns the line below the title: why nothing can be booked, or the number of appointments. */
export function lineOf({ day, department, worker, absences, appointments }: Column): string {
  if (day.closure !== null) return closedText(day.closure);
  if (!department.isActive || worker?.isActive === false) return t("column.inactive");
  const absence = absences.find(({ from, to }) => from === 0 && to === minutesOfDay);
  if (absence) return awayText(absence.reason);
  if (day.hours?.length === 0) return t("column.closed");
  return t("column.count", { count: appointments.length });
}

/** `10:00–10:30`. */
export function rangeText(column: Column, { from, to }: { from: number; to: number }): string {
  const text = (minute: number) => timeOf(timeOfSlot(column, { minute }));
  return `${text(from)}–${text(to)}`;
}

/** Returns why a date is closed. */
export function closedText(reason: string): string {
  return reason === "" ? t("column.closed") : t("column.closedFor", { reason });
}

/** Returns why a worker is away. */
export function awayText(reason: string): string {
  return reason === "" ? t("column.away") : t("column.awayFor", { reason });
}
