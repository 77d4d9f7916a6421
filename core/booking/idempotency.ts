import { validationError } from "../errors.ts";
import type { AppointmentView } from "./appointment_views.ts";
import { say } from "../messages.ts";

/** An `Idempotency-Key` counts for this number of hours. */
export const idempotencyHours = 24;

/** An `Idempotency-Key` with the fingerprint of the validated fields of its request. */
export interface IdempotencyClaim {
  key: string;
  fingerprint: string;
}

/** The stored first answer of an `Idempotency-Key`. */
export interface RememberedBooking {
  fingerprint: string;
  answer: AppointmentView;
}

/** Throws VALIDATION_ERROR on `Idempotency-Key` if the key was used with another request. */
export function requireSameRequest(
  remembered: Pick<RememberedBooking, "fingerprint">,
  { fingerprint }: Pick<IdempotencyClaim, "fingerprint">,
): void {
  if (remembered.fingerprint === fingerprint) return;
  throw validationError({ field: "Idempotency-Key", message: say("keyUsedBefore") });
}
