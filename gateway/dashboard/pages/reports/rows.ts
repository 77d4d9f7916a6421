import { addDays, dateText, dayText, mondayOf } from "../../api/time.ts";
import { locale } from "../../messages/language.ts";
import { hourText, valueText } from "../../ui/value_text.ts";
import { type Choice, type Field, firstOfMonth, type Group, nextMonth } from "./choice.ts";
import { entityOf, isEntity, type Row } from "./query.ts";
import { t } from "./texts.ts";

/** A key of a row: a text that identifies it, and its names in a table and below a bar. */
export interface Key {
  id: string;
  name: string;
  label: string;
}

const monthForm = new Intl.DateTimeFormat(locale, {
  timeZone: "UTC",
  month: "long",
  year: "numeric",
});
const shortMonthForm = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short" });

/** Returns the key of a row in a group. */
export function keyOf(row: Row, group: Group, days: Pick<Choice, "from" | "to">): Key {
  if (isEntity(group)) {
    const entity = entityOf(row, group);
    return entity ? { ...entity, label: entity.name } : noKey();
  }
  const value = row[group.field];
  return value === null || value === undefined ? noKey() : keyNamed(String(value), group, days);
}

/** Returns all keys of a group of times, also those without a row. Hours are those between the first and the last row. */
export function timeKeys(
  group: Group,
  { from, to }: Pick<Choice, "from" | "to">,
  rows: readonly Row[],
): Key[] {
  return valuesOf().map((value) => keyNamed(value, group, { from, to }));

  function valuesOf(): readonly string[] {
    if (group.keys) return group.keys;
    const found = rows.map((row) => row[group.field]);
    switch (group.field) {
      case "day":
        return stepped(from, to, (day) => addDays(day, 1));
      case "week":
        return stepped(mondayOf(from), to, (monday) => addDays(monday, 7));
      case "month":
        return stepped(firstOfMonth(from), to, nextMonth);
      case "hourOfDay": {
        const hours = found.map(Number);
        const first = Math.min(...hours);
        return Array.from({ length: Math.max(...hours) - first + 1 }, (_, i) => String(first + i));
      }
      default:
        return [...new Set(found.map(String))];
    }
  }
}

/** Returns a number of a row. */
export function numberOf(row: Row | undefined, { name }: Field): number | null {
  const value = row?.[name];
  return typeof value === "number" ? value : null;
}

/** Returns a number of a row in words. */
export function numberTextOf(row: Row | undefined, field: Field): string {
  return valueText(field.unit, numberOf(row, field));
}

function keyNamed(value: string, group: Group, { from, to }: Pick<Choice, "from" | "to">): Key {
  // In a period of several years a day needs its year.
  const dateOf = from.slice(0, 4) === to.slice(0, 4) ? dayText : dateText;
  const named = (name: string, label = name) => ({ id: value, name, label });
  if (group.keys) {
    const key = group.keys.find((one) => one === value)!;
    return named(t(`key.${key}`));
  }
  switch (group.field) {
    case "day":
      return named(dateOf(value));
    case "week":
      return named(t("weekOf", { date: dateOf(value) }), dateOf(value));
    case "month": {
      const date = new Date(`${value}T00:00:00Z`);
      return named(monthForm.format(date), shortMonthForm.format(date));
    }
    case "hourOfDay":
      return named(hourText(Number(value)), value);
    default:
      return named(value);
  }
}

function noKey(): Key {
  return { id: "", name: t("noKey"), label: t("noKey") };
}

function stepped(first: string, last: string, next: (date: string) => string): string[] {
  const found: string[] = [];
  for (let date = first; date <= last; date = next(date)) found.push(date);
  return found;
}
