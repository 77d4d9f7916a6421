import type { StaffCaller } from "../access/staff_caller.ts";
import { validationError } from "../errors.ts";
import { idField, parseInput } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import { requiredDay } from "../usage/usage_days.ts";
import type { DepartmentWithWorkers } from "./departments.ts";
import { environmentField } from "./environment.ts";
import { judgeDays, type JudgedSlot } from "./judge_days.ts";
import { requireDepartment, staffDepartmentInput } from "./read_departments_as_staff.ts";

const maxDays = 31;

/** Dates of a department, both included. */
export const readRangeInput = staffDepartmentInput.extend({
  from: requiredDay,
  to: requiredDay,
  environment: environmentField,
  workerId: idField("Only slots that this worker can take").nullish(),
});

/** The free slots of some days. */
export interface RangeView {
  timeZone: string;
  /** Each date of the range, those without a free slot too. */
  days: {
    /** `YYYY-MM-DD`. */
    date: string;
    /** `slotTime` is the slot's start. */
    slots: { slotTime: string; remainingSlots: number }[];
  }[];
}

/**
 * The free slots of at most 31 days, as availability judges their starts; with a worker, those in which that
 * worker can be booked. Throws VALIDATION_ERROR (also on `workerId` for one who is no active worker of the
 * department), INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function readRange(
  ports: Pick<Ports, "departments" | "now">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<RangeView> {
  const { id, from, to, environment, workerId } = parseInput(readRangeInput, input);
  const dates = datesFrom(from, to);
  const found = await requireDepartment(ports, organizationId, id);
  const isFree = freeFor(workerId ?? null, found);
  const span = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  const taken = await ports.departments.takenTimes({ organizationId, environment }, id, span);
  const days = judgeDays(dates, { ...found, timeZone, now: ports.now(), taken });
  return {
    timeZone,
    days: days.map((judged, i) => ({
      date: dates[i]!.toString(),
      slots: judged.filter(isFree).map(({ slot, verdict }) => ({
        slotTime: formatLocalDateTime(slot.start),
        remainingSlots: verdict.remainingSlots,
      })),
    })),
  };
}

function datesFrom(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const { days } = from.until(to);
  if (days < 0) throw validationError({ field: "to", message: "Must not be before from" });
  if (days >= maxDays) {
    throw validationError({ field: "to", message: `Must be within ${maxDays} days from from` });
  }
  return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i }));
}

/** Whether a slot is free; the worker's part is the rule of `checkWorker`. */
function freeFor(
  workerId: number | null,
  { department, activeWorkerIds }: DepartmentWithWorkers,
): (judged: JudgedSlot) => boolean {
  if (workerId !== null && !activeWorkerIds.includes(workerId)) {
    const message = "Must be the id of an active worker of the department";
    throw validationError({ field: "workerId", message });
  }
  const isBusy = ({ occupancy }: JudgedSlot) =>
    workerId !== null && department.showAdminsInBooking && occupancy.workerIds.includes(workerId);
  return (judged) => judged.verdict.unavailabilityReason === null && !isBusy(judged);
}
