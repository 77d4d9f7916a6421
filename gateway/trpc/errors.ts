import { TRPCError } from "@trpc/server";
import {
  type TRPC_ERROR_CODE_KEY,
  type TRPC_ERROR_CODE_NUMBER,
  TRPC_ERROR_CODES_BY_KEY,
} from "@trpc/server/rpc";
import {
  type AlreadyDone,
  DomainError,
  type Fault,
  type FaultText,
  type Message,
  type StatusConflict,
  textOf,
  validationError,
} from "../../core/mod.ts";
import {
  type Code,
  internalErrorMessage,
  retryAfterSecondsOf,
  statusOfCode,
  WireError,
} from "../../rest-adapter/http/mod.ts";

/** An error as clients get it: tRPC's form, with the REST code and the invalid fields. */
export interface ErrorShape {
  message: string;
  code: TRPC_ERROR_CODE_NUMBER;
  data: {
    code: TRPC_ERROR_CODE_KEY;
    httpStatus: number;
    appCode: Code;
    /** What the message says, for the dashboard to say it in the language of the viewer. */
    reason?: Message;
    /** The invalid fields. Only for VALIDATION_ERROR. */
    details?: (FaultText & { reason?: Message })[];
    /** The present state of the appointment, and who caused it when. Only for the CONFLICT of a change of it. */
    conflict?: StatusConflict;
    /** Only for the CONFLICT of a repeat whose first request was carried out. */
    alreadyDone?: AlreadyDone;
  };
}

/** The tRPC code of each error code. */
export const trpcCodeOf: Record<Code, TRPC_ERROR_CODE_KEY> = {
  VALIDATION_ERROR: "BAD_REQUEST",
  INVALID_DATE_FORMAT: "BAD_REQUEST",
  MISSING_API_KEY: "UNAUTHORIZED",
  INVALID_API_KEY: "UNAUTHORIZED",
  INVALID_CREDENTIALS: "UNAUTHORIZED",
  UNAUTHENTICATED: "UNAUTHORIZED",
  FACTOR_REQUIRED: "UNAUTHORIZED",
  INSUFFICIENT_CREDITS: "PAYMENT_REQUIRED",
  INSUFFICIENT_SCOPE: "FORBIDDEN",
  FORBIDDEN: "FORBIDDEN",
  PASSWORD_CHANGE_REQUIRED: "FORBIDDEN",
  FACTOR_SETUP_REQUIRED: "FORBIDDEN",
  STEP_UP_REQUIRED: "FORBIDDEN",
  APPOINTMENT_NOT_FOUND: "NOT_FOUND",
  DEPARTMENT_NOT_FOUND: "NOT_FOUND",
  HOLD_NOT_FOUND: "NOT_FOUND",
  LEGAL_HOLD_NOT_FOUND: "NOT_FOUND",
  WAITLIST_ENTRY_NOT_FOUND: "NOT_FOUND",
  WORKER_NOT_FOUND: "NOT_FOUND",
  VISIT_NOT_FOUND: "NOT_FOUND",
  API_KEY_NOT_FOUND: "NOT_FOUND",
  ORGANIZATION_NOT_FOUND: "NOT_FOUND",
  STAFF_USER_NOT_FOUND: "NOT_FOUND",
  FACTOR_NOT_FOUND: "NOT_FOUND",
  REPORTING_TOKEN_NOT_FOUND: "NOT_FOUND",
  SCREEN_NOT_FOUND: "NOT_FOUND",
  SESSION_NOT_FOUND: "NOT_FOUND",
  WEBHOOK_NOT_FOUND: "NOT_FOUND",
  WEBHOOK_LOG_NOT_FOUND: "NOT_FOUND",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_ALLOWED: "METHOD_NOT_SUPPORTED",
  CONFLICT: "CONFLICT",
  HOLD_LIMIT_EXCEEDED: "CONFLICT",
  WAITLIST_FULL: "CONFLICT",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RATE_LIMIT_EXCEEDED: "TOO_MANY_REQUESTS",
  INTERNAL_ERROR: "INTERNAL_SERVER_ERROR",
  QUERY_TIMEOUT: "SERVICE_UNAVAILABLE",
  SERVICE_UNAVAILABLE: "SERVICE_UNAVAILABLE",
};

/** The fault of an input that cannot be read. */
export const invalidInput: Fault = {
  field: "input",
  message:
    "Must be valid JSON. For a batch, it must be an object with the index of each call as key",
};

/**
 * Our errors for tRPC's own refusals: its messages may repeat the input or a parser's message. Any other error of tRPC
 * is a defect.
 */
const refusalsOfTrpc: Partial<Record<TRPC_ERROR_CODE_KEY, DomainError | WireError>> = {
  NOT_FOUND: new WireError("NOT_FOUND", "There is no procedure with this name"),
  METHOD_NOT_SUPPORTED: new WireError(
    "METHOD_NOT_ALLOWED",
    "Call queries with POST or GET, and mutations with POST",
  ),
  BAD_REQUEST: validationError(invalidInput),
};

/** Returns the refusal that caused an error, or undefined for a defect. */
export function refusalOf(error: unknown): DomainError | WireError | undefined {
  const cause = causeOf(error);
  if (cause instanceof DomainError || cause instanceof WireError) return cause;
  return error instanceof TRPCError ? refusalsOfTrpc[error.code] : undefined;
}

/** Unwraps the thrown error: tRPC wraps it in its own. */
export function causeOf(error: unknown): unknown {
  return error instanceof TRPCError ? error.cause ?? error : error;
}

/** Returns an error in the form for clients. A defect has no details. */
export function shapeOf(error: unknown): ErrorShape {
  const refusal = refusalOf(error);
  const appCode = refusal?.code ?? "INTERNAL_ERROR";
  const code = trpcCodeOf[appCode];
  return {
    message: refusal?.message ?? internalErrorMessage,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: {
      code,
      httpStatus: statusOfCode[appCode],
      appCode,
      ...(refusal instanceof DomainError && refusal.reason && { reason: refusal.reason }),
      ...(refusal instanceof DomainError && appCode === "VALIDATION_ERROR" &&
        { details: refusal.faults.map(detailOf) }),
      ...(refusal instanceof DomainError && refusal.statusConflict &&
        { conflict: refusal.statusConflict }),
      ...(refusal instanceof DomainError && refusal.alreadyDone &&
        { alreadyDone: refusal.alreadyDone }),
    },
  };
}

function detailOf({ field, message }: Fault): FaultText & { reason?: Message } {
  const text = textOf(message);
  return { field, message: text, ...(typeof message === "object" && { reason: message }) };
}

/** Returns the seconds for `Retry-After`, or undefined if the error has none. */
export function retryAfterOf(error: unknown): number | undefined {
  const refusal = refusalOf(error);
  return refusal instanceof DomainError ? retryAfterSecondsOf(refusal) : undefined;
}
