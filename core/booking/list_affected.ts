import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { requiredDay } from "../calendar.ts";
import { absenceHours } from "../departments/absence.ts";
import { chosenDepartments } from "../departments/change_closures.ts";
import { minuteOf } from "../departments/opening_hours.ts";
import { environmentField } from "../environment.ts";
import { validationError } from "../errors.ts";
import { idField, parseInput, wholeNumberField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import type { Appointments } from "./appointments.ts";
import { say } from "../messages.ts";

/** Input of the appointments that a closure or an absence affects: departments or a worker, dates, hours, and the page. */
export const listAffectedInput = z.object({
  departmentIds: chosenDepartments.default(null),
  workerId: idField("Only appointments of this worker").nullish()
    .transform((workerId) => workerId ?? null),
  ...absenceHours,
  from: requiredDay,
  to: requiredDay,
  environment: environmentField,
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0").default(0),
  size: wholeNumberField(1, 100, "Appointments per page").default(25),
});

/**
 * Lists one page of the SCHEDULED appointments on some dates, by `dateTime` and `id`: those that somebody must move or
 * cancel if the departments are closed or the worker is absent. With hours, only those whose slot overlaps the hours, as
 * an absence does (core/departments/README.md 5). Counts and pages at most `maxCounted`. Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function listAffectedAppointments(
  { appointments }: { appointments: Appointments },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<Page<StaffAppointmentView>> {
  const { environment, from, to, starts, ends, ...query } = parseInput(listAffectedInput, input);
  if (Temporal.PlainDate.compare(from, to) > 0) {
    throw validationError({ field: "to", message: say("endBeforeStart", { start: "from" }) });
  }
  const range = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  const minutes = starts === null || ends === null
    ? null
    : { start: minuteOf(starts), stop: minuteOf(ends) };
  const scope = { organizationId, environment };
  const { items, totalElements } = await appointments.scheduled(scope, {
    ...query,
    ...range,
    minutes,
  });
  return pageOf(items.map((one) => toStaffAppointmentView(one, timeZone)), query, totalElements);
}
