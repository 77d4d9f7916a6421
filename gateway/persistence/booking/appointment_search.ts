import type { Pool } from "pg";
import {
  type AppointmentSearch,
  type BookingScope,
  maxCounted,
  maxSearched,
  type ReadAppointment,
} from "../../../core/ports.ts";
import {
  all,
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
  conditionsOf,
} from "./appointment_filter.ts";
import { firstAppointments, orderBy } from "./first_appointments.ts";
import { cancellableRowsOf } from "../database/cancellable.ts";
import { cappedWindow, type FoundPage, readPage } from "../database/page.ts";

const listed = ["not is_archived"];
const listedAndArchived = [...listed, "is_archived"];
const sortColumns = "id, date_time, created_at, name, status";

/** Reads one page of a search by staff and the total, in one snapshot. Cancels the statement if `signal` is aborted. */
export function searchPage(
  pool: Pool,
  scope: BookingScope,
  { query, maxSearchedOf = maxSearched, signal }: {
    query: AppointmentSearch;
    maxSearchedOf?: number;
    signal?: AbortSignal | undefined;
  },
): Promise<FoundPage<ReadAppointment>> {
  const { offset, limit } = cappedWindow(query);
  const order = orderBy(query.sort);
  const upTo = offset + limit;
  const { values, found, counted } = sourcesOf(scope, query, { upTo, maxSearchedOf });
  return readPage<AppointmentRow, ReadAppointment>(
    (statement) => cancellableRowsOf(pool, [statement, values], signal),
    {
      with: `with found as materialized (${found})`,
      total: `(select least(count(*), ${maxCounted}) from (${counted}) counted_rows)`,
      rows: `
        select ${appointmentColumns}, a.date_time, a.created_at
        from (select id from found order by ${order} limit ${limit} offset ${offset}) f
        join appointments a on a.organization_id = $1 and a.environment = $2 and a.id = f.id
        join departments d on d.organization_id = a.organization_id and d.id = a.department_id`,
      orderBy: order,
    },
    appointmentFromRow,
  );
}

/**
 * Returns the rows that a page is taken from and the rows that are counted.
 *
 * Each index has listed appointments before archived ones. Each kind is read in the requested order, as far as the page
 * needs, and both are merged.
 *
 * A search for a part of a name scans the latest `maxSearchedOf` appointments of each kind. Why no index: it would
 * double the cost of each booking (migrations/README.md 6). `strpos` and not `like`, because it has no wildcards.
 */
function sourcesOf(
  scope: BookingScope,
  query: AppointmentSearch,
  { upTo, maxSearchedOf }: { upTo: number; maxSearchedOf: number },
): { values: unknown[]; found: string; counted: string } {
  const { values, conditions, valueOf } = conditionsOf(scope, query);
  if (query.workerId !== null) conditions.push(`worker_id = ${valueOf(query.workerId)}::bigint`);
  if (query.qrCode !== null) conditions.push(`qr_code = ${valueOf(query.qrCode)}`);
  const kinds = query.includeArchived ? listedAndArchived : listed;
  const ofEachKind = (rowsOf: (conditions: string[]) => string) =>
    kinds.map((kind) => `(${rowsOf([...conditions, kind])})`).join(" union all ");
  if (query.search === null) {
    return {
      values,
      found: ofEachKind((kept) => firstAppointments(sortColumns, kept, { query, limit: upTo })),
      counted: ofEachKind((kept) =>
        `select 1 from appointments where ${all(...kept)} limit ${maxCounted}`
      ),
    };
  }
  const byTime = { ...query, sort: { field: "dateTime", direction: "desc" } } as const;
  const latest = ofEachKind((kept) =>
    firstAppointments("*", kept, { query: byTime, limit: maxSearchedOf })
  );
  const search = `strpos(lower(name), lower(${valueOf(query.search)})) > 0`;
  const found = `select ${sortColumns} from (${latest}) latest where ${search}`;
  return { values, found, counted: "select from found" };
}
