import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { forms, parseInput, queriedDateTime } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { evaluateSlot } from "./availability.ts";
import { type BookingScope, environmentField } from "../environment.ts";
import { departmentNotFound } from "./list_departments.ts";
import type { StaffCaller } from "../access/caller.ts";
import { staffDepartmentInput } from "./list_department_settings.ts";
import type { Departments } from "./departments.ts";
import type { Clock } from "../platform.ts";
import { count, localDateTime } from "../view_fields.ts";
import { textOf } from "../messages.ts";

/** The result of an availability check of one slot. */
export const availabilityView = z
  .object({
    slotTime: localDateTime("The requested time", "2030-03-05T14:30:00"),
    available: z.boolean().meta({
      description: "Whether a creation at this time would be accepted now",
      examples: [true],
    }),
    remainingSlots: count(
      "Free places in the slot; 0 if the slot is unavailable for any reason",
      2,
    ),
    unavailabilityReason: z.string().nullable().meta({
      description: "Reason in words for people; null if the slot is available",
      examples: [null, "Slot is full (3/3 booked)"],
    }),
  })
  .meta({ id: "Availability", description: "Whether a slot is available" });
export type Availability = z.output<typeof availabilityView>;

/** The query of an availability check. */
export const checkAvailabilityInput = z.object({
  dateTime: queriedDateTime.meta({
    ...forms.dateTime,
    description: "The local date-time to check",
    examples: ["2030-03-05T14:30:00"],
  }),
});

/**
 * Checks whether an appointment at `dateTime` would be accepted now, by the same rule as creation
 * (core/departments/README.md 3). Throws INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function checkAvailability(
  ports: Clock & { departments: Departments },
  caller: Pick<ApiCaller, "organizationId" | "environment" | "timeZone">,
  input: { departmentId: number; dateTime: unknown },
): Promise<Availability> {
  const { dateTime } = parseInput(checkAvailabilityInput, { dateTime: input.dateTime });
  return await availabilityOf(ports, caller, { departmentId: input.departmentId, dateTime });
}

/** Evaluates a time in an active department. Throws DEPARTMENT_NOT_FOUND. */
async function availabilityOf(
  { departments, now }: Clock & { departments: Departments },
  { timeZone, ...scope }: BookingScope & { timeZone: string },
  { departmentId, dateTime }: { departmentId: number; dateTime: Temporal.PlainDateTime },
): Promise<Availability> {
  const found = await departments.findSlot(scope, departmentId, dateTime);
  if (!found) throw departmentNotFound();
  const verdict = evaluateSlot({ ...found, dateTime, timeZone, now: now() });
  return {
    slotTime: formatLocalDateTime(dateTime),
    available: verdict.unavailabilityReason === null,
    remainingSlots: verdict.remainingSlots,
    unavailabilityReason: verdict.unavailabilityReason && textOf(verdict.unavailabilityReason),
  };
}

/** Input of an availability check of staff. Any time inside a slot identifies the slot. */
export const checkSlotInput = staffDepartmentInput.extend({
  dateTime: queriedDateTime,
  environment: environmentField,
});

/**
 * Checks whether an appointment at a time would be accepted now, in either environment. Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND. An inactive department is not found, because it takes no bookings.
 */
export async function checkSlot(
  ports: Clock & { departments: Departments },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<Availability> {
  const { id, dateTime, environment } = parseInput(checkSlotInput, input);
  const reader = { organizationId, environment, timeZone };
  return await availabilityOf(ports, reader, { departmentId: id, dateTime });
}
