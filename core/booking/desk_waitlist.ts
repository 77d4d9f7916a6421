import { z } from "zod";
import type { Caller, StaffCaller } from "../access/caller.ts";
import { answering } from "../audit/audit_record.ts";
import { environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { idField, parseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { BookingGate } from "./booking_gate.ts";
import {
  entryNotFound,
  readPage,
  toWaitlistEntryView,
  type WaitlistEntryView,
} from "./waitlist_entries.ts";
import type { SeenEntry, Waitlist, WaitlistSums } from "./waitlist_entry.ts";

const summedDays = 30;

/** Input of the waiting list at the desk: an environment, perhaps a department, and the last entry of the page before. */
export const getWaitlistInput = z.object({
  environment: environmentField,
  departmentId: idField("Only entries of this department").nullish(),
  after: idField("The nextCursor of the page before").nullish(),
});

/** The waiting list as staff see it. */
export interface StaffWaitlistView {
  /** Those that wait or have an offer, in order of arrival. Their times are local. */
  entries: WaitlistEntryView[];
  nextCursor: number | null;
  /** Of the last 30 days. */
  sums: WaitlistSums;
}

/** Returns the open entries of the waiting list, at most 100, and what the list did in 30 days. Throws VALIDATION_ERROR. */
export async function getWaitlist(
  { waitlist, now }: Clock & { waitlist: Waitlist },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<StaffWaitlistView> {
  const { environment, departmentId, after } = parseInput(getWaitlistInput, input);
  const scope = { organizationId, environment };
  const departmentIds = departmentId ? [departmentId] : null;
  const from = now().subtract({ hours: summedDays * 24 });
  const query = { holder: null, externalUserId: null, states: ["WAITING", "OFFERED"] } as const;
  const [{ items, nextCursor }, sums] = await Promise.all([
    readPage(waitlist, scope, { ...query, departmentIds, after: after ?? 0 }),
    waitlist.sums(scope, { departmentIds, from }),
  ]);
  return { entries: items.map((entry) => toStaffView(entry, timeZone)), nextCursor, sums };
}

/** Input of a removal: `{id, environment?}`. */
export const removeFromWaitlistInput = z.object({
  id: idField("Id of the entry"),
  environment: environmentField,
});

/**
 * Ends an entry whose person does not need it any more, as if its key had left. The place of its offer goes to the next
 * entry. Throws VALIDATION_ERROR, WAITLIST_ENTRY_NOT_FOUND, or CONFLICT if it was booked, removed or has ended.
 */
export async function removeFromWaitlist(
  { gate, waitlist }: { gate: BookingGate; waitlist: Waitlist },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<{ id: number }> {
  const { id, environment } = parseInput(removeFromWaitlistInput, input);
  const scope = { organizationId, environment };
  const isRemoved = await gate.leaveWaitlist(scope, {
    id,
    holder: null,
    audit: ({ departmentId, at }) => ({
      ...scope,
      actor: answering(actor, { id }),
      action: "waitlist_entry.removed",
      subjectId: id,
      // It names nobody.
      subjectName: "",
      changes: [{ field: "departmentId", before: null, after: departmentId }],
      at,
    }),
  });
  if (isRemoved) return { id };
  const found = await waitlist.find(scope, { id, holder: null });
  throw found ? new DomainError("CONFLICT", say("waitlistEntryClosed")) : entryNotFound();
}

function toStaffView(entry: SeenEntry, timeZone: string): WaitlistEntryView {
  const { offer, ...view } = toWaitlistEntryView(entry);
  return {
    ...view,
    createdAt: formatInstant(entry.createdAt, timeZone),
    ...(offer && {
      offer: { ...offer, expiresAt: formatInstant(entry.offer!.expiresAt, timeZone) },
    }),
  };
}
