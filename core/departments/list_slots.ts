import { z } from "zod";
import { requiredDay } from "../calendar.ts";
import { validationError } from "../errors.ts";
import { booleanField, forms, idField, parseInput } from "../input.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { Availability } from "./check_availability.ts";
import { type KeptSlots, slotsKey } from "./kept_slots.ts";
import { renewSlots, type SlotsPorts, type SlotsReader } from "./renew_slots.ts";

const maxDays = 31;

/** Input of a list of slots: two dates, both included. */
export const listSlotsInput = z.object({
  startDate: requiredDay.meta({
    ...forms.date,
    description: "The first local date",
    examples: ["2030-03-01"],
  }),
  endDate: requiredDay.meta({
    ...forms.date,
    description: "The last local date, at most 30 days after the first",
    examples: ["2030-03-31"],
  }),
  workerId: idField("Only what this active worker of the department can take", 1).optional(),
  onlyAvailable: booleanField("Whether to leave out unavailable slots", true).default(false),
});

/**
 * Lists the slots of a department in at most 31 days, in their order, each with the answer of `checkAvailability` at
 * its start. With a worker, a slot is available if this worker can take it. The list is the same object as long as
 * nothing that it depends on has changed (core/departments/README.md 10). Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT, DEPARTMENT_NOT_FOUND or SERVICE_UNAVAILABLE.
 */
export async function listSlots(
  { keptSlots, ...ports }: Clock & SlotsPorts & { keptSlots: KeptSlots },
  caller: SlotsReader,
  { departmentId, ...input }: { departmentId: number; [field: string]: unknown },
): Promise<readonly Availability[]> {
  const query = parseInput(listSlotsInput, input);
  const dates = datesOf(query);
  const { organizationId, environment, timeZone } = caller;
  const key = slotsKey(caller, departmentId, query);
  // Read before everything else: what is read later is at least as new.
  const now = ports.now();
  const version = await ports.departments.placesVersion({ organizationId, environment, now });
  const validity = { version, now, timeZone };
  const kept = keptSlots.find(key, validity);
  if (kept) return kept;
  const list = { departmentId, dates, now, ...query };
  const { slots, hasWaited } = await keptSlots.compute(
    key,
    validity,
    (earlier) => renewSlots(ports, caller, { ...list, version }, earlier),
  );
  // Each caller of a shared computation is checked, and none is refused for another.
  if (hasWaited) await caller.requireStill?.();
  return slots;
}

function datesOf(
  { startDate, endDate }: { startDate: Temporal.PlainDate; endDate: Temporal.PlainDate },
): Temporal.PlainDate[] {
  const { days } = startDate.until(endDate);
  if (days < 0) {
    throw validationError({
      field: "endDate",
      message: say("endBeforeStart", { start: "startDate" }),
    });
  }
  if (days >= maxDays) {
    const message = say("periodTooLong", { max: maxDays - 1, start: "startDate" });
    throw validationError({ field: "endDate", message });
  }
  return Array.from({ length: days + 1 }, (_, i) => startDate.add({ days: i }));
}
