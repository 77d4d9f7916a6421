import type { IncomingMessage } from "node:http";
import { maxBodyBytes } from "../../rest-adapter/http/mod.ts";

/** A request whose body was collected; @hono/node-server gives `rawBody` to the surfaces in place of the stream. */
type CollectedMessage = IncomingMessage & { rawBody?: Buffer };

const noBody = Buffer.alloc(0);

/**
 * Collects the body of a request and then calls `onBody`, at once where there is none. A body that is too large is
 * handed on with one byte more than is allowed, or, where `Content-Length` says so, unread: the surface refuses it
 * after the checks that come first (401 before 413). A body that breaks off is never handed on.
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

/** Copies into a buffer that doubles: to keep chunks of one byte as they are would take 200 bytes for each. */
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

// The connection has gone, and its response closes.
function ignore(): void {}
