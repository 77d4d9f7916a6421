import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import type { Department } from "../departments/department.ts";
import { dateField, minuteOf, timeField } from "../departments/opening_hours.ts";
import type { Worker } from "../departments/worker.ts";
import type { BookingScope } from "../environment.ts";
import { DomainError, validationError } from "../errors.ts";
import { forms, idField, inSchema, parseInput, requiredOr, textField } from "../input.ts";
import { formatLocalDateTime, formatUtc, parseLocalDate } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Hashing } from "../platform.ts";
import { count, id, instant, localDateTime, text } from "../view_fields.ts";
import { activeWorkersOf, requireBookable } from "./admission.ts";
import { idempotencyKeyField } from "./book_appointment.ts";
import type { BookingGate } from "./booking_gate.ts";
import { holderOf } from "./hold.ts";
import { requireSameRequest } from "./idempotency.ts";
import { maxWaitingOfDepartment } from "./waitlist.ts";
import {
  type SeenEntry,
  type Waitlist,
  type WaitlistQuery,
  type WaitlistRequest,
  waitlistStates,
} from "./waitlist_entry.ts";

/** An entry waits for slots of at most this many days after its first one. */
const maxDays = 92;

const maxPage = 100;

const date = (description: string, example: string) =>
  dateField().transform((given) => parseLocalDate(given)!)
    .meta({
      ...forms.date,
      description: `${description}, local to the organization`,
      examples: [example],
    });

const opens = /^([01]\d|2[0-3]):[0-5]\d$/;
const closes = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const weekday = z.int({ error: requiredOr("mustBe", { what: "numbers from 1 to 7" }) })
  .min(1, inSchema("mustBe", { what: "numbers from 1 to 7" }))
  .max(7, inSchema("mustBe", { what: "numbers from 1 to 7" }));

/** The fields of an entry. */
export const joinWaitlistFields = z.object({
  departmentId: idField("Id of the department", 1),
  workerId: idField("The worker; left out or null for any worker", 3).nullish(),
  fromDate: date("The first wanted date", "2030-03-04"),
  toDate: date("The last wanted date, at most 92 days after the first", "2030-03-15"),
  fromTime: timeField(opens, say("mustBe", { what: "a time such as 09:00" })).nullish().meta({
    description: "The slot begins at this local time or later; HH:mm",
    examples: ["09:00"],
  }),
  toTime: timeField(closes, say("mustBe", { what: "a time such as 12:00, or 24:00" })).nullish()
    .meta({
      description: "The slot ends at this local time or earlier; HH:mm, or 24:00",
      examples: ["12:00"],
    }),
  weekdays: z.array(weekday, { error: requiredOr("mustBe", { what: "a list of numbers" }) })
    .max(7, inSchema("tooManyEntries", { max: 7 }))
    .refine((days) => new Set(days).size === days.length, inSchema("sameNumberTwice"))
    .nullish()
    .meta({
      description: "The wanted weekdays, 1 for Monday to 7 for Sunday; left out or empty for all",
      examples: [[1, 2, 5]],
    }),
  externalUserId: textField(255, "Your own id of the user", "user-1815").nullish(),
});

/** The fields with the optional `Idempotency-Key`. */
export const joinWaitlistInput = joinWaitlistFields.extend({
  "Idempotency-Key": idempotencyKeyField.meta({
    description:
      "Makes the request safe to repeat. The same key with the same fields returns the entry as it is now. " +
      "The same key with different fields is refused.",
    examples: ["0d7cbf5e-6a0e-4d8b-a7f5-3b1f1c2f9f63"],
  }),
});

/** What a caller asks of its list. */
export const listWaitlistInput = z.object({
  departmentId: idField("Only entries of this department", 1).nullish(),
  externalUserId: textField(255, "Only entries of this user of yours", "user-1815").nullish(),
  state: z.enum(waitlistStates, {
    error: requiredOr("mustBe", { what: `one of ${waitlistStates.join(", ")}` }),
  })
    .nullish().meta({ description: "Only entries in this state", examples: ["WAITING"] }),
  after: idField("The nextCursor of the page before; left out to begin", 17).nullish(),
});

