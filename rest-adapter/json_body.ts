import { type Fault, validationError } from "../core/mod.ts";
import { WireError } from "./refusals.ts";

/** The largest body that any surface takes. */
export const maxBodyBytes = 65_536;
const jsonType = /^application\/json[\t ]*(?:;|$)/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A body that is a JSON object, or what is wrong with it. */
export type JsonBody =
  | { object: Record<string, unknown>; fault?: never }
  | { object?: never; fault: Fault };

const wrongType = bodyFault("Must be sent with the header Content-Type: application/json");
const brokenOff = bodyFault("Must arrive whole; the connection broke off");
const malformed = bodyFault("Must be valid JSON in UTF-8");

/**
 * Reads a JSON object of at most 64 KiB (decisions 5). The fault is given back and not thrown, so that it
 * can be reported with those of the headers. Throws PAYLOAD_TOO_LARGE.
 */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  if (!isJson(request)) return wrongType;
  const bytes = await readBytes(request);
  if (!bytes) return brokenOff;
  if (bytes.length === 0) return bodyFault("Must be a JSON object, and is empty");
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return malformed;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return bodyFault("Must be a JSON object");
  }
  return { object: value as Record<string, unknown> };
}

/**
 * The text of a body that is some JSON, of at most 64 KiB; "" for none, which needs no type (decisions 7).
 * Throws VALIDATION_ERROR on `body`, or PAYLOAD_TOO_LARGE.
 */
export async function readJsonText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  if (!bytes) throw validationError(brokenOff.fault);
  if (bytes.length === 0) return "";
  if (!isJson(request)) throw validationError(wrongType.fault);
  try {
    const text = utf8.decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    throw validationError(malformed.fault);
  }
}

/** As `readJsonBody`, a fault being thrown as VALIDATION_ERROR. */
export async function requireJsonBody(request: Request): Promise<Record<string, unknown>> {
  const { object, fault } = await readJsonBody(request);
  if (fault) throw validationError(fault);
  return object;
}

/**
 * The fault of a body that is there, where none is asked for, and is not even JSON (decisions 7). Throws
 * PAYLOAD_TOO_LARGE.
 */
export async function unaskedBodyFault(request: Request): Promise<Fault | undefined> {
  const bytes = await readBytes(request);
  return isJson(request) || bytes?.length === 0 ? undefined : wrongType.fault;
}

function isJson(request: Request): boolean {
  return jsonType.test(request.headers.get("Content-Type") ?? "");
}

function bodyFault(message: string): JsonBody & { fault: Fault } {
  return { fault: { field: "body", message } };
}

/**
 * The bytes of a body, or undefined when it breaks off. A Content-Length above the limit refuses at once;
 * one below it proves nothing, so the bytes are counted too and no more than the limit is held.
 */
async function readBytes(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("Content-Length")) > maxBodyBytes) throw payloadTooLarge();
  if (!request.body) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (true) {
    const next = await reader.read().catch(() => undefined);
    if (!next) return undefined;
    if (next.done) return joined(chunks, length);
    length += next.value.length;
    if (length > maxBodyBytes) {
      // Not waited for: a sender that never ends must not hold back its refusal.
      void reader.cancel().catch(() => undefined);
      throw payloadTooLarge();
    }
    chunks.push(next.value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function payloadTooLarge(): WireError {
  return new WireError("PAYLOAD_TOO_LARGE", `A body holds at most ${maxBodyBytes} bytes`);
}
