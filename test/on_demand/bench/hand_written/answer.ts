/** The response to a request. */
export interface Answer {
  status: number;
  body: unknown;
  /** The JSON of the body, if it was made already. */
  text?: string;
  headers?: Record<string, string>;
}

/** An error answer, thrown anywhere below the request handler. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Throws the error answer. */
export function refuse(status: number, code: string, message: string, headers = {}): never {
  throw new Refusal(status, code, message, headers);
}
