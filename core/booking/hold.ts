import type { ApiCaller } from "../access/api_key.ts";
import { DomainError, validationError } from "../errors.ts";
import type { BookingScope } from "../environment.ts";
import {
  type HeldPlace,
  type Holder,
  type SlotOccupancy,
  withoutHold,
} from "../departments/availability.ts";
import { lastBookingInstant } from "../departments/booking_window.ts";
import type { Department } from "../departments/department.ts";
import { createDayEvaluator } from "../departments/evaluate_days.ts";
import type { HeldTimes } from "../departments/held_times.ts";
import { type Slot, slotOf } from "../departments/slot.ts";
import type { Worker } from "../departments/worker.ts";
import { instantOf } from "../local_date_time.ts";
import {
  activeWorkersOf,
  checkSlot,
  checkWorker,
  firstFreePlace,
  requireBookable,
} from "./admission.ts";
import { type IdempotencyClaim, requireSameRequest } from "./idempotency.ts";
import { sumOf } from "./day_slots.ts";
import { say } from "../messages.ts";

/** A key may have this many holds that have not ended. */
const maxHoldsOfKey = 20;

/** The part of a day's places of a department that may be held; at least one place. */
const maxHeldShare = 0.1;

/** A place that is held for a caller until `expiresAt`. Nothing has to run at that time. */
export interface Hold extends BookingScope, Holder {
  id: number;
  departmentId: number;
  /** Local. */
  dateTime: Temporal.PlainDateTime;
  workerId: number | null;
  slot: Slot;
  place: number;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
}

/** A validated request for a hold. */
export interface HoldRequest {
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  workerId: number | null;
  seconds: number;
  holder: KeyHolder;
  /** Its key counts for the holder alone. */
  idempotency: IdempotencyClaim | null;
}

/** Everything that a hold depends on. Read after the balance row is locked. */
export interface HoldContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** Undefined if there is no such department in the organization. */
  department: Department | undefined;
  workers: readonly Worker[];
  /** The taken places of the requested slot. */
  occupancy: SlotOccupancy;
  /** Number of the holder's holds that have not ended. */
  heldByKey: number;
  /** Number of the department's holds on the requested date that have not ended. */
  heldOnDate: number;
  /** The holder's hold that has not ended and was made with the `Idempotency-Key` of the request; null if there is none. */
  earlier: { fingerprint: string; hold: Hold } | null;
}

/** The decision on a request for a hold. `new` has everything to write. */
export type HoldVerdict =
  | { kind: "new"; hold: Omit<Hold, "id"> }
  | { kind: "replayed"; hold: Hold };

/** A key that asks for, reads, uses or ends a hold. */
export interface KeyHolder extends Holder {
  lineageId: string;
}

/** The API key of a caller; absent for others, who have no holds and no cap. */
export type KeyOfCaller = Partial<Pick<ApiCaller, "apiKeyId" | "lineageId" | "dailyCreditCap">>;

/** Returns whether a hold belongs to a key, or to a key that this key has replaced. */
export function isHeldBy(hold: Holder, { apiKeyId, lineageId }: KeyHolder): boolean {
  return hold.lineageId === null ? hold.apiKeyId === apiKeyId : hold.lineageId === lineageId;
}

/** Returns the owner of a caller's holds; undefined if the caller has no API key. */
export function holderOf(caller: Pick<ApiCaller, "apiKeyId" | "lineageId">): KeyHolder;
export function holderOf(caller: KeyOfCaller): KeyHolder | undefined;
export function holderOf({ apiKeyId, lineageId }: KeyOfCaller): KeyHolder | undefined {
  if (apiKeyId === undefined || lineageId === undefined) return undefined;
  return { apiKeyId, lineageId };
}

/** Reads holds that have not ended at `now`. */
export interface Holds extends HeldTimes {
  find(
    scope: BookingScope,
    query: { id: number; holder: KeyHolder; now: Temporal.Instant },
  ): Promise<Hold | undefined>;
}

/**
 * Decides a request for a hold by the rule of creation, without its credit (core/booking/README.md 18). Pure. Throws
 * VALIDATION_ERROR, DEPARTMENT_NOT_FOUND or HOLD_LIMIT_EXCEEDED.
 */
