import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import { changesBetween, type FieldChange } from "./audit_record.ts";
import { auditedIn, type FieldCatalogue } from "./field_catalogue.ts";

/**
 * Returns the audited changes of a record by its catalogue, as plain JSON values. Times are local. `before` is undefined
 * for a new record: then every audited field that is not empty has changed.
 */
export function changesOf<T extends object>(
  before: T | undefined,
  after: T,
  { catalogue, timeZone }: { catalogue: FieldCatalogue<T>; timeZone: string },
): FieldChange[] {
  const audited = auditedIn(catalogue);
  const names = [...audited.fields, ...audited.hidden];
  const plain = (record: T): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, plainValue(record[name], timeZone)]));
  return changesBetween(before ? plain(before) : {}, plain(after), audited);
}

function plainValue(value: unknown, timeZone: string): unknown {
  if (value instanceof Temporal.PlainDateTime) return formatLocalDateTime(value);
  if (value instanceof Temporal.Instant) return formatInstant(value, timeZone);
  return value === "" || value === 0 ? null : value;
}
