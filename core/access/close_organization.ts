import { type AuditAction, operator, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { Caller } from "./caller.ts";
import type { Organization, Organizations, RemovedRows } from "./organization.ts";
import { organizationNotFound, requireOrganization } from "./organizations.ts";
import type { ReportingRoles } from "./reporting_roles.ts";

type ClosingPorts = Clock & { organizations: Organizations };

/**
 * Closes an organization here: nothing lets anybody in, and nothing of it is sent or changed (core/access/README.md 11).
 * Returns after the last change that was accepted before is committed. Does nothing if it is closed already. Throws
 * ORGANIZATION_NOT_FOUND.
 */
export function closeOrganization(
  ports: ClosingPorts,
  caller: Pick<Caller, "organizationId" | "actor">,
): Promise<Organization> {
  const closedAt = ports.now();
  return setClosed(ports, caller, {
    action: "organization.closed",
    change: (found) => void (found.closedAt ??= closedAt),
  });
}

/** Opens a closed organization again, as it was. Does nothing if it is open. Throws ORGANIZATION_NOT_FOUND. */
export function reopenOrganization(
  ports: ClosingPorts,
  caller: Pick<Caller, "organizationId" | "actor">,
): Promise<Organization> {
  return setClosed(ports, caller, {
    action: "organization.reopened",
    change: (found) => void (found.closedAt = null),
  });
}

async function setClosed(
  { now, organizations }: ClosingPorts,
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  { action, change }: { action: AuditAction; change: (found: Organization) => void },
): Promise<Organization> {
  const at = now();
  const changed = await organizations.change(organizationId, change, (after, before) => {
    const isSame = (after.closedAt === null) === (before.closedAt === null);
    return isSame ? null : recordOf({ ...after, organizationId }, { actor, action, at });
  });
  if (!changed) throw organizationNotFound();
  return changed;
}

/** Requests that had begun before the closing, and what they write afterwards, have ended by then. */
const minClosed = { minutes: 1 };

/** How an organization is removed. */
export interface RemovalOptions {
  /** Its name, which confirms that the right one is meant. */
  name: string;
  onRemoved(rows: RemovedRows): void;
  signal: AbortSignal;
}

/**
 * Deletes a closed organization with everything that belongs to it, its audit too. It cannot be undone. A repetition
 * continues where it was interrupted. Throws ORGANIZATION_NOT_FOUND, or CONFLICT if the name is another one, or if the
 * organization was not closed at least a minute ago; FORBIDDEN if the service may not remove its reporting roles.
 */
export async function removeOrganization(
  ports: ClosingPorts & { reportingRoles: ReportingRoles },
  id: number,
  { name, ...options }: RemovalOptions,
): Promise<Organization> {
  const organization = await requireOrganization(ports, id);
  if (name !== organization.name) {
    throw new DomainError(
      "CONFLICT",
      say("otherOrganizationName", { id, name: organization.name }),
    );
  }
  const { closedAt } = organization;
  if (closedAt === null) {
    throw new DomainError("CONFLICT", say("organizationOpen", { id }));
  }
  if (Temporal.Instant.compare(closedAt, ports.now().subtract(minClosed)) > 0) {
    throw new DomainError("CONFLICT", say("organizationJustClosed", { id }));
  }
  // They are roles of the server, so they would outlive their rows.
  const action = { actor: operator, action: "reporting_role.removed", at: ports.now() } as const;
  for (const role of await ports.reportingRoles.list(id)) {
    await ports.reportingRoles.remove(role, (removed) => recordOf(removed, action));
  }
  await ports.organizations.remove(id, options);
  options.signal.throwIfAborted();
  return organization;
}
