/** Who calls, by the key. */
export interface Caller {
  organizationId: number;
  timeZone: string;
  environment: string;
  scopes: string[];
}

/** What is sent back. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A request that is not served, thrown from wherever that shows. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { code: string; message: string };

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.body = { code, message };
  }
}

export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(status, code, message);
}
