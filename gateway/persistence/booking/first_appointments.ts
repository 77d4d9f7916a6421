import type { AppointmentQuery } from "../../../core/ports.ts";
import { all } from "./appointment_filter.ts";

// The order of creation is the order of the ids: both are given under the lock of the balance.
const sortColumns = {
  id: ["id"],
  dateTime: ["date_time", "id"],
  createdAt: ["id"],
  name: ["name", "date_time", "id"],
  status: ["status", "date_time", "id"],
} as const;

/** Returns the columns of a sort order. */
export function sortColumnsOf(field: AppointmentQuery["sort"]["field"]) {
  return sortColumns[field];
}

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
 */
export function firstAppointments(
  columns: string,
  conditions: readonly string[],
  { query, isReversed = false, limit, offset = 0 }: {
    query: Pick<AppointmentQuery, "sort">;
    isReversed?: boolean;
    limit: number;
    offset?: number;
  },
): string {
  const order = orderBy(query.sort, isReversed);
  return `select ${columns} from appointments where ${all(...conditions)}
    order by ${order} limit ${limit} offset ${offset}`;
}
