import { OwnDepartments } from "./access/own_departments.ts";
import {
  ownAppointmentsOf,
  ownAuditLogOf,
  ownGateOf,
  ownShortNumbersOf,
  ownWaitlistOf,
} from "./booking/own_appointments.ts";
import type { HeldTimes } from "./departments/held_times.ts";
import { ownDepartmentsOf, ownHeldTimesOf } from "./departments/own_departments.ts";
import type { Ports } from "./ports.ts";
import { ownChangesOf } from "./visits/own_changes.ts";
import { ownVisitGateOf, ownVisitsOf } from "./visits/own_visits.ts";

/**
 * The ports of use cases that a user who is bound to departments may call. A use case that needs another port does not
 * compile with the rule "own", and a new method of one of these ports does not compile without a rule.
 */
export interface OwnPorts extends
  Pick<
    Ports,
    | "now"
    | "randomBytes"
    | "sha256"
    | "heavyWork"
    | "departments"
    | "appointments"
    | "shortNumbers"
    | "waitlist"
    | "gate"
    | "visits"
    | "visitGate"
    | "auditLog"
    | "changeFeed"
  > {
  holds: HeldTimes;
}

/** Narrows the ports to some departments. This is the only place that does (core/access/README.md 12). */
export function narrowPorts(ports: Ports, departmentIds: readonly number[]): OwnPorts {
  const own = new OwnDepartments(departmentIds);
  const { departments, appointments, visits, auditLog } = ports;
  return {
    now: () => ports.now(),
    randomBytes: (length) => ports.randomBytes(length),
    sha256: (text) => ports.sha256(text),
    ...(ports.heavyWork && { heavyWork: ports.heavyWork }),
    departments: ownDepartmentsOf(departments, own),
    holds: ownHeldTimesOf(ports.holds, own),
    appointments: ownAppointmentsOf(appointments, own),
    shortNumbers: ownShortNumbersOf(ports.shortNumbers, own),
    waitlist: ownWaitlistOf(ports.waitlist, own),
    gate: ownGateOf(ports.gate, own),
    visits: ownVisitsOf(visits, own),
    visitGate: ownVisitGateOf(ports.visitGate, { departments, own }),
    auditLog: ownAuditLogOf(auditLog, { appointments, own }),
    changeFeed: ownChangesOf(ports.changeFeed, {
      appointments,
      visits,
      departments,
      auditLog,
      own,
    }),
  };
}
