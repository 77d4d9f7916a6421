/**
 * Every way in which the domain refuses a request (interface, "Errors", and decisions 5 to 7). The union
 * is closed: each surface translates it through one exhaustive table.
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
  | "WORKER_NOT_FOUND"
  | "API_KEY_NOT_FOUND"
  | "ORGANIZATION_NOT_FOUND"
  | "STAFF_USER_NOT_FOUND"
  | "REPORTING_TOKEN_NOT_FOUND"
  | "WEBHOOK_NOT_FOUND"
  | "WEBHOOK_LOG_NOT_FOUND"
  | "CONFLICT"
  | "RATE_LIMIT_EXCEEDED"
  | "QUERY_TIMEOUT"
  | "SERVICE_UNAVAILABLE";

/** One field that is at fault, named as the caller named it, with how to mend it. */
export interface Fault {
  field: string;
  message: string;
}

/** A refusal that the caller can understand; anything else thrown is a defect of the service. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
  /** The fields at fault; never empty for VALIDATION_ERROR, always empty for every other code. */
  readonly faults: readonly Fault[];
  /** When it may be tried again, from 1, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { faults = [], retryAfterSeconds }: {
      faults?: readonly Fault[];
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The refusal of an input whose fields are at fault. */
export function validationError(...faults: Fault[]): DomainError {
  const fields = faults.map((fault) => fault.field).join(", ");
  return new DomainError("VALIDATION_ERROR", `The request is not valid: see ${fields}`, { faults });
}
