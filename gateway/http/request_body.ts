import type { IncomingMessage } from "node:http";
import { maxBodyBytes } from "../../rest-adapter/http/mod.ts";

/** A request with a collected body. @hono/node-server passes `rawBody` to the surfaces instead of the stream. */
export type CollectedMessage = IncomingMessage & { rawBody?: Buffer };

const noBody = Buffer.alloc(0);

/**
 * Collects the body of a request and then calls `onBody`, at once if there is none. A body that is too large is passed on
 * with one byte more than the maximum, or unread if `Content-Length` is too large: the surface refuses it after its
 * earlier checks (401 before 413). An aborted body is never passed on.
 */
export function collectBody(incoming: CollectedMessage, onBody: () => void): void {
  const { method, headers } = incoming;
  const declared = Number(headers["content-length"] ?? 0);
  const hasBody = declared > 0 || headers["transfer-encoding"] !== undefined;
  if (!hasBody || declared > maxBodyBytes) {
    if (method !== "GET") incoming.rawBody = noBody;
    onBody();
    return;
  }
  let collected: Buffer = noBody;
  let length = 0;

  function onData(chunk: Buffer): void {
    const isFirst = length === 0;
    length += chunk.length;
    collected = isFirst ? chunk : appended(collected, chunk, length);
    if (length <= maxBodyBytes) return;
    incoming.off("data", onData).off("end", onEnd).pause();
    length = maxBodyBytes + 1;
    onEnd();
  }
  function onEnd(): void {
    incoming.rawBody = collected.subarray(0, length);
    onBody();
  }
  incoming.on("data", onData).on("end", onEnd).on("error", ignore);
}

/** Appends to a buffer that doubles. A list of chunks would take 200 bytes for each chunk of one byte. */
function appended(collected: Buffer, chunk: Buffer, length: number): Buffer {
  const offset = length - chunk.length;
  let target = collected;
  if (collected.length < length) {
    target = Buffer.allocUnsafe(Math.max(length, offset * 2, 1024));
    collected.copy(target, 0, 0, offset);
  }
  chunk.copy(target, offset);
  return target;
}

// The connection is lost, and its response closes.
function ignore(): void {}
