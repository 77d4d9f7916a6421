import { DomainError } from "../../core/errors.ts";

/** Returns the refusal of a call. A call that succeeds or fails with a defect fails the test. */
export async function refusalOf(attempt: () => unknown): Promise<DomainError> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("Was not refused");
}

/** Returns the invalid fields of a VALIDATION_ERROR. Fails the test if a message is a library's. */
export async function faultsOf(attempt: () => unknown): Promise<string[]> {
  const { code, details } = await refusalOf(attempt);
  if (code !== "VALIDATION_ERROR") throw new Error(`Was refused with ${code}`);
  for (const { field, message } of details) {
    if (message === "" || /^(Invalid|Too |Unrecognized)|expected/.test(message)) {
      throw new Error(`${field} has the message of a library: ${message}`);
    }
  }
  return details.map(({ field }) => field);
}

/** Ports that must not be called: any call of any of their methods fails the test. */
export function untouchable<T extends object>(): T {
  const refuseCalls = (name: string): object =>
    new Proxy(() => {}, {
      get: (_, method) => refuseCalls(`${name}.${String(method)}`),
      apply: () => {
        throw new Error(`${name} was called`);
      },
    });
  return refuseCalls("ports") as T;
}
