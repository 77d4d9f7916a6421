import type { Pool } from "pg";
import type { AppointmentQuery, BookingScope, ReadAppointment } from "../../../core/mod.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
  filterBy,
} from "./appointment_filter.ts";
import { type FoundPage, readPage } from "../database/page.ts";
import { rowsOf } from "../database/statement.ts";

/** From this offset on it pays to learn the total first and to read a late page from the end. */
const deepOffset = 1000;

const sortColumns = {
  id: ["id"],
  dateTime: ["date_time", "id"],
  createdAt: ["created_at", "date_time", "id"],
  name: ["name", "date_time", "id"],
  status: ["status", "date_time", "id"],
} as const;

interface Window {
  limit: number;
  offset: number;
  /** Whether the rows are counted from the end of the list. */
  isFromEnd: boolean;
}

/**
 * One page and the total, in one statement and so in one snapshot. A page in the second half is read from
 * the end, so that the first and the last pages cost the same however long the list is.
 */
export async function findPage(
  pool: Pool,
  scope: BookingScope,
  query: AppointmentQuery,
): Promise<FoundPage<ReadAppointment>> {
  const { size } = query;
  const offset = Math.min(query.page * size, Number.MAX_SAFE_INTEGER);
  const forward = { limit: size, offset, isFromEnd: false };
  const read = (window: Window) => readWindow(pool, { scope, query, window });
  if (offset < deepOffset) return await read(forward);
  let { totalElements } = await read({ ...forward, limit: 0, offset: 0 });
  // The list may grow between the two statements; a window counted from a stale end would be another.
  for (let attempt = 0; attempt < 3 && offset > totalElements / 2; attempt += 1) {
    const limit = Math.max(0, Math.min(size, totalElements - offset));
    const fromEnd = Math.max(0, totalElements - offset - limit);
    const page = await read({ limit, offset: fromEnd, isFromEnd: true });
    if (page.totalElements === totalElements) return page;
    totalElements = page.totalElements;
  }
  return await read(forward);
}

/** A list's order as SQL, or the reverse of it. */
export function orderBy(
  { field, direction }: AppointmentQuery["sort"],
  isReversed = false,
): string {
  const way = (direction === "desc") !== isReversed ? "desc" : "asc";
  return sortColumns[field].map((column) => `${column} ${way}`).join(", ");
}

function readWindow(
  pool: Pool,
  { scope, query, window }: { scope: BookingScope; query: AppointmentQuery; window: Window },
): Promise<FoundPage<ReadAppointment>> {
  const { values, where, total } = filterBy(scope, query);
  return readPage<AppointmentRow, ReadAppointment>((statement) => rowsOf(pool, statement, values), {
    total,
    rows: `
      select ${appointmentColumns}, a.date_time, a.created_at
      from (
        select * from appointments where ${where} and archived_at is null
        order by ${orderBy(query.sort, window.isFromEnd)}
        limit ${window.limit} offset ${window.offset}
      ) a join departments d on d.id = a.department_id`,
    orderBy: orderBy(query.sort),
  }, appointmentFromRow);
}