/** An entry as callers see it. What it does not have is left out. */
export const waitlistEntryView = z
  .object({
    id: id("Id of the entry", 17),
    departmentId: id("Id of the department", 1),
    workerId: id("The wanted worker; left out for any", 3).optional(),
    fromDate: text("The first wanted date", "2030-03-04"),
    toDate: text("The last wanted date", "2030-03-15"),
    fromTime: text("The earliest begin, HH:mm; left out for any", "09:00").optional(),
    toTime: text("The latest end, HH:mm; left out for any", "12:00").optional(),
    weekdays: z.array(z.int()).optional().meta({
      description: "The wanted weekdays, 1 for Monday; left out for all",
      examples: [[1, 2, 5]],
    }),
    externalUserId: text("Your own id of the user; left out if there is none", "user-1815")
      .optional(),
    state: z.enum(waitlistStates).meta({
      description:
        "WAITING; OFFERED while a place is held; BOOKED; CANCELLED after DELETE; ENDED after the last date",
      examples: ["OFFERED"],
    }),
    offer: z.object({
      holdId: id("Id of the hold: book with it", 311),
      slotTime: localDateTime("Start of the offered slot", "2030-03-05T09:30:00"),
      workerId: id("The worker of the place; left out if it belongs to none", 3).optional(),
      expiresAt: instant("When the offer ends, in UTC", "2030-03-04T09:12:44.000Z"),
    }).optional().meta({
      description: "The place that is held for the entry; left out if there is none",
    }),
    appointmentId: count("The appointment that accepted an offer; left out if there is none", 61)
      .optional(),
    createdAt: instant("When the entry was made, in UTC", "2030-03-01T08:12:44.000Z"),
  })
  .meta({ id: "WaitlistEntry", description: "A person who waits for a free place" });
export type WaitlistEntryView = z.output<typeof waitlistEntryView>;

/** One page of entries. It may be short. */
export interface WaitlistPage {
  entries: WaitlistEntryView[];
  /** Send it as `after` for the next page; null at the end. */
  nextCursor: number | null;
}

/** Everything that a new entry depends on. Read after the balance row is locked. */
export interface JoinContext extends BookingScope {
  department: Department | undefined;
  workers: readonly Worker[];
  timeZone: string;
  now: Temporal.Instant;
  /** The number of entries of the department that wait. */
  waiting: number;
  /** The holder's entry of the same `Idempotency-Key`; null if there is none. */
  earlier: { fingerprint: string } | null;
}

type WaitlistCaller = Pick<
  ApiCaller,
  "organizationId" | "environment" | "apiKeyId" | "lineageId"
>;

/**
 * Joins the waiting list of a department (core/booking/README.md 29). Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND,
 * WAITLIST_FULL or SERVICE_UNAVAILABLE.
 */
export async function joinWaitlist(
  { gate, sha256 }: Hashing & { gate: BookingGate },
  caller: WaitlistCaller,
  input: unknown,
): Promise<{ entry: WaitlistEntryView; isReplay: boolean }> {
  const { "Idempotency-Key": key, ...fields } = parseInput(joinWaitlistInput, input);
  const request = {
    departmentId: fields.departmentId,
    workerId: fields.workerId ?? null,
    fromDate: fields.fromDate,
    toDate: fields.toDate,
    fromTime: fields.fromTime ?? null,
    toTime: fields.toTime ?? null,
    weekdays: (fields.weekdays ?? []).toSorted((a, b) => a - b),
    externalUserId: fields.externalUserId ?? null,
  };
  const { entry, isReplay } = await gate.joinWaitlist(scopeOf(caller), {
    ...request,
    holder: holderOf(caller),
    idempotency: key === undefined
      ? null
      : { key, fingerprint: await sha256(JSON.stringify(Object.values(request))) },
  });
  return { entry: toWaitlistEntryView(entry), isReplay };
}

/**
 * Decides a request for an entry. Pure. Returns "replayed" if its `Idempotency-Key` has made one. Throws like
 * `joinWaitlist`.
 */
export function decideJoin(
  { department, workers, timeZone, now, waiting, earlier }: JoinContext,
  { idempotency, ...request }: WaitlistRequest,
): "new" | "replayed" {
  if (earlier && idempotency) {
    requireSameRequest(earlier, idempotency);
    return "replayed";
  }
  requireBookable(department);
  const { workerId, fromDate, toDate, fromTime, toTime } = request;
  if (
    workerId !== null && !activeWorkersOf(department.id, workers).some((one) => one.id === workerId)
  ) {
    throw validationError({ field: "workerId", message: say("workerInactive") });
  }
  if (Temporal.PlainDate.compare(toDate, fromDate) < 0) {
    throw validationError({
      field: "toDate",
      message: say("endBeforeStart", { start: "fromDate" }),
    });
  }
  if (Temporal.PlainDate.compare(toDate, fromDate.add({ days: maxDays })) > 0) {
    throw validationError({ field: "toDate", message: say("waitlistRange", { max: maxDays }) });
  }
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  if (Temporal.PlainDate.compare(toDate, today) < 0) {
    throw validationError({ field: "toDate", message: say("notInThePast") });
  }
  if (minuteOf(toTime ?? "24:00") <= minuteOf(fromTime ?? "00:00")) {
    throw validationError({ field: "toTime", message: say("mustBeAfter", { other: "fromTime" }) });
  }
  if (waiting >= maxWaitingOfDepartment) {
    throw new DomainError("WAITLIST_FULL", say("waitlistFull", { max: maxWaitingOfDepartment }));
  }
  return "new";
}

