import {
  DomainError,
  type HeavyTurn,
  type HeavyWork,
  type HeavyWorkKind,
  type HeavyWorkRequest,
  say,
  timedOut,
} from "../../core/ports.ts";
import { WaitingLine } from "../waiting_line.ts";
import { createPieces } from "./pieces.ts";

/** The maximum number of requests at a time, in total and for one organization. */
export interface HeavyWorkBounds {
  maxAtOnce: number;
  maxPerOrganization: number;
}

/** The bounds of heavy work in one process. */
export interface HeavyWorkOptions {
  bounds: Record<HeavyWorkKind, HeavyWorkBounds>;
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
    deadlineMs: ownDeadlineMs = usualDeadlineMs,
    pieceMs = usualPieceMs,
  }: HeavyWorkOptions,
): HeavyWork {
  const { nextTurn } = createPieces(pieceMs);
  const lines = { report: openLine(bounds.report), desk: openLine(bounds.desk) };

  async function enter(request: HeavyWorkRequest): Promise<HeavyTurn> {
    const { kind, organizationId, signal, isPatient = false, deadlineMs = ownDeadlineMs } = request;
    const wait = { key: organizationId, maxWaitMs: isPatient ? undefined : maxWaitMs, signal };
    const hasWaited = await lines[kind].enter(wait);
    const deadline = abortAfter(deadlineMs, () => timedOut(deadlineMs / 1000));
    const ended = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
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
        setTimeout(() => lines[kind].leave(organizationId), restMs).unref();
      },
    };
  }

  return { enter, nextTurn };
}

function openLine({ maxAtOnce, maxPerOrganization }: HeavyWorkBounds): WaitingLine<number> {
  return new WaitingLine({ maxAtOnce, maxPerKey: maxPerOrganization, refusal: tooBusy });
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
    say("tooManyHeavy"),
  );
}
