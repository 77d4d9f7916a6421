import { changeOfTicket, type Ports } from "../../../core/ports.ts";
import { newestListed } from "./access.ts";
import type { Memory } from "./memory.ts";
import { businessDateIn, withAppointment } from "./visits.ts";
import { addIn, changeIn, of, openIn, owned } from "./rows.ts";

/** The screens in memory. */
export function screensIn(memory: Memory): Ports["screens"] {
  return {
    async findByToken(tokenHash) {
      const screen = memory.screens.find((one) => one.tokenHash === tokenHash);
      const organization = openIn(memory, screen?.organizationId);
      if (!screen || !organization) return undefined;
      return { screen, organizationName: organization.name, timeZone: organization.timeZone };
    },
    list: async (organizationId) => newestListed(of(memory.screens, organizationId)),
    async add(screen, audit) {
      addIn(memory, memory.screens, screen, audit);
    },
    change: async (ref, change, audit) =>
      changeIn(memory, owned(memory.screens, ref), { change, audit }),
    async noteUse(ref, at) {
      const screen = owned(memory.screens, ref);
      if (screen?.isTouchDueAt(at)) screen.lastUsedAt = at;
    },
  };
}

/** The queues of public pages in memory. */
export function publicQueueIn(memory: Memory): Ports["publicQueue"] {
  return {
    async open({ organizationId, environment }, { departmentIds }) {
      return of(memory.visits, organizationId).filter((visit) =>
        visit.environment === environment && visit.state !== "ENDED" &&
        (departmentIds?.includes(visit.departmentId) ?? true)
      );
    },
    async findTicket(ticket, now) {
      const visit = memory.visits.findLast((one) => one.ticket === ticket);
      const organization = openIn(memory, visit?.organizationId);
      if (!visit || !organization) return undefined;
      const { departmentId: id } = visit;
      const { name: departmentName } = owned(memory.departments, { id })!;
      const { name: organizationName, timeZone } = organization;
      const businessDate = businessDateIn(memory, id, { now, timeZone });
      const change = changeOfTicket(visit, withAppointment(memory, visit).appointment);
      return { visit, businessDate, departmentName, organizationName, timeZone, change };
    },
  };
}
