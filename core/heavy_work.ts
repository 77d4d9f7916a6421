import { DomainError } from "./errors.ts";
import { say } from "./messages.ts";

/**
 * Prevents a long computation from blocking the event loop. The computation calls `isDue` often. If it returns true,
 * the computation awaits `pause`, which runs other requests and throws after the deadline or when the caller has gone.
 */
export interface Pace {
  /** Returns whether the computation has run long enough since its last pause. */
  isDue(): boolean;
  /** Runs other requests. Throws QUERY_TIMEOUT after the deadline, and the signal's reason after an abort. */
  pause(): Promise<void>;
  /** Aborted at the deadline, or when the client no longer waits for the result. */
  signal: AbortSignal;
}

/** A pace without pauses, for short computations such as those of the command line and of tests. */
export const unpaced: Pace = {
  isDue: () => false,
  pause: () => Promise.resolve(),
  signal: new AbortController().signal,
};

/** Calls `step` for each item, with pauses, and returns the results. */
export async function mapAtPace<T, R>(
  items: Iterable<T>,
  pace: Pick<Pace, "isDue" | "pause">,
  step: (item: T) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(step(item));
    if (pace.isDue()) await pace.pause();
  }
  return results;
}

/** Makes the error of a computation that did not end in time. */
export function timedOut(seconds: number): DomainError {
  return new DomainError(
    "QUERY_TIMEOUT",
    say("tooSlow", { seconds }),
  );
}

/**
 * The two queues of heavy work. Reports hold a connection of the reporting pool. Work of the desk is large ranges, text
 * searches and batches of exports. Neither queue waits for the other.
 */
export type HeavyWorkKind = "report" | "desk";

/** A request to do heavy work. */
export interface HeavyWorkRequest {
  kind: HeavyWorkKind;
  organizationId: number;
  /** Aborted when the client no longer waits for the result. */
  signal?: AbortSignal | undefined;
  /** Waits without a time limit. Used for the next part of an answer that is already being sent. */
  isPatient?: boolean;
  /** How long it may take, if that depends on more than the work. */
  deadlineMs?: number | undefined;
  /** Checks again that the caller may do this. Called after a wait. Throws like the first check. */
  requireStill?: (() => Promise<void>) | undefined;
}

/** A place among the running heavy work, held until it is disposed of. */
export interface HeavyTurn extends Pace, Disposable {
  /** Whether the turn did not come at once. */
  hasWaited: boolean;
}

/** Bounds heavy work: how much runs at a time per organization and in total, and how long each piece may run. */
export interface HeavyWork {
  /**
   * Waits until it is the organization's turn. Throws SERVICE_UNAVAILABLE after a bounded wait, and the signal's
   * reason once it is aborted.
   */
  enter(request: HeavyWorkRequest): Promise<HeavyTurn>;
  /** Waits until the event loop is free, for example before a large answer is written. */
  nextTurn(): Promise<void>;
}

/**
 * Reads the batches of an export, each in its own turn, and converts their items. A batch waits for its turn without a
 * time limit, because an export must not end halfway for a long wait. After it the caller's rights are checked again.
 */
export async function* batchesInTurn<T, R>(
  ports: { heavyWork?: HeavyWork },
  caller: Pick<HeavyWorkRequest, "organizationId" | "signal" | "requireStill">,
  { batches, toView }: { batches: AsyncIterable<T[]>; toView(item: T): R },
): AsyncGenerator<R[]> {
  const { organizationId, signal } = caller;
  const request = { kind: "desk" as const, organizationId, signal, isPatient: true };
  const reading = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inTurn(ports, request, () => reading.next());
      if (done) return;
      await caller.requireStill?.();
      yield value.map(toView);
    }
  } finally {
    await reading.return?.();
  }
}

/**
 * Waits for a turn among the heavy work. After a wait it checks the caller's rights again: they may have ended meanwhile.
 * Returns undefined without the port, which means no bound. Throws the errors of `HeavyWork.enter` and of the check.
 */
export async function enterTurn(
  { heavyWork }: { heavyWork?: HeavyWork },
  request: HeavyWorkRequest,
): Promise<HeavyTurn | undefined> {
  const turn = await heavyWork?.enter(request);
  if (!turn?.hasWaited) return turn;
  try {
    await request.requireStill?.();
    return turn;
  } catch (error) {
    turn[Symbol.dispose]();
    throw error;
  }
}

/** Runs heavy work when it is its turn. Without the port it runs at once and without pauses. */
export async function inTurn<T>(
  ports: { heavyWork?: HeavyWork },
  request: HeavyWorkRequest,
  work: (pace: Pace) => Promise<T>,
): Promise<T> {
  using turn = await enterTurn(ports, request);
  return await work(turn ?? unpaced);
}
