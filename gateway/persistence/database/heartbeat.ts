import { randomUUID } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { timelineSql } from "../hosts/host_state.ts";
import { rowsIn, type Statement } from "./statement.ts";

/** A heartbeat of this process, as a server shows it. */
export interface Heartbeat {
  /** The timeline of the primary that it was written on. */
  timeline: string;
  /** The monotonic time of this process just before it was written. */
  sentMs: number;
  /** The time of the primary's clock, in milliseconds since 1970. */
  writtenMs: number;
}

/** What a service may open, as each of its processes writes it. */
export interface ServiceSize {
  connections: number;
  /** The processes that write it. */
  processes: number;
}

/** Heartbeats that this process writes on the primary. */
export interface HeartbeatWriter {
  /** Random, so that no other process and no other database has a heartbeat of this process. */
  id: string;
  /** Writes a heartbeat in place of the last one. */
  write(primary: ClientBase | Pool, service?: ServiceSize): Promise<void>;
  /** Returns the timeline of the last heartbeat; undefined before the first one. */
  timeline(): string | undefined;
}

const upsertOf = (timeline: string, from = ""): Statement<{ timeline: string }> => ({
  text: `
    insert into reporting_heartbeats
      (writer, written_at, sent_ms, timeline, service_connections, service_processes)
    select $1, clock_timestamp(), $2, ${timeline}, $3::int, $4::int ${from}
    on conflict (writer) do update set
      written_at = excluded.written_at, sent_ms = excluded.sent_ms, timeline = excluded.timeline
    returning timeline`,
});

const upserts = {
  // The commit does not wait for a synchronous standby: if that standby hangs, other standbys can still be measured. A
  // lost heartbeat only makes the lag look longer until the next one.
  lag: upsertOf(timelineSql, "from set_config('synchronous_commit', 'local', true)"),
  // The commit waits like that of a booking. An engine that is compatible with Postgres may have no timeline.
  writes: upsertOf("''"),
};

/** Creates heartbeats of this process, which show how far a standby is behind or whether the primary accepts writes. */
export function createHeartbeatWriter(show: "lag" | "writes"): HeartbeatWriter {
  const id = randomUUID();
  let timeline: string | undefined;
  return {
    id,
    async write(primary, service) {
      const size = [service?.connections ?? null, service?.processes ?? null];
      const [row] = await rowsIn(primary, upserts[show], [id, performance.now(), ...size]);
      timeline = row!.timeline;
    },
    timeline: () => timeline,
  };
}

/** Deletes the heartbeats of processes that ended more than a day ago. */
export async function deleteOldHeartbeats(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 24 }).toString();
  await pool.query("delete from reporting_heartbeats where written_at <= $1", [limit]);
}
