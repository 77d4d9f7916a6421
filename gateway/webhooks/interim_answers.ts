import type { Socket } from "node:net";

// The longest head that undici accepts. A longer one is passed on, so that undici refuses it.
const maxHeadBytes = 16 * 1024;
const endOfHead = Buffer.from("\r\n\r\n");
const statusBytes = "HTTP/1.1 100".length;
// undici writes the head of a request as one text. Parts of a body are bytes, or texts without a request line.
const requestHead = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;

/**
 * Takes each `100 Continue` out of the bytes that are read from a socket. A receiver may send it before its answer, also
 * if nobody has asked for it (RFC 9110, 15.2), and undici breaks off the connection then. It accepts other interim
 * answers by itself.
 *
 * Heads are looked for only between the head of a request and the first head that is not interim, so no body is searched.
 * A later write of the same request changes nothing: the answer may have begun before the body was sent.
 */
export function skipContinue(socket: Socket): void {
  const { read, write } = socket;
  /** Bytes at the beginning of a head that have not been passed on; undefined after the head of the final answer. */
  let held: Buffer | undefined;

  socket.write = (...args: unknown[]) => {
    if (typeof args[0] === "string" && requestHead.test(args[0])) held ??= Buffer.alloc(0);
    return (write as (...args: unknown[]) => boolean).apply(socket, args);
  };
  socket.read = (size) => {
    const bytes: Buffer | null = read.call(socket, size);
    if (bytes === null || held === undefined) return bytes;
    const { passed, rest } = withoutContinue(Buffer.concat([held, bytes]));
    held = rest;
    // Null says that there is nothing to parse yet.
    return passed.length > 0 ? passed : null;
  };
}

/** Returns the bytes to pass on, and the beginning of an interim head; undefined if the final answer has begun. */
function withoutContinue(bytes: Buffer): { passed: Buffer; rest: Buffer | undefined } {
  const passed: Buffer[] = [];
  let from = 0;
  for (;;) {
    const status = bytes.toString("latin1", from, from + statusBytes);
    const isCut = status.length < statusBytes;
    const isInterim = isCut || /^HTTP\/1\.[01] 1(?!01)\d\d$/.test(status);
    const end = isInterim ? bytes.indexOf(endOfHead, from) : -1;
    if (!isInterim || end === -1) {
      const isHeld = isInterim && bytes.length - from <= maxHeadBytes;
      if (!isHeld) passed.push(bytes.subarray(from));
      return { passed: Buffer.concat(passed), rest: isHeld ? bytes.subarray(from) : undefined };
    }
    const next = end + endOfHead.length;
    if (!status.endsWith(" 100")) passed.push(bytes.subarray(from, next));
    from = next;
  }
}
