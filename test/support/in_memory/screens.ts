import { changeOfTicket, type Ports } from "../../../core/ports.ts";
import { newestListed } from "./access.ts";
import type { Memory } from "./memory.ts";
import { businessDateIn, withAppointment } from "./visits.ts";
import { changeIn, keep, of, owned, record } from "./rows.ts";

/** The screens in memory. */
export function screensIn(memory: Memory): Ports["screens"] {
  return {
    async findByToken(tokenHash) {
      const screen = memory.screens.find((one) => one.tokenHash === tokenHash);
      const organization = memory.organizations.find(({ id }) => id === screen?.organizationId);
      const { name: organizationName, timeZone } = organization ?? { name: "", timeZone: "" };
      return screen && { screen, organizationName, timeZone };
    },
    list: async (organizationId) => newestListed(of(memory.screens, organizationId)),
    async add(screen, audit) {
      keep(memory.screens, screen);
      record(memory, audit(screen));
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
      if (!visit) return undefined;
      const { departmentId: id } = visit;
      const { name: departmentName } = owned(memory.departments, { id })!;
      const { name: organizationName, timeZone } = memory.organizations.find(({ id }) =>
        id === visit.organizationId
      )!;
      const businessDate = businessDateIn(memory, id, { now, timeZone });
      const change = changeOfTicket(visit, withAppointment(memory, visit).appointment);
      return { visit, businessDate, departmentName, organizationName, timeZone, change };
    },
  };
}
