import type { ClientBase, Pool } from "pg";
import { Connections, type Pooler } from "../database/connections.ts";
import type { RequestTrace } from "../database/request_trace.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import type { Heartbeat } from "../database/heartbeat.ts";
import { beginOn, openReportingPool, type Snapshot } from "./snapshots.ts";
import {
  type Present,
  type StandbyAnswer,
  type StandbyState,
  standbyState,
} from "./standby_state.ts";

/** One server that reports may be read from. */
export interface Standby {
  /** Such as `db2:5432`. */
  host: string;
  pool: Pool;
  /** Reads the heartbeat of this process outside a report. Never throws. */
  check(): Promise<void>;
  /** Evaluates the last answer. It gets older until the next one. */
  state(): StandbyState;
  /** Returns why the last check got no answer; undefined if it got one. */
  fault(): unknown;
  /** Begins a snapshot. Throws `UnusableStandby` if the server may not be used or does not answer. */
  begin(): Promise<Snapshot>;
  close(): Promise<void>;
}

/** A server cannot be used for a report. The message says why and has no address. */
export class UnusableStandby extends Error {
  override name = "UnusableStandby";
}

/** How a standby is used. */
export interface StandbyOptions {
  url: string;
  pooler: Pooler;
  trace: RequestTrace | undefined;
  poolSize: number;
  maxLagSeconds: number;
  /** The id of this process' heartbeats. */
  writer: string;
  present(): Present;
}

/** A check waits so long for an answer. Meanwhile the last answer gets older. */
const maxCheckMs = 3000;

const readHeartbeat: Statement<{ isInRecovery: boolean } & (Heartbeat | { sentMs: null })> = {
  text: `
    select pg_is_in_recovery() as "isInRecovery", timeline, sent_ms as "sentMs",
      extract(epoch from written_at)::float8 * 1000 as "writtenMs"
    from (select) as this_server left join reporting_heartbeats on writer = $1`,
};

/** Opens a standby. It is not connected before the first check or report. */
export function openStandby(options: StandbyOptions): Standby {
  const { url, pooler, trace, poolSize, maxLagSeconds, writer, present } = options;
  const connections = new Connections(url, undefined, { pooler, trace, isOfStandby: true });
  const pool = openReportingPool(connections, poolSize);
  // Reports may occupy their pool for seconds.
  const checks = connections.openPool({
    applicationName: "appointment-booking reporting check",
    max: 1,
    maxSilenceMs: maxCheckMs,
  });
  let last: StandbyAnswer | { reason: string; error?: unknown } = {
    reason: "it has not answered yet",
  };

  async function answerOf(client: ClientBase | Pool): Promise<StandbyAnswer> {
    const [row] = await rowsIn(client, readHeartbeat, [writer]);
    const { isInRecovery, ...heartbeat } = row!;
    return last = { isInRecovery, heartbeat: heartbeat.sentMs === null ? null : heartbeat };
  }
  function stateOf(answer: StandbyAnswer): StandbyState {
    return standbyState(answer, present(), { maxLagSeconds });
  }
  async function check(): Promise<void> {
    await answerOf(checks).catch((error: unknown) => {
      last = { reason: reasonOf(error), error };
    });
  }
  /** A report may also fail because all connections of its pool are in use, so a check decides about other reports. */
  function refuse(error: unknown): never {
    void check();
    throw new UnusableStandby(reasonOf(error), { cause: error });
  }

  return {
    host: new URL(url).host,
    pool,
    check,
    state: () =>
      "reason" in last ? { isUsable: false, reason: last.reason, lagMs: null } : stateOf(last),
    fault: () => "reason" in last ? last.error : undefined,
    async begin() {
      const client = await beginOn(pool).catch(refuse);
      const answer = await answerOf(client).catch((error: unknown) => {
        client.release(true);
        return refuse(error);
      });
      const found = stateOf(answer);
      if (!found.isUsable) {
        const isLost = await client.query("rollback").then(() => false, () => true);
        client.release(isLost);
        throw new UnusableStandby(found.reason);
      }
      const asOf = Temporal.Instant.fromEpochMilliseconds(
        Math.floor(present().databaseMs - found.lagMs),
      );
      return { client, age: { asOf, lagSeconds: Math.ceil(found.lagMs) / 1000 } };
    },
    async close() {
      await Promise.all([pool.end(), checks.end()]);
      connections.close();
    },
  };
}

const noTable = "42P01";
const noPermission = "42501";
const conflict = "40001";

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === noTable) return "its database has no reporting_heartbeats table";
  if (code === noPermission) return "its role may not read reporting_heartbeats";
  if (code === conflict) return "it cancelled the query to apply changes of the primary";
  return "it cannot be reached";
}
