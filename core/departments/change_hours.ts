import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { answering, type FieldChange, ifChanged, recordOf } from "../audit/audit_record.ts";
import { idField, inSchema, parseInput, requiredOr } from "../input.ts";
import type { Clock } from "../platform.ts";
import { changedMeanwhile } from "../version.ts";
import { type Department, type StaffDepartmentView, toStaffDepartmentView } from "./department.ts";
import type { Departments } from "./departments.ts";
import { departmentNotFound } from "./list_departments.ts";
import {
  dayIntervals,
  type OpeningHours,
  type OpenInterval,
  openInterval,
  weekdays,
} from "./opening_hours.ts";
import { isSameSettings, slotSettingsOf } from "./slot_settings.ts";

/** One row of opening hours that is added (`before` is null), changed, or removed (`after` is null). */
const hoursChange = z
  .object({
    day: z.enum(weekdays, {
      error: requiredOr("mustBe", { what: `one of ${weekdays.join(", ")}` }),
    }),
    before: openInterval.nullable(),
    after: openInterval.nullable(),
  }, { error: requiredOr("mustBe", { what: '{"day": "monday", "before": ..., "after": ...}' }) })
  .refine(({ before, after }) => before !== null || after !== null, {
    path: ["after"],
    error: inSchema("requiredWithoutBefore"),
  });

type HoursChange = z.output<typeof hoursChange>;

/** Input of a change of opening hours: the id of the department, and the changed rows. */
export const changeHoursInput = z.object({
  id: idField("The department"),
  changes: z
    .array(hoursChange, { error: requiredOr("mustBe", { what: "a list of changes" }) })
    .min(1, inSchema("noChange"))
    .max(500, inSchema("tooManyChanges", { max: 500 }))
    .refine(
      (changes) => weekdays.every((day) => dayIntervals.safeParse(rowsAfter(changes, day)).success),
      inSchema("overlap"),
    ),
});

/**
 * Adds, changes and removes rows of the opening hours of a department, all or none of them. Other rows stay as they are,
 * so people who change different rows do not overwrite each other. Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, or
 * CONFLICT if a row of `before` is not there any more, or if a row of `after` overlaps a row that stays.
 */
export async function changeHours(
  { now, departments }: Clock & { departments: Departments },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffDepartmentView> {
  const { id, changes } = parseInput(changeHoursInput, input);
  const apply = (current: Department) => {
    const before = slotSettingsOf(current);
    current.openingHours = withChanges(current.openingHours, changes);
    return isSameSettings(before, slotSettingsOf(current)) ? null : before;
  };
  const recorded = changes.filter(({ before, after }) =>
    !before || !after || !isSame(before, after)
  )
    .map(toFieldChange);
  const department = await departments.change(
    { id, organizationId },
    apply,
    (after) => {
      const by = answering(actor, toStaffDepartmentView(after));
      const action = "department.updated";
      return ifChanged(recordOf(after, { actor: by, action, changes: recorded, at: now() }));
    },
  );
  if (!department) throw departmentNotFound();
  return toStaffDepartmentView(department);
}

function toFieldChange({ day, before, after }: HoursChange): FieldChange {
  return {
    field: "openingHours",
    ...(before && { before: { [day]: before } }),
    ...(after && { after: { [day]: after } }),
  };
}

function withChanges(
  hours: OpeningHours | null,
  changes: readonly HoursChange[],
): OpeningHours {
  // The department was open by rows, and is always open now.
  if (!hours) throw changedMeanwhile();
  const days = weekdays.map((day) => {
    const rows = [...hours[day] ?? []];
    for (const { before } of changes.filter((one) => one.day === day)) {
      if (!before) continue;
      const at = rows.findIndex((row) => isSame(row, before));
      if (at === -1) throw changedMeanwhile();
      rows.splice(at, 1);
    }
    const sorted = dayIntervals.safeParse([...rows, ...rowsAfter(changes, day)]);
    if (!sorted.success) throw changedMeanwhile();
    return [day, sorted.data ?? []] as const;
  });
  return Object.fromEntries(days.filter(([, rows]) => rows.length > 0));
}

/** Returns the new rows of a day. */
function rowsAfter(changes: readonly HoursChange[], day: HoursChange["day"]): OpenInterval[] {
  return changes.flatMap((one) => one.day === day && one.after ? [one.after] : []);
}

function isSame(one: OpenInterval, other: OpenInterval): boolean {
  return one.opens === other.opens && one.closes === other.closes;
}
