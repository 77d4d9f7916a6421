import { type Message, say, textOf } from "./messages.ts";

/**
 * Every code with which the domain refuses a request. The union is closed: each surface translates it through one
 * exhaustive table (core/README.md 4).
 */
export type ErrorCode =
  | "VALIDATION_ERROR"
  | "INVALID_DATE_FORMAT"
  | "MISSING_API_KEY"
  | "INVALID_API_KEY"
  | "INSUFFICIENT_SCOPE"
  | "INVALID_CREDENTIALS"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "PASSWORD_CHANGE_REQUIRED"
  | "FACTOR_REQUIRED"
  | "FACTOR_SETUP_REQUIRED"
  | "STEP_UP_REQUIRED"
  | "INSUFFICIENT_CREDITS"
  | "APPOINTMENT_NOT_FOUND"
  | "DEPARTMENT_NOT_FOUND"
  | "HOLD_NOT_FOUND"
  | "LEGAL_HOLD_NOT_FOUND"
  | "WAITLIST_ENTRY_NOT_FOUND"
  | "WORKER_NOT_FOUND"
  | "VISIT_NOT_FOUND"
  | "API_KEY_NOT_FOUND"
  | "ORGANIZATION_NOT_FOUND"
  | "STAFF_USER_NOT_FOUND"
  | "FACTOR_NOT_FOUND"
  | "REPORTING_TOKEN_NOT_FOUND"
  | "SCREEN_NOT_FOUND"
  | "SESSION_NOT_FOUND"
  | "WEBHOOK_NOT_FOUND"
  | "WEBHOOK_LOG_NOT_FOUND"
  | "CONFLICT"
  | "HOLD_LIMIT_EXCEEDED"
  | "WAITLIST_FULL"
  | "RATE_LIMIT_EXCEEDED"
  | "QUERY_TIMEOUT"
  | "SERVICE_UNAVAILABLE";

/**
 * One invalid field, with the caller's name of the field and a message that says what it must be. A message that only
 * one surface has, such as of a body that is no JSON, is an English sentence.
 */
export interface Fault {
  field: string;
  message: Message | string;
}

/** An invalid field as it is answered, with an English sentence. */
export interface FaultText extends Fault {
  message: string;
}

/** The state of an appointment that refused a change, and the action that led to it. Staff see it, callers of the API do not. */
export interface StatusConflict {
  status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
  isArchived: boolean;
  /** The actor of the last status change; null if there was none. */
  by: {
    kind: "STAFF" | "API_KEY" | "OPERATOR" | "SCREEN" | "PERSON";
    id: number | null;
    name: string;
  } | null;
  /** Its local time; null if there was none. */
  at: string | null;
}

/** Why a repeat gets no answer: it had a secret, which is not stored, or the action still runs. */
export type AlreadyDone = "secret" | "running";

/** A refusal that the caller can understand. Any other error is a defect of the service. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
  /** What `message` says, for surfaces that say it in another language; undefined if only one surface says it. */
  readonly reason: Message | undefined;
  /** The invalid fields. Never empty for VALIDATION_ERROR, always empty for other codes. */
  readonly faults: readonly Fault[];
  /** Seconds until the caller may retry, from 1; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;
  /** Only for the CONFLICT of a change of an appointment; undefined otherwise. */
  readonly statusConflict: StatusConflict | undefined;
  /** Only for the CONFLICT of a repeat whose first request was carried out; undefined otherwise. */
  readonly alreadyDone: AlreadyDone | undefined;

  constructor(
    code: ErrorCode,
    message: Message | string,
    { faults = [], retryAfterSeconds, statusConflict, alreadyDone }: {
      faults?: readonly Fault[];
      retryAfterSeconds?: number;
      statusConflict?: StatusConflict;
      alreadyDone?: AlreadyDone;
    } = {},
  ) {
    super(textOf(message));
    this.code = code;
    this.reason = typeof message === "string" ? undefined : message;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
    this.statusConflict = statusConflict;
    this.alreadyDone = alreadyDone;
  }

  /** The invalid fields as they are answered. */
  get details(): FaultText[] {
    return this.faults.map(({ field, message }) => ({ field, message: textOf(message) }));
  }
}
/** Makes the VALIDATION_ERROR of invalid fields. */
export function validationError(...faults: Fault[]): DomainError {
  const fields = faults.map((fault) => fault.field).join(", ");
  return new DomainError("VALIDATION_ERROR", say("invalid", { fields }), { faults });
}

/**
 * Returns why one of many changes was refused. Throws the error if it is a defect, or if the service is not available: the
 * rest would fail too, and a repeated request goes on.
 */
export function reasonOfRefusal(error: unknown): Message {
  if (!(error instanceof DomainError) || error.code === "SERVICE_UNAVAILABLE") throw error;
  const reason = error.faults[0]?.message ?? error.reason;
  // Core refuses with messages. Only surfaces have sentences of their own.
  if (typeof reason === "object") return reason;
  throw error;
}
