import type { Ports } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { handoversIn, of, openIn, owned } from "./rows.ts";
import { rulesIn } from "./visits.ts";

/** What links of people need, in memory. */
export function personLinksIn(memory: Memory): Ports["personLinks"] {
  return {
    async find(ref) {
      const { organizationId, environment, id } = ref;
      const found = owned(memory.appointments, { organizationId, id });
      const organization = openIn(memory, organizationId);
      if (!found || !organization || found.environment !== environment) return undefined;
      const { dateTime, slotStart, slotMinutes, status, departmentId, workerId } = found;
      return {
        ...ref,
        dateTime,
        slotStart,
        slotMinutes,
        status,
        departmentId,
        workerId,
        isArchived: found.archivedAt !== null,
        departmentName: owned(memory.departments, { id: departmentId })!.name,
        organizationName: organization.name,
        timeZone: organization.timeZone,
        handovers: handoversIn(memory, ref),
        rules: rulesIn(memory, departmentId),
      };
    },
    handovers: async (scope, ids) =>
      new Map(
        ids.map((id) => [id, handoversIn(memory, { ...scope, id })] as const)
          .filter(([, handovers]) => handovers > 0),
      ),
    departmentsWithLinks: async (organizationId) =>
      new Set(
        of(memory.departments, organizationId)
          .map(({ id }) => id)
          .filter((id) => rulesIn(memory, id).personLink !== "OFF"),
      ),
  };
}

/** Addresses that say their appointment, such as `/appointment/1-LIVE-7`, and `1-LIVE-7-2` after two handovers. */
export const fakeLinkAddresses: NonNullable<Ports["personLinkAddresses"]> = {
  addressOf: ({ organizationId, environment, id, handovers }) =>
    `/appointment/${organizationId}-${environment}-${id}${handovers > 0 ? `-${handovers}` : ""}`,
  refOf(token) {
    const [, organizationId, environment, id, handovers = 0] =
      /^(\d+)-(LIVE|TEST)-(\d+)(?:-(\d+))?$/.exec(token) ?? [];
    return environment === "LIVE" || environment === "TEST"
      ? {
        organizationId: Number(organizationId),
        environment,
        id: Number(id),
        handovers: Number(handovers),
      }
      : undefined;
  },
};
