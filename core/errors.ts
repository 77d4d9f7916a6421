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
  | "INSUFFICIENT_CREDITS"
  | "APPOINTMENT_NOT_FOUND"
  | "DEPARTMENT_NOT_FOUND"
  | "HOLD_NOT_FOUND"
  | "WORKER_NOT_FOUND"
  | "VISIT_NOT_FOUND"
  | "API_KEY_NOT_FOUND"
  | "ORGANIZATION_NOT_FOUND"
  | "STAFF_USER_NOT_FOUND"
  | "REPORTING_TOKEN_NOT_FOUND"
  | "SCREEN_NOT_FOUND"
  | "WEBHOOK_NOT_FOUND"
  | "WEBHOOK_LOG_NOT_FOUND"
  | "CONFLICT"
  | "HOLD_LIMIT_EXCEEDED"
  | "RATE_LIMIT_EXCEEDED"
  | "QUERY_TIMEOUT"
  | "SERVICE_UNAVAILABLE";

/** One invalid field, with the caller's name of the field and a message that says what it must be. */
export interface Fault {
  field: string;
  message: string;
}

/** The state of an appointment that refused a change, and the action that led to it. Staff see it, callers of the API do not. */
export interface StatusConflict {
  status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
  isArchived: boolean;
  /** The actor of the last status change; null if there was none. */
  by: { kind: "STAFF" | "API_KEY" | "OPERATOR" | "SCREEN"; id: number | null; name: string } | null;
  /** Its local time; null if there was none. */
  at: string | null;
}

/** Why a repeat gets no answer: it had a secret, which is not stored, or the action still runs. */
export type AlreadyDone = "secret" | "running";

/** A refusal that the caller can understand. Any other error is a defect of the service. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
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
    message: string,
    { faults = [], retryAfterSeconds, statusConflict, alreadyDone }: {
      faults?: readonly Fault[];
      retryAfterSeconds?: number;
      statusConflict?: StatusConflict;
      alreadyDone?: AlreadyDone;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
    this.statusConflict = statusConflict;
    this.alreadyDone = alreadyDone;
  }
}

/** Makes the VALIDATION_ERROR of invalid fields. */
export function validationError(...faults: Fault[]): DomainError {
  const fields = faults.map((fault) => fault.field).join(", ");
  return new DomainError("VALIDATION_ERROR", `The request is not valid: see ${fields}`, { faults });
}
