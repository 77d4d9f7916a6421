import { type Pace, unpaced } from "./pace.ts";
import type { Ports } from "./ports.ts";

/**
 * The two queues of heavy work: reports, which hold a connection of the reporting pool, and what staff do at the
 * desk (large ranges, text searches, pieces of exports), so that neither waits for the other.
 */
export type HeavyWorkKind = "report" | "desk";

/** Who asks for heavy work. */
export interface HeavyWorkRequest {
  kind: HeavyWorkKind;
  organizationId: number;
  /** Aborted once nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
  /** Waits as long as it takes: for a piece of an answer that is already being sent. */
  isPatient?: boolean;
}

/** A place among those who work, held until it is disposed of. */
export type HeavyTurn = Pace & Disposable;

/** Bounds heavy work: how much of it runs at a time, for an organization and in all, and how long each takes. */
export interface HeavyWork {
  /**
   * Waits until it is the organization's turn. Throws SERVICE_UNAVAILABLE after a bounded wait, and the signal's
   * reason once it is aborted.
   */
  enter(request: HeavyWorkRequest): Promise<HeavyTurn>;
  /** Waits for a turn of the event loop of its own, as before a large answer is written. */
  nextTurn(): Promise<void>;
}

/** Runs heavy work in its turn; without the port at once and without pauses. */
export async function inTurn<T>(
  { heavyWork }: Pick<Ports, "heavyWork">,
  request: HeavyWorkRequest,
  work: (pace: Pace) => Promise<T>,
): Promise<T> {
  if (!heavyWork) return await work(unpaced);
  using turn = await heavyWork.enter(request);
  return await work(turn);
}
