import type { Pool, PoolClient } from "pg";
import type { BookingScope, Holds } from "../../../core/ports.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { boundsOf } from "./occupancy.ts";

type Query = Parameters<Holds["times"]>[1];

interface TimeRow {
  departmentId: number;
  dateTime: string;
  workerId: number | null;
}

// The place of an offer stays taken until the offer is passed on.
const times: Statement<TimeRow> = {
  text: `
    select department_id as "departmentId", date_time as "dateTime", worker_id as "workerId"
    from holds
    where organization_id = $1 and environment = $2 and ($3::int is null or department_id = $3)
      and date_time >= $4::timestamp and date_time < $5::timestamp
      and (expires_at > $6 or waitlist_entry_id is not null)`,
};

/** Reads the times of holds. */
export async function findHeldTimes(
  pool: Pool,
  scope: BookingScope,
  query: Query,
): ReturnType<Holds["times"]> {
  return timesOf(await rowsOf(pool, times, timesValues(scope, query)));
}

/** Reads the times of holds in a transaction. */
export async function readHeldTimes(
  client: PoolClient,
  scope: BookingScope,
  query: Query,
): ReturnType<Holds["times"]> {
  return timesOf(await rowsIn(client, times, timesValues(scope, query)));
}

function timesValues(
  { organizationId, environment }: BookingScope,
  { departmentId, from, to, now }: Query,
): unknown[] {
  const range = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
  return [organizationId, environment, departmentId, ...boundsOf(range), now.toString()];
}

function timesOf(rows: TimeRow[]): Awaited<ReturnType<Holds["times"]>> {
  return rows.map((row) =>
    Object.assign(row, { dateTime: localDateTimeFromDatabase(row.dateTime) })
  );
}
