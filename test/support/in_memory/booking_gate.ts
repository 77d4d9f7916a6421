import {
  type Appointment,
  auditOfChange,
  type BookingScope,
  type BookingVerdict,
  decideBookings,
  erasedAnswer,
  erasedBody,
  erasedChanges,
  eventsOfBookings,
  eventsOfChange,
  type Ports,
  subjectKindOf,
  unconfirmedOf,
} from "../../../core/mod.ts";
import { erasedVisit, spendingKey } from "../../../core/ports.ts";
import { bookingContextOf, changeContextOf, rememberedKey } from "./booking_context.ts";
import { grant } from "./credits.ts";
import { endHold, holdsAtGate } from "./holds.ts";
import type { Memory } from "./memory.ts";
import { inScope, keep, of, record, requireOpen, scopeKey } from "./rows.ts";
import { publish } from "./event_feed.ts";
import { waitlistAtGate } from "./waitlist.ts";

/** The booking gate in memory. */
export function gateIn(memory: Memory, now: Ports["now"]): Ports["gate"] {
  return {
    ...holdsAtGate(memory, now),
    ...waitlistAtGate(memory, now),
    async book(scope, request) {
      requireOpen(memory, scope);
      const unconfirmed = await unconfirmedOf([request]);
      const context = { ...bookingContextOf(memory, scope, { request, now: now() }), unconfirmed };
      const [verdict] = decideBookings(context, [request]);
      if (verdict!.kind === "booked") {
        write(memory, scope, verdict!);
        publish(memory, scope, { ...context, events: eventsOfBookings(context, [verdict!]) });
      }
      return verdict!;
    },
    async change(scope, request, decide) {
      requireOpen(memory, scope);
      const appointment = inScope(memory, scope).find(({ id }) => id === request.id);
      if (!appointment) return undefined;
      const context = changeContextOf(memory, scope, { ...request, appointment, now: now() });
      const change = decide(context);
      if (change) {
        publish(memory, scope, { ...context, events: eventsOfChange(context, change) });
        record(memory, auditOfChange(context, change, request.actor));
        Object.assign(appointment, change.appointment);
        if (change.remember) {
          const { key, ...remembered } = change.remember;
          memory.remembered.set(rememberedKey(scope, key), { ...remembered, at: context.now });
        }
        if (change.usedHold) endHold(memory, scope, change.usedHold.holdId);
        if (change.placesLegalHold) {
          const { name, phone, externalUserId } = appointment;
          memory.legalHolds.push({
            ...scope,
            ...change.placesLegalHold,
            id: memory.legalHolds.length + 1,
            appointmentId: appointment.id,
            name,
            phone,
            externalUserId,
            createdAt: context.now,
          });
        }
        if (change.liftsLegalHold) {
          memory.legalHolds = memory.legalHolds.filter(({ id }) => id !== change.liftsLegalHold);
        }
        if (change.retentionClaim) {
          memory.retentionRuns.get(scope.organizationId)!.appointments += 1;
        }
        if (change.isErasure) eraseElsewhere(memory, scope, appointment);
        if (change.creditEntry) {
          keep(memory.creditEntries, change.creditEntry);
          memory.balances.set(scopeKey(scope), change.creditEntry.balanceAfter);
        }
      }
      const { name } = memory.departments.find(({ id }) => id === appointment.departmentId)!;
      return { ...appointment, departmentName: name };
    },
    async grant(scope, { amount, note }, audit) {
      requireOpen(memory, scope);
      if (!memory.balances.has(scopeKey(scope))) return undefined;
      const entry = grant(memory, scope, { amount, note, createdAt: now() });
      record(memory, audit(entry));
      return entry.balanceAfter;
    },
  };
}

function write(
  memory: Memory,
  scope: BookingScope,
  booked: BookingVerdict & { kind: "booked" },
): void {
  const { appointment, creditEntry, usage, audit, idempotency, answer, usedHold, spent } = booked;
  record(memory, audit);
  if (usedHold) endHold(memory, scope, usedHold.holdId);
  if (usage) memory.usageEntries.push(usage);
  memory.appointments.push(appointment);
  keep(memory.creditEntries, creditEntry);
  memory.balances.set(scopeKey(scope), creditEntry.balanceAfter);
  if (spent) {
    const { organizationId } = spent;
    const before = of(memory.keySpending, organizationId)
      .find((row) => spendingKey(row) === spendingKey(spent));
    if (before) before.credits += spent.credits;
    else memory.keySpending.push({ ...spent });
  }
  if (!idempotency) return;
  const { key, fingerprint } = idempotency;
  const at = appointment.createdAt;
  memory.remembered.set(rememberedKey(scope, key), { fingerprint, answer, at });
}

function eraseElsewhere(memory: Memory, scope: BookingScope, { id }: Appointment): void {
  for (const [key, remembered] of memory.remembered) {
    if (key.startsWith(rememberedKey(scope, "")) && remembered.answer.id === id) {
      remembered.answer = erasedAnswer(remembered.answer);
    }
  }
  memory.visits = memory.visits.map((visit) =>
    scopeKey(visit) === scopeKey(scope) && visit.appointmentId === id
      ? { ...visit, ...erasedVisit }
      : visit
  );
  for (const entry of memory.audit) {
    const isOfIt = entry.organizationId === scope.organizationId && entry.subjectId === id &&
      subjectKindOf(entry.action) === "appointment";
    if (isOfIt) entry.changes = erasedChanges(entry.changes);
  }
  for (const attempt of memory.webhookAttempts) {
    const isOfIt = attempt.organizationId === scope.organizationId &&
      isOfAppointment(attempt.body, id);
    if (isOfIt) attempt.body = erasedBody(attempt.body);
  }
  for (const entry of memory.feed.get(scopeKey(scope)) ?? []) {
    entry.bodies = entry.bodies.map((body) => isOfAppointment(body, id) ? erasedBody(body) : body);
  }
}

/** Returns whether the body of an event is about an appointment. */
function isOfAppointment(body: string, id: number): boolean {
  const { type, data } = JSON.parse(body);
  return type.startsWith("appointment.") && data.object.id === id;
}
