import { DomainError, type Ports } from "../../../core/mod.ts";
import type { Memory } from "./memory.ts";
import { keep, of, record } from "./rows.ts";

/** The database roles for reports in memory, where nobody can use them. */
export function reportingRolesIn(memory: Memory): Ports["reportingRoles"] {
  return {
    list: async (organizationId) => of(memory.reportingRoles, organizationId),
    async create(role, _password, audit) {
      if (memory.reportingRoles.some(({ name }) => name === role.name)) {
        throw new DomainError("CONFLICT", "The database server has a role of this name");
      }
      const made = { ...role, id: 0 };
      keep(memory.reportingRoles, made);
      record(memory, audit(made));
      return { id: made.id, host: "memory", port: 0, database: "memory" };
    },
    async remove({ organizationId, name }, audit) {
      const at = memory.reportingRoles.findIndex((one) =>
        one.organizationId === organizationId && one.name === name
      );
      const [removed] = at === -1 ? [] : memory.reportingRoles.splice(at, 1);
      if (removed) record(memory, audit(removed));
      return removed !== undefined;
    },
  };
}
