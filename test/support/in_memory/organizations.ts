import type { Department, Ports } from "../../../core/mod.ts";
import { grant } from "./credits.ts";
import type { Memory } from "./memory.ts";
import { changeIn, keep, of, record, scopeKey } from "./rows.ts";

/** The organizations in memory. */
export function organizationsIn(memory: Memory, now: Ports["now"]): Ports["organizations"] {
  return {
    async add(organization, { owner, opening }, audit) {
      keep(memory.organizations, organization);
      owner.organizationId = organization.id;
      keep(memory.staffUsers, owner);
      for (const environment of ["LIVE", "TEST"] as const) {
        const scope = { organizationId: organization.id, environment };
        memory.balances.set(scopeKey(scope), 0);
        if (opening[environment] > 0) {
          grant(memory, scope, {
            amount: opening[environment],
            note: "Opening balance",
            createdAt: now(),
          });
        }
      }
      record(memory, audit(organization));
    },
    find: async (id) => memory.organizations.find((organization) => organization.id === id),
    async change(id, change, audit) {
      const organization = memory.organizations.find((one) => one.id === id);
      return changeIn(memory, organization, { change, audit });
    },
    list: async () => [...memory.organizations],
    async remove(id, { onRemoved }) {
      if (!memory.organizations.some((one) => one.id === id && one.closedAt !== null)) return;
      for (const one of of(memory.departments, id)) memory.queueRules.delete(one.id);
      for (const [table, rows] of Object.entries(memory)) {
        const before = sizeOf(rows);
        removeOf(rows, id);
        if (sizeOf(rows) < before) onRemoved({ table, rows: before - sizeOf(rows) });
      }
      memory.organizations.splice(memory.organizations.findIndex((one) => one.id === id), 1);
    },
    async count(id, what) {
      const { reportingTokens, screens, apiKeys, webhooks, ...rest } = memory;
      const counted = {
        ...rest,
        apiKeys: apiKeys.filter(({ isActive }) => isActive),
        reportingTokens: reportingTokens.filter(({ revokedAt }) => revokedAt === null),
        screens: screens.filter(({ revokedAt }) => revokedAt === null),
        webhooks: webhooks.filter(({ deletedAt }) => deletedAt === null),
      };
      return of<{ organizationId: number }>(counted[what], id).length;
    },
    async balances(organizationId) {
      const LIVE = memory.balances.get(scopeKey({ organizationId, environment: "LIVE" }));
      const TEST = memory.balances.get(scopeKey({ organizationId, environment: "TEST" }));
      return LIVE === undefined || TEST === undefined ? undefined : { LIVE, TEST };
    },
  };
}

type Rows = Memory[keyof Memory];

function sizeOf(rows: Rows): number {
  return rows instanceof Map ? rows.size : rows.length;
}

/** Deletes the rows of an organization. */
function removeOf(rows: Rows, id: number): void {
  if (rows instanceof Map) {
    for (const key of rows.keys()) if (String(key).startsWith(`${id} `)) rows.delete(key as never);
    return;
  }
  const isOf = (row: object) =>
    ("organizationId" in row && row.organizationId === id) ||
    ("department" in row && (row.department as Department).organizationId === id);
  for (let i = rows.length - 1; i >= 0; i -= 1) if (isOf(rows[i]!)) rows.splice(i, 1);
}
