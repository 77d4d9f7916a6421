import { notForBound, type OwnDepartments } from "../access/own_departments.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { environments } from "../environment.ts";
import { appointmentNotFound } from "./appointment_views.ts";
import type { Appointments, AppointmentSelection } from "./appointments.ts";
import type { BookingGate } from "./booking_gate.ts";
import type { ShortNumbers } from "./short_number.ts";
import type { Waitlist } from "./waitlist_entry.ts";

/** Narrows the port to the appointments of a bound user's departments (core/access/README.md 12). */
export function ownAppointmentsOf(appointments: Appointments, own: OwnDepartments): Appointments {
  const { ids: departmentIds } = own;
  /** A filter by one own department needs no other: its statement is that of an unbound user. */
  function narrowed<Q extends Pick<AppointmentSelection, "departmentId">>(query: Q): Q {
    const [only, ...others] = departmentIds;
    if (query.departmentId === null && others.length === 0) return { ...query, departmentId: only };
    if (query.departmentId !== null && own.has(query.departmentId)) return query;
    return { ...query, departmentIds };
  }
  return {
    find: async (scope, id) => own.only(await appointments.find(scope, id)),
    findByQrCode: async (organizationId, qrCode) =>
      own.only(await appointments.findByQrCode(organizationId, qrCode)),
    list: (scope, query) => appointments.list(scope, narrowed(query)),
    search: (scope, query, signal) => appointments.search(scope, narrowed(query), signal),
    batches: (scope, selection) => appointments.batches(scope, narrowed(selection)),
    after: notForBound,
    changed: notForBound,
    ofPerson: (scope, query) => appointments.ofPerson(scope, { ...query, departmentIds }),
    ofDepartment: async (scope, departmentId, range) =>
      own.has(departmentId) ? await appointments.ofDepartment(scope, departmentId, range) : [],
    between: (scope, range) => appointments.between(scope, { ...range, departmentIds }),
    scheduled: (scope, query) =>
      appointments.scheduled(scope, {
        ...query,
        departmentIds: own.among(query.departmentIds),
      }),
    takenTimes: (scope, range) => appointments.takenTimes(scope, { ...range, departmentIds }),
  };
}

/** Narrows the gate of bookings: an appointment or a department of others is not found. */
export function ownGateOf(gate: BookingGate, own: OwnDepartments): BookingGate {
  return {
    book: (scope, request) =>
      gate.book(scope, { ...request, departmentId: own.idOf(request.departmentId) }),
    change(scope, { moveTo, ...request }, decide) {
      const to = moveTo && { ...moveTo, departmentId: own.idOf(moveTo.departmentId) };
      return gate.change(scope, { ...request, ...(to && { moveTo: to }) }, (context) => {
        if (!own.has(context.appointment.departmentId)) throw appointmentNotFound();
        return decide(context);
      });
    },
    hold: notForBound,
    releaseHold: notForBound,
    joinWaitlist: notForBound,
    leaveWaitlist: (scope, entry) =>
      gate.leaveWaitlist(scope, { ...entry, departmentIds: own.ids }),
    grant: notForBound,
  };
}

/** Narrows the short numbers. */
export function ownShortNumbersOf(shortNumbers: ShortNumbers, own: OwnDepartments): ShortNumbers {
  return {
    find: async (scope, number, dates) =>
      (await shortNumbers.find(scope, number, dates))
        .filter(({ departmentId }) => own.has(departmentId)),
    // The use case has found the appointment before.
    give: (scope, wanted) => shortNumbers.give(scope, wanted),
  };
}

/** Narrows the waiting list. */
export function ownWaitlistOf(waitlist: Waitlist, own: OwnDepartments): Waitlist {
  const among = (ids: readonly number[] | null) => ids === null ? own.ids : own.among(ids);
  return {
    find: async (scope, query) => own.only(await waitlist.find(scope, query)),
    list: (scope, query) =>
      waitlist.list(scope, { ...query, departmentIds: among(query.departmentIds) }),
    sums: (scope, query) =>
      waitlist.sums(scope, { ...query, departmentIds: among(query.departmentIds) }),
  };
}

/** Narrows the audit log to the history of appointments. An appointment of others has none. */
export function ownAuditLogOf(
  auditLog: AuditLog,
  { appointments, own }: { appointments: Appointments; own: OwnDepartments },
): AuditLog {
  return {
    async historyOf(organizationId, subject) {
      if (subject.kind !== "appointment") return notForBound();
      const found = await Promise.all(
        environments.map((environment) =>
          appointments.find({ organizationId, environment }, subject.id)
        ),
      );
      const isOwn = found.some((one) => own.only(one));
      return isOwn ? await auditLog.historyOf(organizationId, subject) : [];
    },
    record: (record) => auditLog.record(record),
    page: notForBound,
  };
}
