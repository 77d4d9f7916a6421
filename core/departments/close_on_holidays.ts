import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { HolidayChoice, Organization } from "../access/organization.ts";
import { organizationNotFound } from "../access/organizations.ts";
import {
  type Actor,
  answering,
  type AuditRecord,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import { eachOf } from "../each_of.ts";
import { validationError } from "../errors.ts";
import { parseInput, requiredOr, textField } from "../input.ts";
import { say } from "../messages.ts";
import type { Department } from "./department.ts";
import type { ClosuresChange, HolidaysChanged } from "./departments.ts";
import type { Holiday } from "./holiday_calendar.ts";
import { type HolidayPorts, isClosedOn, placeFields, requirePlace, yearFrom } from "./holidays.ts";

/** Input of the place, and of those of its holidays on which all departments close. */
export const closeOnHolidaysInput = z.object({
  ...placeFields,
  dates: z
    .array(textField(10, "The date of a holiday", "2026-12-25"), {
      error: requiredOr("mustBe", { what: "a list of dates" }),
    })
    .max(366, { error: requiredOr("tooManyEntries", { max: 366 }) }),
});

/** The place with the last entered date, and the number of departments that got closures. */
export interface EnteredHolidays {
  chosen: HolidayChoice;
  changed: number;
}

/**
 * Chooses a place for the organization, and closes all departments on some of its public holidays of the next year. A
 * date on which a department is closed already stays as it is there. Throws VALIDATION_ERROR, also if a date is not one
 * of these holidays.
 */
export async function closeOnHolidays(
  ports: HolidayPorts,
  { organizationId, actor, timeZone }: Pick<Caller, "organizationId" | "actor" | "timeZone">,
  input: unknown,
): Promise<EnteredHolidays> {
  const { dates, ...place } = parseInput(closeOnHolidaysInput, input);
  await requirePlace(ports, place);
  const range = yearFrom(ports, timeZone);
  const found = await ports.holidays.list(place, range);
  const other = dates.find((date) => !found.some((one) => one.date === date));
  if (other !== undefined) {
    throw validationError({ field: "dates", message: say("noHoliday", { date: other }) });
  }
  const entry = {
    chosen: { ...place, until: range.to.toString() },
    holidays: found.filter(({ date }) => dates.includes(date)),
  };
  const entered = await enter(ports, organizationId, { actor, decide: () => entry });
  if (!entered) throw organizationNotFound();
  return entered;
}

/**
 * Enters the next public holidays of every organization that has chosen a place, until a year ahead, as soon as less
 * than eleven months are entered. It enters only dates after the last entered one, so a closure that staff have removed
 * does not come back. Several processes may run it at once. A failure in one organization does not keep the others from
 * their holidays: the first one is thrown at the end.
 */
export async function renewHolidays(ports: HolidayPorts): Promise<void> {
  await eachOf(await ports.organizations.list(), (organization) => renewIn(ports, organization));
}

async function renewIn(
  ports: HolidayPorts,
  { id, timeZone, closedAt, holidays: known }: Organization,
): Promise<void> {
  const { to } = yearFrom(ports, timeZone);
  if (!known || closedAt !== null) return;
  if (known.until >= to.subtract({ months: 1 }).toString()) return;
  const from = Temporal.PlainDate.from(known.until).add({ days: 1 });
  const holidays = await ports.holidays.list(known, { from, to });
  const chosen = { ...known, until: to.toString() };
  await enter(ports, id, {
    actor: operator,
    // Another process, or a new choice, may have been faster.
    decide: (now) =>
      now && isSamePlace(now, known) && now.until === known.until ? { chosen, holidays } : null,
  });
}

interface Entry {
  chosen: HolidayChoice;
  holidays: readonly Holiday[];
}

/** Stores the choice and the closures in one transaction. Returns null if `decide` does, or without an organization. */
async function enter(
  { now, departments }: HolidayPorts,
  organizationId: number,
  { actor, decide }: { actor: Actor; decide(present: HolidayChoice | null): Entry | null },
): Promise<EnteredHolidays | null> {
  const at = now();
  const changed = await departments.changeHolidays(organizationId, (present, locked) => {
    const entry = decide(present);
    if (!entry) return null;
    const closures = locked.map((one) => closedOn(one, entry.holidays))
      .filter((change) => change.closures.length > change.department.closures.length);
    return { holidays: entry.chosen, closures };
  }, (changes) => {
    return recordsOf(changes, { actor: answering(actor, enteredOf(changes)), at });
  });
  return changed && enteredOf(changed);
}

function enteredOf({ organization, departments }: HolidaysChanged): EnteredHolidays {
  return { chosen: organization.holidays, changed: departments.length };
}

/** Returns a record for a new place, and one for each department with new closures. */
function recordsOf(
  { before, organization, departments }: HolidaysChanged,
  by: Pick<AuditRecord, "actor" | "at">,
): AuditRecord[] {
  const { id, name, holidays } = organization;
  const place = isSamePlace(before, holidays)
    ? []
    : [{ field: "holidays", before: placeOf(before), after: placeOf(holidays) }];
  const subject = { organizationId: id, id, name };
  const choice = recordOf(subject, { ...by, action: "organization.updated", changes: place });
  return [
    ...(ifChanged(choice) ? [choice] : []),
    ...departments.map(({ after, before }) => {
      const added = after.closures.slice(before.closures.length);
      const changes = added.map((closure) => ({ field: "closure", after: closure }));
      return recordOf(after, { ...by, action: "department.updated", changes });
    }),
  ];
}

function closedOn(department: Department, holidays: readonly Holiday[]): ClosuresChange {
  const added = holidays.filter(({ date }) => !isClosedOn(department.closures, date))
    .map(({ date, name }) => ({ from: date, to: date, reason: name }));
  return { department, closures: [...department.closures, ...added] };
}

function placeOf(choice: HolidayChoice | null) {
  return choice && { country: choice.country, region: choice.region };
}

function isSamePlace(one: HolidayChoice | null, other: HolidayChoice): boolean {
  return one?.country === other.country && one.region === other.region;
}
