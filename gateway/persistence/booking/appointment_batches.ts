import type { Pool } from "pg";
import type {
  AppointmentSelection,
  BookingScope,
  ListPosition,
  ReadAppointment,
} from "../../../core/ports.ts";
import { rowsOf } from "../database/statement.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { idBeforeCreation, searchConditions } from "./appointment_search.ts";
import { firstAppointments, orderBy, sortColumnsOf } from "./first_appointments.ts";
import { searchQueryOf } from "./search_words.ts";

const maxBatchSize = 500;
/** A search by text reads this many appointments per statement; few of them may match. */
const maxWalked = 2000;

/** The columns of a position, whose order makes an appointment of the list the next one. */
const sortTypes = { id: "bigint", date_time: "timestamp", name: "text", status: "text" } as const;

/**
 * Yields the appointments of a selection in batches, in its order (7 in README.md). Each statement continues after the
 * last appointment that the statement before has read.
 */
export async function* readAppointmentBatches(
  pool: Pool,
  scope: BookingScope,
  selection: AppointmentSelection,
): AsyncGenerator<ReadAppointment[]> {
  const size = selection.search ? maxWalked : maxBatchSize;
  let after: ListPosition | undefined;
  do {
    const rows = await readRows(pool, scope, { selection, size, after });
    const read = rows.map(({ isFound, isFull, ...row }) => ({
      isFound,
      isFull,
      appointment: appointmentFromRow(row),
    }));
    const last = read.at(-1);
    after = last?.isFull ? last.appointment : undefined;
    yield read.flatMap(({ isFound, appointment }) => isFound ? [appointment] : []);
  } while (after);
}

/** Reads the next appointments of a selection without a text after a position. */
export async function readAfter(
  pool: Pool,
  scope: BookingScope,
  selection: AppointmentSelection,
  { position, limit }: { position: ListPosition; limit: number },
): Promise<ReadAppointment[]> {
  const afterId = await idBeforeCreation(pool, scope, selection);
  const rows = await readRows(pool, scope, { selection, size: limit, after: position, afterId });
  return rows.map(appointmentFromRow);
}

type Row = AppointmentRow & { isFound: boolean; isFull: boolean };

/**
 * Reads the next `size` appointments by the filters. Of these, it returns the ones that the text finds, and always the
 * last one, at which the next statement continues.
 */
function readRows(
  pool: Pool,
  scope: BookingScope,
  { selection, size, after, afterId = null }: {
    selection: AppointmentSelection;
    size: number;
    after: ListPosition | undefined;
    afterId?: number | null;
  },
): Promise<Row[]> {
  const { search, sort } = selection;
  const { values, valueOf, kinds } = searchConditions(scope, selection, afterId);
  const past = after ? [isAfter(after, sort, valueOf)] : [];
  // Each index has listed appointments before archived ones, so each kind is read by itself.
  const parts = kinds.map((kept) =>
    `(${firstAppointments("*", [...kept, ...past], { query: selection, limit: size })})`
  );
  const found = search
    ? [
      `search_words @@ ${valueOf(searchQueryOf(scope, search.terms))}::tsquery`,
      ...(search.code === null ? [] : [`starts_with(qr_code, ${valueOf(search.code)})`]),
    ].join(" or ")
    : "true";
  const order = orderBy(sort);
  const text = `
    with walked as materialized (
      select * from (${parts.join(" union all ")}) parts order by ${order} limit ${size}
    ), numbered as (
      select *, ${found} as is_found, row_number() over (order by ${order}) as position,
        count(*) over () as walked
      from walked
    )
    select ${appointmentColumns}, a.is_found as "isFound", a.walked = ${size} as "isFull"
    from numbered a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    where a.is_found or a.position = a.walked
    order by a.position`;
  return rowsOf<Row>(pool, { text }, values);
}

/** Returns the condition that an appointment comes after a position. */
function isAfter(
  position: ListPosition,
  { field, direction }: AppointmentSelection["sort"],
  valueOf: (value: unknown) => string,
): string {
  const columns = sortColumnsOf(field);
  const { id, dateTime, name, status } = position;
  const values = { id, date_time: dateTime?.toString(), name, status };
  const last = columns.map((column) => `${valueOf(values[column])}::${sortTypes[column]}`);
  return `(${columns.join(", ")}) ${direction === "asc" ? ">" : "<"} (${last.join(", ")})`;
}