export function decideHold(context: HoldContext, request: HoldRequest): HoldVerdict {
  const { earlier, department, timeZone, now, occupancy } = context;
  if (earlier && request.idempotency) {
    requireSameRequest(earlier, request.idempotency);
    return { kind: "replayed", hold: earlier.hold };
  }
  requireBookable(department);
  const { dateTime, workerId, holder } = request;
  const activeWorkers = activeWorkersOf(department.id, context.workers);
  const input = { department, dateTime, timeZone, now, occupancy, activeWorkers };
  checkWorker(workerId, input);
  checkSlot(input);
  if (context.heldByKey >= maxHoldsOfKey) {
    throw limitExceeded("tooManyHolds", maxHoldsOfKey);
  }
  const maxOnDate = maxHeldPlaces(dateTime.toPlainDate(), input);
  if (context.heldOnDate >= maxOnDate) {
    throw limitExceeded("tooManyHoldsOnDate", maxOnDate);
  }
  return {
    kind: "new",
    hold: {
      organizationId: context.organizationId,
      environment: context.environment,
      ...holder,
      departmentId: department.id,
      dateTime,
      workerId,
      slot: slotOf(dateTime, department),
      place: firstFreePlace(occupancy.places),
      createdAt: now,
      expiresAt: endOf(request, { department, timeZone, now }),
    },
  };
}

/** Returns when a hold ends: after its seconds, but not after the time at which its slot cannot be booked any more. */
function endOf(
  { dateTime, seconds }: HoldRequest,
  { department, timeZone, now }: {
    department: Department;
    timeZone: string;
    now: Temporal.Instant;
  },
): Temporal.Instant {
  const end = now.add({ seconds });
  // `checkSlot` has refused a time that does not exist.
  const last = lastBookingInstant(department.bookingWindow, instantOf(dateTime, timeZone)!);
  return last && Temporal.Instant.compare(last, end) < 0 ? last : end;
}

function maxHeldPlaces(
  date: Temporal.PlainDate,
  { department, ...input }: Pick<HoldContext, "timeZone" | "now"> & {
    department: Department;
    activeWorkers: ReturnType<typeof activeWorkersOf>;
  },
): number {
  const evaluate = createDayEvaluator({
    ...input,
    // The places of the whole day, also of its past.
    department: { ...department, bookingWindow: null },
    from: date,
    to: date,
    taken: [],
  });
  const places = sumOf(evaluate(date).map(({ verdict }) => verdict.remainingSlots));
  return Math.max(1, Math.floor(places * maxHeldShare));
}

function limitExceeded(rule: "tooManyHolds" | "tooManyHoldsOnDate", max: number): DomainError {
  return new DomainError("HOLD_LIMIT_EXCEEDED", say(rule, { max }));
}

/** The hold that a request uses, and the key of the request. */
export interface HoldUse {
  holdId?: number | null | undefined;
  /** Absent if the caller has no key, and so no hold. */
  holder?: KeyHolder | undefined;
}

/**
 * Returns the occupancy of a slot without the hold that a request uses, and the hold. Throws VALIDATION_ERROR on
 * `holdId` if it is no live hold of the caller in this slot, and on `workerId` if an offer of the waiting list is of another
 * worker: its own worker would become free, and nobody would be offered the place.
 */
export function takeHold(
  occupancy: SlotOccupancy,
  { holdId, holder, workerId }: HoldUse & { workerId?: number | null | undefined },
): { occupancy: SlotOccupancy; hold: HeldPlace | null } {
  if (holdId === null || holdId === undefined) return { occupancy, hold: null };
  const found = withoutHold(occupancy, holdId);
  if (!found || !holder || !isHeldBy(found.hold, holder)) {
    throw validationError({ field: "holdId", message: say("holdUnknown") });
  }
  const { waitlistEntryId, workerId: offered } = found.hold;
  if (waitlistEntryId && offered !== null && (workerId ?? offered) !== offered) {
    throw validationError({ field: "workerId", message: say("offerOfWorker", { id: offered }) });
  }
  return found;
}
