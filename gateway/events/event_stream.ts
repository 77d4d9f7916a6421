import { DomainError, type FollowedChanges } from "../../core/mod.ts";

/** An open stream of events. */
export interface OpenStream {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream after the event that is being sent. */
  end(): void;
}

/** Options of `openEventStream`. */
interface StreamOptions {
  heartbeatMs: number;
  /**
   * Whether the reader may still read the same, or other things, or nothing. Asked every `heartbeatMs`, and before changes
   * of staff users are sent.
   */
  right(): Promise<"same" | "changed" | "none">;
  /** Called once. */
  onEnd(): void;
}

type Next = Awaited<ReturnType<FollowedChanges["next"]>>;

const encoder = new TextEncoder();
const heartbeat = encoder.encode(":\n\n");

/** Returns the event after which the reader reads everything again. */
function refresh(position: number): Uint8Array {
  return encoder.encode(`event: refresh\nid: ${position}\ndata: {}\n\n`);
}

/**
 * Writes followed changes as server-sent events. The reader sets the pace: the next event is made when the one before it
 * was taken, so a slow reader costs no memory (gateway/events/README.md 3).
 */
export function openEventStream(
  changes: FollowedChanges,
  { heartbeatMs, right, onEnd }: StreamOptions,
): OpenStream {
  let hasBegun = false;
  let hasEnded = false;
  let isCancelled = false;
  let hasLost = false;
  let position = 0;
  let next: Promise<Next> | undefined;
  let checkedAt = performance.now();

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    changes.close();
    onEnd();
  }

  /**
   * Checks the right of the reader. Returns undefined if it is the same, and else the last bytes: a reader who may read other
   * things now must read everything again, and then begin another stream.
   */
  async function lastBytes(): Promise<{ bytes: Uint8Array | undefined } | undefined> {
    checkedAt = performance.now();
    const now = await right();
    if (now === "same") return undefined;
    hasLost = true;
    return { bytes: now === "changed" ? refresh(position) : undefined };
  }

  /** Returns the next bytes; undefined at the end. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    next ??= changes.next();
    const { promise: silence, resolve } = Promise.withResolvers<"silence">();
    const timer = setTimeout(() => resolve("silence"), heartbeatMs);
    const batch = await Promise.race([next, silence]).finally(() => clearTimeout(timer));
    if (batch === "silence") {
      const last = await lastBytes();
      return last ? last.bytes : heartbeat;
    }
    next = undefined;
    if (!batch) return undefined;
    // While something changes all the time there is no silence.
    const isDue = batch.concernsStaff || performance.now() - checkedAt >= heartbeatMs;
    const last = isDue ? await lastBytes() : undefined;
    if (last) return last.bytes;
    const { isIncomplete } = batch;
    position = batch.position;
    // The caller may see none of these changes.
    if (!isIncomplete && batch.changes.length === 0 && hasBegun) return await nextBytes();
    hasBegun = true;
    if (isIncomplete) return refresh(position);
    const data = JSON.stringify(batch.changes);
    return encoder.encode(`event: changes\nid: ${position}\ndata: ${data}\n\n`);
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let bytes: Uint8Array | undefined;
      try {
        bytes = hasEnded || hasLost ? undefined : await nextBytes();
      } catch (error) {
        // The changes of a bound user are looked up. While that is not possible, the page reads again by itself.
        end();
        if (!(error instanceof DomainError)) throw error;
      }
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
