import { Counter, Histogram, type Registry } from "prom-client";
import { type BookingGate, environments } from "../../core/ports.ts";

/** A transaction of bookings. */
export interface BookingTransaction {
  bookings: number;
  /** From the request for the locks until they are held, with the round trip. */
  lockSeconds: number;
}

const outcomes = ["booked", "replayed", "refused", "failed"] as const;

/** Measures the bookings. */
export function observeBookings(registry: Registry) {
  const registers = [registry];
  const bookings = new Counter({
    name: "appointment_bookings_total",
    help: "Requests for an appointment by outcome: booked, replayed (the same Idempotency-Key), " +
      "refused (by a rule), failed (no answer of the database).",
    labelNames: ["environment", "outcome"],
    registers,
  });
  const credits = new Counter({
    name: "appointment_credits_spent_total",
    help: "Credits that bookings have consumed.",
    labelNames: ["environment"],
    registers,
  });
  const sizes = new Histogram({
    name: "appointment_booking_batch_size",
    help: "Bookings of one transaction.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const locks = new Histogram({
    name: "appointment_booking_lock_seconds",
    help: "Time until a transaction of bookings holds its locks, with the round trip.",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  for (const environment of environments) {
    credits.inc({ environment }, 0);
    for (const outcome of outcomes) bookings.inc({ environment, outcome }, 0);
  }
  return {
    onTransaction({ bookings, lockSeconds }: BookingTransaction): void {
      sizes.observe(bookings);
      locks.observe(lockSeconds);
    },
    /** Returns the gate, whose bookings are counted. */
    observe(gate: BookingGate): BookingGate {
      return {
        ...gate,
        async book(scope, request) {
          const { environment } = scope;
          try {
            const verdict = await gate.book(scope, request);
            bookings.inc({ environment, outcome: verdict.kind });
            if (verdict.kind === "booked") {
              credits.inc({ environment }, Math.abs(verdict.creditEntry.amount));
            }
            return verdict;
          } catch (error) {
            bookings.inc({ environment, outcome: "failed" });
            throw error;
          }
        },
      };
    },
  };
}
