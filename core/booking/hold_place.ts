import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { forms, idField, localDateTimeField, parseInput, wholeNumberField } from "../input.ts";
import { formatLocalDateTime, formatUtc } from "../local_date_time.ts";
import type { Clock, Hashing } from "../platform.ts";
import { bookedWorkerField, idempotencyKeyField } from "./book_appointment.ts";
import type { BookingGate } from "./booking_gate.ts";
import { type Hold, holderOf, type Holds } from "./hold.ts";
import { count, id, instant, localDateTime } from "../view_fields.ts";
import { say } from "../messages.ts";

const defaultSeconds = 300;

/** The fields of a hold. */
export const holdPlaceFields = z.object({
  departmentId: idField("Id of the department", 1),
  dateTime: localDateTimeField.meta({
    ...forms.dateTime,
    description: "A time in the slot, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    examples: ["2030-03-05T14:30:00"],
  }),
  workerId: idField("The worker; required if the department books by worker").nullish()
    .meta(bookedWorkerField.meta()!),
  seconds: wholeNumberField(30, 900, "For how long the place is held, in seconds", 300)
    .default(defaultSeconds),
});

/** The fields with the optional `Idempotency-Key`. */
export const holdPlaceInput = holdPlaceFields.extend({
  "Idempotency-Key": idempotencyKeyField.meta({
    description:
      "Makes the request safe to repeat. While the hold lasts, the same key with the same fields " +
      "returns it. The same key with different fields is refused.",
    examples: ["0d7cbf5e-6a0e-4d8b-a7f5-3b1f1c2f9f63"],
  }),
});

/** A hold as callers see it. */
export const holdView = z
  .object({
    id: id("Id of the hold", 1),
    departmentId: id("Id of the department", 1),
    dateTime: localDateTime("The requested time", "2030-03-05T14:30:00"),
    workerId: id("Id of the worker; left out if the hold has none", 3).optional(),
    expiresAt: instant("When the hold ends, in UTC", "2026-02-27T08:17:44.512Z"),
    secondsLeft: count("Seconds until then, by the clock of the service", 299),
  })
  .meta({ id: "Hold", description: "A place that is held for you" });
type HoldView = z.output<typeof holdView>;

/** A caller of the public API, as far as holds need it. */
type HoldCaller = Pick<ApiCaller, "organizationId" | "environment" | "apiKeyId" | "lineageId">;

/**
 * Holds a place for 30 to 900 seconds, without a credit (core/booking/README.md 18). Throws VALIDATION_ERROR,
 * DEPARTMENT_NOT_FOUND, HOLD_LIMIT_EXCEEDED or SERVICE_UNAVAILABLE.
 */
export async function holdPlace(
  { gate, sha256, now }: Hashing & Clock & { gate: BookingGate },
  caller: HoldCaller,
  input: unknown,
): Promise<{ hold: HoldView; isReplay: boolean }> {
  const { "Idempotency-Key": key, ...fields } = parseInput(holdPlaceInput, input);
  const { departmentId, dateTime, workerId = null, seconds } = fields;
  const request = { departmentId, dateTime, workerId, seconds };
  const holder = holderOf(caller);
  const { hold, isReplay } = await gate.hold(scopeOf(caller), {
    ...request,
    holder,
    idempotency: key === undefined
      ? null
      : { key, fingerprint: await sha256(JSON.stringify(Object.values(request))) },
  });
  return { hold: toHoldView(hold, now()), isReplay };
}

/** Returns a hold of the caller that has not ended. Throws HOLD_NOT_FOUND. */
export async function getHold(
  { holds, now: clock }: Clock & { holds: Holds },
  caller: HoldCaller,
  id: number,
): Promise<HoldView> {
  const now = clock();
  const hold = await holds.find(scopeOf(caller), { id, holder: holderOf(caller), now });
  if (!hold) throw holdNotFound();
  return toHoldView(hold, now);
}

/** Ends a hold of the caller. Its place is free at once. Throws HOLD_NOT_FOUND if it has ended or was used. */
export async function releaseHold(
  { gate }: { gate: BookingGate },
  caller: HoldCaller,
  id: number,
): Promise<void> {
  const isReleased = await gate.releaseHold(scopeOf(caller), { id, holder: holderOf(caller) });
  if (!isReleased) throw holdNotFound();
}

function scopeOf({ organizationId, environment }: HoldCaller): BookingScope {
  return { organizationId, environment };
}

function holdNotFound(): DomainError {
  return new DomainError(
    "HOLD_NOT_FOUND",
    say("holdNotFound"),
  );
}

function toHoldView(
  { id, departmentId, dateTime, workerId, expiresAt }: Hold,
  now: Temporal.Instant,
): HoldView {
  const msLeft = expiresAt.epochMilliseconds - now.epochMilliseconds;
  return {
    id,
    departmentId,
    dateTime: formatLocalDateTime(dateTime),
    ...(workerId !== null && { workerId }),
    expiresAt: formatUtc(expiresAt),
    secondsLeft: Math.max(0, Math.floor(msLeft / 1000)),
  };
}
