import type { Pool } from "pg";
import type { AppointmentQuery, BookingScope, ReadAppointment } from "../../../core/ports.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
  filterBy,
} from "./appointment_filter.ts";
import { firstAppointments, orderBy } from "./first_appointments.ts";
import { type FoundPage, readPage } from "../database/page.ts";
import { rowsOf } from "../database/statement.ts";

/** From this offset on, the total is read first, so that a late page can be read from the end of the list. */
const deepOffset = 1000;

interface Window {
  limit: number;
  offset: number;
  /** Whether `offset` counts from the end of the list. */
  isFromEnd: boolean;
}

/**
 * Reads one page and the total in one snapshot. A page in the second half of the list is read from the end: OFFSET
 * reads every row that it skips, so the last page would cost as much as the whole list. Pages in the middle stay
 * expensive.
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
  // The list may change between the two statements. An offset from a stale end is another page, so it is read again.
  for (let attempt = 0; attempt < 3 && offset > totalElements / 2; attempt += 1) {
    const limit = Math.max(0, Math.min(size, totalElements - offset));
    const fromEnd = Math.max(0, totalElements - offset - limit);
    const page = await read({ limit, offset: fromEnd, isFromEnd: true });
    if (page.totalElements === totalElements) return page;
    totalElements = page.totalElements;
  }
  return await read(forward);
}

function readWindow(
  pool: Pool,
  { scope, query, window }: { scope: BookingScope; query: AppointmentQuery; window: Window },
): Promise<FoundPage<ReadAppointment>> {
  const { values, where, total } = filterBy(scope, query);
  const { isFromEnd: isReversed, ...range } = window;
  // Rows that are skipped are read in the index alone.
  const ids = firstAppointments("id", [...where, "not is_archived"], {
    query,
    isReversed,
    ...range,
  });
  return readPage<AppointmentRow, ReadAppointment>((statement) => rowsOf(pool, statement, values), {
    total,
    rows: `
      select ${appointmentColumns}, a.date_time, a.created_at
      from appointments a
      join departments d on d.organization_id = a.organization_id and d.id = a.department_id
      where a.organization_id = $1 and a.environment = $2 and a.id = any(array(${ids}))`,
    orderBy: orderBy(query.sort),
  }, appointmentFromRow);
}
