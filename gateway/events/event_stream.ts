import type { FollowedChanges } from "../../core/mod.ts";

/** An open stream of events. */
export interface OpenStream {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream after the event that is being sent. */
  end(): void;
}

/** Options of `openEventStream`. */
interface StreamOptions {
  heartbeatMs: number;
  /** Whether the reader may still read. Asked every `heartbeatMs`, and before changes of staff users are sent. */
  isAllowed(): Promise<boolean>;
  /** Called once. */
  onEnd(): void;
}

type Next = Awaited<ReturnType<FollowedChanges["next"]>>;

const encoder = new TextEncoder();
const heartbeat = encoder.encode(":\n\n");

/**
 * Writes followed changes as server-sent events. The reader sets the pace: the next event is made when the one before it
 * was taken, so a slow reader costs no memory (gateway/events/README.md 3).
 */
export function openEventStream(
  changes: FollowedChanges,
  { heartbeatMs, isAllowed, onEnd }: StreamOptions,
): OpenStream {
  let hasBegun = false;
  let hasEnded = false;
  let isCancelled = false;
  let next: Promise<Next> | undefined;
  let checkedAt = performance.now();

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    changes.close();
    onEnd();
  }

  function mayRead(): Promise<boolean> {
    checkedAt = performance.now();
    return isAllowed();
  }

  /** Returns the next bytes; undefined at the end. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    next ??= changes.next();
    const { promise: silence, resolve } = Promise.withResolvers<"silence">();
    const timer = setTimeout(() => resolve("silence"), heartbeatMs);
    const batch = await Promise.race([next, silence]).finally(() => clearTimeout(timer));
    if (batch === "silence") return await mayRead() ? heartbeat : undefined;
    next = undefined;
    if (!batch) return undefined;
    // While something changes all the time there is no silence.
    const isDue = batch.concernsStaff || performance.now() - checkedAt >= heartbeatMs;
    if (isDue && !await mayRead()) return undefined;
    const { isIncomplete, position } = batch;
    // The caller may see none of these changes.
    if (!isIncomplete && batch.changes.length === 0 && hasBegun) return await nextBytes();
    hasBegun = true;
    const [event, data] = isIncomplete ? ["refresh", {}] : ["changes", batch.changes];
    return encoder.encode(`event: ${event}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = hasEnded ? undefined : await nextBytes();
      if (isCancelled) return;
      if (bytes) return controller.enqueue(bytes);
      end();
      controller.close();
    },
    cancel() {
      isCancelled = true;
      end();
    },
  }, { highWaterMark: 0 });
  return { body, end };
}
