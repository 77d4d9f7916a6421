import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { parseInput, queriedDateTime } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import { evaluateSlot } from "./availability.ts";
import { type BookingScope, environmentField } from "../environment.ts";
import { slotOf } from "./slot.ts";
import { departmentNotFound } from "./list_departments.ts";
import type { StaffCaller } from "../access/caller.ts";
import { staffDepartmentInput } from "./list_departments_as_staff.ts";

/** The result of an availability check of one slot. */
export interface Availability {
  /** The `dateTime` asked, in the wire form. */
  slotTime: string;
  available: boolean;
  /** 0 when unavailable for any reason. */
  remainingSlots: number;
  unavailabilityReason: string | null;
}

/** The query of an availability check. */
export const checkAvailabilityInput = z.object({ dateTime: queriedDateTime });

/**
 * Whether an appointment at `dateTime` would be accepted now, by the rule that also decides creation.
 * Throws INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function checkAvailability(
  ports: Pick<Ports, "departments" | "now">,
  caller: Pick<ApiCaller, "organizationId" | "environment" | "timeZone">,
  input: { departmentId: number; dateTime: unknown },
): Promise<Availability> {
  const { dateTime } = parseInput(checkAvailabilityInput, { dateTime: input.dateTime });
  return await availabilityOf(ports, caller, { departmentId: input.departmentId, dateTime });
}

/** The availability of an active department of an organization at a time. Throws DEPARTMENT_NOT_FOUND. */
async function availabilityOf(
  { departments, now }: Pick<Ports, "departments" | "now">,
  { timeZone, ...scope }: BookingScope & { timeZone: string },
  { departmentId, dateTime }: { departmentId: number; dateTime: Temporal.PlainDateTime },
): Promise<Availability> {
  const found = await departments.findBookable(scope.organizationId, departmentId);
  if (!found) throw departmentNotFound();
  const slot = slotOf(dateTime, found.department);
  const occupancy = await departments.occupancy(scope, found.department.id, slot);
  const verdict = evaluateSlot({ ...found, dateTime, timeZone, now: now(), occupancy });
  return {
    slotTime: formatLocalDateTime(dateTime),
    available: verdict.unavailabilityReason === null,
    remainingSlots: verdict.remainingSlots,
    unavailabilityReason: verdict.unavailabilityReason,
  };
}

/** A slot of a department, named by a time within it. */
export const checkAvailabilityAsStaffInput = staffDepartmentInput.extend({
  dateTime: queriedDateTime,
  environment: environmentField,
});

/**
 * Whether an appointment at a time would be accepted now, in either environment. Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT, or DEPARTMENT_NOT_FOUND, for an inactive one too: it takes none.
 */
export async function checkAvailabilityAsStaff(
  ports: Pick<Ports, "departments" | "now">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<Availability> {
  const { id, dateTime, environment } = parseInput(checkAvailabilityAsStaffInput, input);
  const reader = { organizationId, environment, timeZone };
  return await availabilityOf(ports, reader, { departmentId: id, dateTime });
}
