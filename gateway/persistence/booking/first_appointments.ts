import type { AppointmentQuery, AppointmentSearch } from "../../../core/ports.ts";
import { all, isByStatus, statuses } from "./appointment_filter.ts";

// The order of creation is the order of the ids: both are given under the lock of the balance.
const sortColumns = {
  id: ["id"],
  dateTime: ["date_time", "id"],
  createdAt: ["id"],
  name: ["name", "date_time", "id"],
  status: ["status", "date_time", "id"],
} as const;

/** Returns the order of a list as SQL, or the reverse order. */
export function orderBy(
  { field, direction }: AppointmentQuery["sort"],
  isReversed = false,
): string {
  const way = (direction === "desc") !== isReversed ? "desc" : "asc";
  return sortColumns[field].map((column) => `${column} ${way}`).join(", ");
}

/**
 * Returns a SELECT of the first `limit` appointments after `offset` that meet all conditions, in the order of the query.
 *
 * The index by time has the status before the time. So a list in the order of time reads each status by itself, no
 * further than needed, and merges the four. Why not an index without the status: it would be one more index entry for
 * each booking (migrations/README.md 6).
 */
export function firstAppointments(
  columns: string,
  conditions: readonly string[],
  { query, isReversed = false, limit, offset = 0 }: {
    query: AppointmentQuery | AppointmentSearch;
    isReversed?: boolean;
    limit: number;
    offset?: number;
  },
): string {
  const order = orderBy(query.sort, isReversed);
  const select = (from: string) =>
    `select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`;
  if (query.sort.field !== "dateTime" || !isByStatus(query)) {
    return select(`appointments where ${all(...conditions)}`);
  }
  const read = columns === "id" ? "id, date_time" : "*";
  const parts = statuses.map((status) =>
    `(select ${read} from appointments where ${all(...conditions, `status = ${status}`)}
      order by ${order} limit ${limit + offset})`
  );
  return select(`(${parts.join(" union all ")}) of_each_status`);
}
