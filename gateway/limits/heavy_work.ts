import {
  DomainError,
  type HeavyTurn,
  type HeavyWork,
  type HeavyWorkKind,
  type HeavyWorkRequest,
  timedOut,
} from "../../core/ports.ts";
import { createFairQueue, type FairQueueBounds } from "./fair_queue.ts";
import { createPieces } from "./pieces.ts";

/** The bounds of heavy work in one process. */
export interface HeavyWorkOptions {
  bounds: Record<HeavyWorkKind, FairQueueBounds>;
  /** How long a request waits for its turn, and how long it may then take. */
  maxWaitMs?: number;
  deadlineMs?: number;
  /** How long a computation runs before it pauses. */
  pieceMs?: number;
}

// gateway/limits/README.md 1
const usualMaxWaitMs = 10_000;
const usualDeadlineMs = 10_000;
const usualPieceMs = 5;
const maxRestMs = 1000;
/** The place of a longer report also rests. */
const longReportMs = 250;

/** Creates core's port for heavy work, with bounds for this process. */
export function createHeavyWork(
  {
    bounds,
    maxWaitMs = usualMaxWaitMs,
    deadlineMs = usualDeadlineMs,
    pieceMs = usualPieceMs,
  }: HeavyWorkOptions,
): HeavyWork {
  const { nextTurn } = createPieces(pieceMs);
  const queues = { report: createFairQueue(bounds.report), desk: createFairQueue(bounds.desk) };

  async function enter(request: HeavyWorkRequest): Promise<HeavyTurn> {
    const { kind, organizationId, signal, isPatient = false } = request;
    const gone = signal ?? new AbortController().signal;
    const hasWaited = await waitFor(
      (waiting) => queues[kind].enter(organizationId, waiting),
      gone,
      { maxWaitMs: isPatient ? undefined : maxWaitMs },
    );
    const deadline = abortAfter(deadlineMs, () => timedOut(deadlineMs / 1000));
    const ended = AbortSignal.any([gone, deadline.signal]);
    const enteredAt = performance.now();
    let pieceEndsAt = enteredAt + pieceMs;
    let isOver = false;
    return {
      hasWaited,
      signal: ended,
      isDue: () => performance.now() >= pieceEndsAt,
      async pause() {
        await nextTurn();
        ended.throwIfAborted();
        pieceEndsAt = performance.now() + pieceMs;
      },
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        deadline.clear();
        const tookMs = performance.now() - enteredAt;
        const restMs = kind === "desk" || tookMs > longReportMs ? Math.min(tookMs, maxRestMs) : 0;
        // The timer must not delay the end of the process.
        setTimeout(() => queues[kind].leave(organizationId), restMs).unref();
      },
    };
  }

  return { enter, nextTurn };
}

async function waitFor(
  enter: (signal: AbortSignal) => Promise<boolean>,
  gone: AbortSignal,
  { maxWaitMs }: { maxWaitMs: number | undefined },
): Promise<boolean> {
  if (maxWaitMs === undefined) return await enter(gone);
  const limit = abortAfter(maxWaitMs, tooBusy);
  try {
    return await enter(AbortSignal.any([gone, limit.signal]));
  } finally {
    limit.clear();
  }
}

/** Returns a signal that aborts after a time unless it is cleared. */
function abortAfter(ms: number, reason: () => unknown) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reason()), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function tooBusy(): DomainError {
  return new DomainError(
    "SERVICE_UNAVAILABLE",
    "Too many heavy requests are waiting. Send fewer at a time, or try again shortly",
  );
}
