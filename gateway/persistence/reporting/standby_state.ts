import type { Heartbeat } from "../database/heartbeat.ts";

/** The answer of a server that should be a standby. */
export interface StandbyAnswer {
  isInRecovery: boolean;
  /** The heartbeat of this process; null if the server does not have it. */
  heartbeat: Heartbeat | null;
}

/** The current time, against which the lag is computed. */
export interface Present {
  /** The primary's timeline; undefined before the first heartbeat. */
  timeline: string | undefined;
  /** The monotonic time of this process. */
  monotonicMs: number;
  /** The time of the primary's clock, in milliseconds since 1970. */
  databaseMs: number;
}

/** Whether reports may be read from a server, and how far it is behind. */
export type StandbyState =
  | { isUsable: true; lagMs: number }
  /** `lagMs` is null if it is unknown. */
  | { isUsable: false; reason: string; lagMs: number | null };

/**
 * Evaluates the answer of a server. The lag is the age of its heartbeat by two clocks, and the longer one counts: the
 * monotonic clock pauses while a machine is suspended, and the primary's clock may be set back.
 */
export function standbyState(
  { isInRecovery, heartbeat }: StandbyAnswer,
  { timeline, monotonicMs, databaseMs }: Present,
  { maxLagSeconds }: { maxLagSeconds: number },
): StandbyState {
  if (!isInRecovery) return unusable("it is not a standby");
  if (!heartbeat) return unusable("it does not show the heartbeat of this process");
  if (heartbeat.timeline !== timeline) return unusable("it has not followed the last promotion");
  const lagMs = Math.max(monotonicMs - heartbeat.sentMs, databaseMs - heartbeat.writtenMs);
  if (lagMs <= maxLagSeconds * 1000) return { isUsable: true, lagMs };
  const seconds = Math.floor(lagMs / 1000);
  return {
    isUsable: false,
    reason: `it is ${seconds} s behind the primary, and the limit is ${maxLagSeconds} s`,
    lagMs,
  };
}

function unusable(reason: string): StandbyState {
  return { isUsable: false, reason, lagMs: null };
}
