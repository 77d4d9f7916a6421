import { DomainError } from "../errors.ts";
import type { BookingRequest } from "./booking_gate.ts";

/**
 * How long a transaction waits for confirmations. They are asked for before it begins, so they have nearly always come.
 * Everybody else of the organization waits for its locks meanwhile.
 */
const maxWaitMs = 25;

/** A booking that began early was not confirmed in time, and had no effect. It may be repeated for a checked caller. */
export class NotConfirmedError extends DomainError {
  constructor() {
    super("SERVICE_UNAVAILABLE", "The API key could not be checked in time");
  }
}

/** Returns the requests whose callers may not book, or are not confirmed in time (core/booking/README.md 2). */
export async function unconfirmedOf(
  requests: readonly BookingRequest[],
): Promise<ReadonlySet<BookingRequest>> {
  const unconfirmed = new Set(requests.filter(({ isConfirmed }) => isConfirmed));
  if (unconfirmed.size === 0) return unconfirmed;
  const checks = [...unconfirmed].map(async (request) => {
    if (await request.isConfirmed) unconfirmed.delete(request);
  });
  await atMost(Promise.all(checks));
  return unconfirmed;
}

/** Returns when the work has ended, or after the maximum wait. */
function atMost(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
