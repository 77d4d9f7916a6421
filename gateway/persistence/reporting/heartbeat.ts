import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { timelineSql } from "../hosts/host_state.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

/** A heartbeat of this process, as a server shows it. */
export interface Heartbeat {
  /** The timeline of the primary that it was written on. */
  timeline: string;
  /** The monotonic time of this process just before it was written. */
  sentMs: number;
  /** The time of the primary's clock, in milliseconds since 1970. */
  writtenMs: number;
}

/** The heartbeats that this process writes on the primary. */
export interface HeartbeatWriter {
  /** Random, so that no other process and no other database has a heartbeat of this process. */
  id: string;
  /** Writes a heartbeat in place of the last one. */
  write(): Promise<void>;
  /** Returns the timeline of the last heartbeat; undefined before the first one. */
  timeline(): string | undefined;
}

// The commit does not wait for a synchronous standby: if that standby hangs, other standbys can still be measured. A lost
// heartbeat only makes the lag look longer until the next one.
const write: Statement<{ timeline: string }> = {
  text: `
    insert into reporting_heartbeats (writer, written_at, sent_ms, timeline)
    select $1, clock_timestamp(), $2, ${timelineSql}
    from set_config('synchronous_commit', 'local', true)
    on conflict (writer) do update set
      written_at = excluded.written_at, sent_ms = excluded.sent_ms, timeline = excluded.timeline
    returning timeline`,
};

/** Creates the heartbeats of this process. */
export function createHeartbeatWriter(primary: Pool): HeartbeatWriter {
  const id = randomUUID();
  let timeline: string | undefined;
  return {
    id,
    async write() {
      const [row] = await rowsIn(primary, write, [id, performance.now()]);
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
