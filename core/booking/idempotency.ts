import type { AppointmentView } from "./appointment_views.ts";

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
