import { DomainError, type ErrorCode, type FaultText } from "../../core/mod.ts";
import type { Answer, Refused, RequestContext } from "./request_context.ts";

/** Codes that only HTTP knows; the domain's codes are `ErrorCode`. */
export type WireCode = "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "INTERNAL_ERROR";

/** Every `error.code` of the service (rest-adapter/README.md 3). */
export type Code = ErrorCode | WireCode;

/** The status of each code. */
export const statusOfCode: Record<Code, number> = {
  VALIDATION_ERROR: 400,
  INVALID_DATE_FORMAT: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FACTOR_REQUIRED: 401,
  INSUFFICIENT_CREDITS: 402,
  INSUFFICIENT_SCOPE: 403,
  FORBIDDEN: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  FACTOR_SETUP_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  APPOINTMENT_NOT_FOUND: 404,
  DEPARTMENT_NOT_FOUND: 404,
  HOLD_NOT_FOUND: 404,
  LEGAL_HOLD_NOT_FOUND: 404,
  WAITLIST_ENTRY_NOT_FOUND: 404,
  WORKER_NOT_FOUND: 404,
  VISIT_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  ORGANIZATION_NOT_FOUND: 404,
  STAFF_USER_NOT_FOUND: 404,
  FACTOR_NOT_FOUND: 404,
  REPORTING_TOKEN_NOT_FOUND: 404,
  SCREEN_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_LOG_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  HOLD_LIMIT_EXCEEDED: 409,
  WAITLIST_FULL: 409,
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

/** The message of a defect, the same on every surface. */
export const internalErrorMessage = "The service failed to process this request. Try again later.";

/** The answer to a defect. It contains nothing internal (rest-adapter/README.md 3). */
export const internalError: Answer = envelope("INTERNAL_ERROR", internalErrorMessage);

const notFound: Answer = envelope(
  "NOT_FOUND",
  "No endpoint has this path. Check the path in the API reference.",
);
const notFoundWithSlash: Answer = envelope(
  "NOT_FOUND",
  "No endpoint has this path. Paths have no slash at the end: leave it out.",
);

/** Returns the answer if no endpoint has the path. */
export function notFoundAt(path: string): Answer {
  return path.endsWith("/") ? notFoundWithSlash : notFound;
}

/** Returns the answer if the path has endpoints, but none for the method. */
export function methodNotAllowed(allowed: readonly string[]): Answer {
  const allow = allowed.join(", ");
  const answer = envelope("METHOD_NOT_ALLOWED", `This path allows ${allow}`);
  return { ...answer, headers: { Allow: allow } };
}

/**
 * How a caller authenticates, as the `WWW-Authenticate` that each 401 must have (RFC 9110, 11.6.1). No browser knows
 * the first three, so none asks for a password. The last one is not for browsers.
 */
export const challenges = {
  apiKey: 'ApiKey realm="api", header="X-API-Key"',
  session: 'Cookie realm="staff"',
  token: 'Bearer realm="token"',
  tokenOrPassword: 'Bearer realm="token", Basic realm="token"',
};

/** Returns the headers of a refusal, beside `Retry-After`. */
function challengeHeaders(code: Code): Record<string, string> {
  if (statusOfCode[code] !== 401) return {};
  const isOfKey = code === "MISSING_API_KEY" || code === "INVALID_API_KEY";
  return { "WWW-Authenticate": isOfKey ? challenges.apiKey : challenges.session };
}

/** Translates a refusal into its answer. Returns undefined for any other error, which is a defect. */
export function refusalAnswer(error: unknown): Answer | undefined {
  if (error instanceof WireError) return envelope(error.code, error.message);
  if (!(error instanceof DomainError)) return undefined;
  if (error.code === "VALIDATION_ERROR") return envelope(error.code, error.message, error.details);
  const answer = envelope(error.code, error.message);
  const retryAfterSeconds = retryAfterSecondsOf(error);
  const headers = {
    ...challengeHeaders(error.code),
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  };
  return { ...answer, headers };
}

/** Returns the seconds of `Retry-After` for a refusal; undefined if it has no such header. */
export function retryAfterSecondsOf(error: DomainError): number | undefined {
  // A fixed hint for overload, which passes within about a second. Clients back off exponentially anyway.
  return error.retryAfterSeconds ?? (error.code === "SERVICE_UNAVAILABLE" ? 1 : undefined);
}

interface ErrorEnvelope {
  error: { code: Code; message: string; details?: readonly FaultText[] };
}

function envelope(
  code: Code,
  message: string,
  details?: readonly FaultText[],
): Answer & { body: ErrorEnvelope } {
  return {
    status: statusOfCode[code],
    body: { error: { code, message, ...(details && { details }) } },
  };
}

/** Reports to the host why a request is refused. */
export function noteRefusal(
  { body }: Pick<Answer, "body">,
  { onRefused }: Pick<RequestContext, "onRefused">,
  caller: Omit<Refused, "code"> = {},
): void {
  const { error } = (body ?? {}) as Partial<ErrorEnvelope>;
  if (error) onRefused?.({ code: error.code, ...caller });
}

const maxReasonLength = 300;

/** Returns the code and the message of a refusal for the usage log; null for any other answer. */
export function reasonOf({ body }: Pick<Answer, "body">): string | null {
  const { error } = (body ?? {}) as Partial<ErrorEnvelope>;
  if (!error) return null;
  const { code, message, details } = error;
  const text = details?.map((one) => `${one.field}: ${one.message}`).join("; ") ?? message;
  return `${code}: ${text}`.slice(0, maxReasonLength);
}
