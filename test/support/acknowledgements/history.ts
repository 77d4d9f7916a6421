/** What a caller does with an appointment. */
export type ActKind = "created" | "moved" | "cancelled" | "archived" | "completed";

/**
 * What the caller knows of a request. Unknown: the last attempt was answered 503, or its connection was lost, and it was
 * not repeated.
 */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** A request of a caller, with all its repeats. */
export interface Act {
  kind: ActKind;
  /** Whether it had an `Idempotency-Key`. */
  hasKey: boolean;
  outcome: Outcome;
  /** When the first attempt began and the last one ended. */
  requestedAtMs: number;
  answeredAtMs: number;
  /** The requested place, of a creation and a move. */
  place?: { departmentId: number; dateTime: string };
}

/**
 * What one caller did with one appointment, in order. No other caller changes it, and its caller leaves it after an
 * unknown outcome. So at most the last act is unknown.
 */
export interface AppointmentHistory {
  organizationId: number;
  /** Of this appointment alone. */
  name: string;
  /** Known once the creation was acknowledged. */
  id?: number;
  qrCode?: string;
  acts: Act[];
}

/** Returns how many acts had an outcome, by kind. */
export function countActs(
  histories: readonly AppointmentHistory[],
  outcome: Outcome,
): Record<ActKind, number> {
  const counts = { created: 0, moved: 0, cancelled: 0, archived: 0, completed: 0 };
  for (const { acts } of histories) {
    for (const act of acts) if (act.outcome === outcome) counts[act.kind] += 1;
  }
  return counts;
}
