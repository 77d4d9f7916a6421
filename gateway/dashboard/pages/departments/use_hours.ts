import { useWrite } from "../../api/hooks.ts";
import type { Department, Input } from "../../api/types.ts";
import { useVersionedSave, type VersionedSave } from "../../api/versioned_save.ts";
import { toast } from "../../ui/toast.tsx";
import { type Interval, type OpeningHours, type Weekday, weekdays } from "./hours_text.ts";
import { type DepartmentTabProps, savedDepartment, shownSettings } from "./use_settings.ts";
import { t } from "./texts.ts";

/** The hours of days; or `openingHours`, if the department becomes always open or stops being so. */
export type HoursChanges =
  & Partial<Record<Weekday, Interval[]>>
  & Partial<Pick<Department, "openingHours">>;

/**
 * Saves opening hours by row: rows that the user has not changed are not sent, so they cannot overwrite the change of
 * somebody else. `hours` are all hours that the user entered.
 */
export function useHours(
  { department, onReset }: DepartmentTabProps,
  hours: OpeningHours | null,
  onSaved: (hours: OpeningHours | null) => void,
): VersionedSave<Department, HoursChanges> {
  const { id } = department;
  const update = useWrite("departments.update", { changes: shownSettings });
  const changeHours = useWrite("departments.changeHours", { changes: shownSettings });
  return useVersionedSave<Department, HoursChanges>(department, {
    async send(changes, from) {
      if ("openingHours" in changes || !from.openingHours) {
        return await update.mutateAsync({ id, version: from.version, openingHours: hours });
      }
      const rows = changedRows(from.openingHours, changes);
      return rows.length === 0 ? from : await changeHours.mutateAsync({ id, changes: rows });
    },
    valueIn: ({ openingHours }, field) =>
      field === "openingHours" || !openingHours ? openingHours : openingHours[field] ?? [],
    onSaved(saved) {
      toast(t("saved"));
      onSaved(saved.openingHours);
    },
    ...savedDepartment(id, onReset),
  });
}

/** Returns the changes from one state of opening hours to the given hours of days. */
export function changesOf(
  saved: OpeningHours | null,
  hours: OpeningHours | null,
): HoursChanges {
  if (!saved || !hours) return { openingHours: hours };
  return Object.fromEntries(weekdays.map((day) => [day, hours[day] ?? []]));
}

type Row = Input<"departments.changeHours">["changes"][number];

/** Returns the rows that differ. A removed row and an added row of the same day are one changed row. */
function changedRows(from: OpeningHours, to: HoursChanges): Row[] {
  return weekdays.filter((day) => to[day] !== undefined).flatMap((day) => {
    const removed = without(from[day] ?? [], to[day]!);
    const added = without(to[day]!, from[day] ?? []);
    const count = Math.max(removed.length, added.length);
    return Array.from({ length: count }, (_, i): Row => ({
      day,
      before: removed[i] ?? null,
      after: added[i] ?? null,
    }));
  });
}

function without(rows: readonly Interval[], others: readonly Interval[]): Interval[] {
  return rows.filter((row) =>
    !others.some(({ opens, closes }) => opens === row.opens && closes === row.closes)
  );
}