/** Returns an entry of the caller. Throws WAITLIST_ENTRY_NOT_FOUND. */
export async function getWaitlistEntry(
  { waitlist }: { waitlist: Waitlist },
  caller: WaitlistCaller,
  id: number,
): Promise<WaitlistEntryView> {
  const entry = await waitlist.find(scopeOf(caller), { id, holder: holderOf(caller) });
  if (!entry) throw entryNotFound();
  return toWaitlistEntryView(entry);
}

/** Returns a page of the caller's entries, in order of arrival. Throws VALIDATION_ERROR. */
export async function listWaitlist(
  { waitlist }: { waitlist: Waitlist },
  caller: WaitlistCaller,
  input: unknown,
): Promise<WaitlistPage> {
  const { departmentId, externalUserId, state, after } = parseInput(listWaitlistInput, input);
  const { items, nextCursor } = await readPage(waitlist, scopeOf(caller), {
    holder: holderOf(caller),
    departmentIds: departmentId ? [departmentId] : null,
    externalUserId: externalUserId ?? null,
    states: state ? [state] : waitlistStates,
    after: after ?? 0,
  });
  return { entries: items.map(toWaitlistEntryView), nextCursor };
}

/** Reads a page of entries. `nextCursor` is null at the end, and a page before it may be short. */
export async function readPage(
  waitlist: Waitlist,
  scope: BookingScope,
  query: Omit<WaitlistQuery, "max">,
): Promise<{ items: SeenEntry[]; nextCursor: number | null }> {
  const { entries, readUpTo } = await waitlist.list(scope, { ...query, max: maxPage + 1 });
  const items = entries.slice(0, maxPage);
  return { items, nextCursor: entries.length > maxPage ? items.at(-1)!.id : readUpTo };
}

/**
 * Ends an entry of the caller. The place of its offer goes to the next entry. Throws WAITLIST_ENTRY_NOT_FOUND, also if
 * the entry has ended or was booked.
 */
export async function leaveWaitlist(
  { gate }: { gate: BookingGate },
  caller: WaitlistCaller,
  id: number,
): Promise<void> {
  const hasLeft = await gate.leaveWaitlist(scopeOf(caller), { id, holder: holderOf(caller) });
  if (!hasLeft) throw entryNotFound();
}

/** The error for an unknown entry. */
export function entryNotFound(): DomainError {
  return new DomainError("WAITLIST_ENTRY_NOT_FOUND", say("waitlistEntryNotFound"));
}

function scopeOf({ organizationId, environment }: WaitlistCaller): BookingScope {
  return { organizationId, environment };
}

/** Returns an entry as callers and staff see it. */
export function toWaitlistEntryView({ offer, ...entry }: SeenEntry): WaitlistEntryView {
  const { workerId, fromTime, toTime, weekdays, externalUserId, appointmentId } = entry;
  return {
    id: entry.id,
    departmentId: entry.departmentId,
    ...(workerId !== null && { workerId }),
    fromDate: entry.fromDate.toString(),
    toDate: entry.toDate.toString(),
    ...(fromTime !== null && { fromTime }),
    ...(toTime !== null && { toTime }),
    ...(weekdays.length > 0 && { weekdays: [...weekdays] }),
    ...(externalUserId !== null && { externalUserId }),
    state: entry.state,
    ...(offer && {
      offer: {
        holdId: offer.holdId,
        slotTime: formatLocalDateTime(offer.slotTime),
        ...(offer.workerId !== null && { workerId: offer.workerId }),
        expiresAt: formatUtc(offer.expiresAt),
      },
    }),
    ...(appointmentId !== null && { appointmentId }),
    createdAt: formatUtc(entry.createdAt),
  };
}
