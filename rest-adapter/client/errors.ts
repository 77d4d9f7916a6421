/** One invalid field of a request. */
export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal of the service. Decide by `code`; `message` is for people and may change. */
export class BookingApiError extends Error {
  override name = "BookingApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Such as `VALIDATION_ERROR`; `UNKNOWN` if the answer is not one of the service. */
  readonly code: string;
  /** Every invalid field of a VALIDATION_ERROR; otherwise empty. */
  readonly details: readonly FieldFault[];
  /** The operator of the service finds the request by it; null if the answer had none. */
  readonly requestId: string | null;
  /** Seconds after which the request may be repeated; null if the service did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    { status, code, details, requestId, retryAfterSeconds }: Omit<
      BookingApiError,
      "name" | "message" | "cause" | "stack"
    >,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The service or a proxy before it failed: a status from 500 on. It is not known whether a change was carried out. The
 * client has repeated the request where that is safe (rest-adapter/client/README.md 1).
 */
export class BookingServerError extends BookingApiError {
  override name = "BookingServerError";
}

/**
 * There was no answer: the service is not reached, the connection was lost, it took too long, or a proxy answered with a
 * page of its own. It is not known whether a change was carried out. `cause` has the fault, if there is one.
 */
export class BookingConnectionError extends Error {
  override name = "BookingConnectionError";
}

/** A webhook that this service did not sign, that lacks headers, or that is too old. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}
