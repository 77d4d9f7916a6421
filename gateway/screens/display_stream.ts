import type { FollowedDisplay } from "../../core/mod.ts";

/** An open stream of a display. */
export interface OpenDisplay {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream after the event that is being sent. */
  end(): void;
}

const encoder = new TextEncoder();
const heartbeat = encoder.encode(":\n\n");

/**
 * Writes what a display shows as server-sent events, each with everything. Every `heartbeatMs` it reads again and sends a
 * byte, so a revoked screen, a new day and an estimate that grew older are seen without a change in the feed. The reader
 * sets the pace: the next event is made when the one before it was taken.
 */
export function openDisplayStream(
  display: FollowedDisplay,
  { heartbeatMs, onEnd }: { heartbeatMs: number; onEnd(): void },
): OpenDisplay {
  let hasEnded = false;
  let isCancelled = false;
  let changed: Promise<boolean> | undefined;
  let sent: string | undefined;

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    display.close();
    onEnd();
  }

  /** Returns the next bytes; undefined at the end. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    for (;;) {
      changed ??= display.changed();
      const { promise: silence, resolve } = Promise.withResolvers<"silence">();
      const timer = setTimeout(() => resolve("silence"), heartbeatMs);
      const next = await Promise.race([changed, silence]).finally(() => clearTimeout(timer));
      if (next === false) return undefined;
      if (next !== "silence") changed = undefined;
      // A revoked screen and a database that is away end the stream. The page connects again and learns which it is.
      const data = await display.read().then((view) => JSON.stringify(view), () => undefined);
      if (data === undefined) return undefined;
      if (data !== sent) return encoder.encode(`event: display\ndata: ${sent = data}\n\n`);
      if (next === "silence") return heartbeat;
    }
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
