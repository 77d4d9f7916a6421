import { DomainError, type ErrorCode, type Fault } from "../core/mod.ts";
import type { Answer } from "./exchange.ts";

/** Refusals that only HTTP knows; the domain's own are `ErrorCode` (decisions 5). */
export type WireCode = "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "INTERNAL_ERROR";

/** Every `error.code` that a response can carry (interface, "Errors"). */
export type Code = ErrorCode | WireCode;

/** The one status of each code. */
export const statusOfCode: Record<Code, number> = {
  VALIDATION_ERROR: 400,
  INVALID_DATE_FORMAT: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_CREDITS: 402,
  INSUFFICIENT_SCOPE: 403,
  FORBIDDEN: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  APPOINTMENT_NOT_FOUND: 404,
  DEPARTMENT_NOT_FOUND: 404,
  WORKER_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  ORGANIZATION_NOT_FOUND: 404,
  STAFF_USER_NOT_FOUND: 404,
  REPORTING_TOKEN_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_LOG_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  QUERY_TIMEOUT: 503,
  SERVICE_UNAVAILABLE: 503,
};

/** A refusal with a code that the domain does not know. */
export class WireError extends Error {
  override name = "WireError";
  readonly code: WireCode;

  constructor(code: WireCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What every surface says of a defect. */
export const internalErrorMessage = "Something went wrong on our side; try again later";

/** The answer to a defect; it says nothing of what went wrong (decisions 5). */
export const internalError: Answer = envelope("INTERNAL_ERROR", internalErrorMessage);

/** No endpoint has this path. */
export const notFound: Answer = envelope("NOT_FOUND", "There is nothing at this path");

/** The path has an endpoint, for other methods than the one called. */
export function methodNotAllowed(allowed: readonly string[]): Answer {
  const allow = allowed.join(", ");
  const answer = envelope("METHOD_NOT_ALLOWED", `This path takes ${allow}`);
  return { ...answer, headers: { Allow: allow } };
}

/** The answer to a refusal in the contract's envelope; undefined for anything else thrown, a defect. */
export function refusalAnswer(error: unknown): Answer | undefined {
  if (error instanceof WireError) return envelope(error.code, error.message);
  if (!(error instanceof DomainError)) return undefined;
  if (error.code === "VALIDATION_ERROR") return envelope(error.code, error.message, error.faults);
  const answer = envelope(error.code, error.message);
  const retryAfterSeconds = retryAfterSecondsOf(error);
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { "Retry-After": String(retryAfterSeconds) } };
}

/** What `Retry-After` says beside a refusal; undefined where it says nothing. */
export function retryAfterSecondsOf(error: DomainError): number | undefined {
  // A fixed hint: overload passes within a second or so, and clients back off exponentially anyway.
  return error.retryAfterSeconds ?? (error.code === "SERVICE_UNAVAILABLE" ? 1 : undefined);
}

function envelope(code: Code, message: string, details?: readonly Fault[]): Answer {
  return {
    status: statusOfCode[code],
    body: { error: { code, message, ...(details && { details }) } },
  };
}
