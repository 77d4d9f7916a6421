import type { IncomingMessage } from "node:http";
import { Refusal, refuse } from "./answer.ts";
import type { Booking } from "./booking.ts";

const maxBodyLength = 65_536;

/** Reads a JSON object. Throws 400 or 413. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readText(request);
  try {
    return { ...JSON.parse(text) };
  } catch {
    return refuse(400, "VALIDATION_ERROR", "The body is not JSON");
  }
}

/** Events cost less than `for await`. */
function readText(request: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > maxBodyLength) {
      reject(new Refusal(413, "PAYLOAD_TOO_LARGE", "The body is over 64 KiB"));
    }
  });
  request.on("end", () => resolve(text));
  request.on("error", reject);
  return promise;
}

/** Returns a date, or undefined if the text is none. */
export function toDate(text: string | null): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(Date.parse(text!))
    ? text!
    : undefined;
}

/** Checks the fields of a booking. Throws 400 with the names of all invalid fields. */
export function toBooking(body: Record<string, unknown>): Booking {
  const { departmentId, workerId = null, externalUserId = null } = body;
  const name = typeof body["name"] === "string" ? body["name"].trim() : "";
  const dateTime = toDateTime(body["dateTime"]);
  const invalid = [
    ...(Number.isSafeInteger(departmentId) ? [] : ["departmentId"]),
    ...(dateTime ? [] : ["dateTime"]),
    ...(name !== "" && isText(name) ? [] : ["name"]),
    ...(workerId === null || Number.isSafeInteger(workerId) ? [] : ["workerId"]),
    ...(externalUserId === null || isText(externalUserId) ? [] : ["externalUserId"]),
  ];
  if (invalid.length > 0) refuse(400, "VALIDATION_ERROR", `Not valid: ${invalid.join(", ")}`);
  return { departmentId, dateTime, name, workerId, externalUserId } as Booking;
}

/** Reads a local date-time to the second; undefined if there is no such time. */
export function toDateTime(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, minutes, seconds = ":00"] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?$/.exec(value) ?? [];
  if (minutes === undefined) return undefined;
  const text = minutes + seconds;
  const ms = Date.parse(`${text}Z`);
  // Date.parse moves 30 February into March.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== text ? undefined : text;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 255 && !value.includes("\0");
}
