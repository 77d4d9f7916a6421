import { z } from "zod";
import { type Audited, changesBetween, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { inSchema, parseInput, textField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock, Randomness } from "../platform.ts";
import { randomBase62 } from "../random_text.ts";
import type { Caller } from "./caller.ts";
import type { Organizations } from "./organization.ts";
import { requireOrganization } from "./organizations.ts";

/** A role of the database with which a tool reads the rows of one organization by SQL. */
export interface ReportingRole {
  id: number;
  organizationId: number;
  name: string;
  createdAt: Temporal.Instant;
}

/** Where a tool connects. */
export interface ReportingAddress {
  host: string;
  port: number;
  database: string;
}

/** The database roles for reports. `audit` makes the audit record of a change. */
export interface ReportingRoles {
  /** Returns the roles of an organization by id. */
  list(organizationId: number): Promise<ReportingRole[]>;
  /**
   * Creates a role with its password. Throws CONFLICT if the server has a role of this name, and FORBIDDEN if the service
   * may not create roles.
   */
  create(
    role: Omit<ReportingRole, "id">,
    password: string,
    audit: Audited<ReportingRole>,
  ): Promise<ReportingAddress & { id: number }>;
  /** Removes a role of an organization. Returns false if there is none. Throws like `create`. */
  remove(
    role: Pick<ReportingRole, "organizationId" | "name">,
    audit: Audited<ReportingRole>,
  ): Promise<boolean>;
}

const passwordLength = 32;

/** Input with the name of a role: of lower-case letters, digits and `_`, so that no tool must quote it. */
const roleInput = z.object({
  name: textField(63, "Name of the database role").regex(
    /^(?!pg_|public$|none$)[a-z][a-z0-9_]*$/,
    inSchema("mustBe", {
      what: "lower-case letters, digits and _, begin with a letter, and be no name of Postgres",
    }),
  ),
});

/**
 * Creates a database role that reads one organization. Returns its password, which is not stored as text and never
 * returned again. Throws VALIDATION_ERROR, ORGANIZATION_NOT_FOUND, CONFLICT or FORBIDDEN.
 */
export async function createReportingRole(
  ports:
    & Clock
    & Randomness
    & { organizations: Organizations; reportingRoles: ReportingRoles },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<ReportingAddress & { id: number; name: string; password: string }> {
  const { name } = parseInput(roleInput, input);
  await requireOrganization(ports, organizationId);
  const password = randomBase62(passwordLength, ports);
  const createdAt = ports.now();
  const changes = changesBetween<{ name?: string }>({}, { name }, { fields: ["name"] });
  const action = { actor, action: "reporting_role.created", at: createdAt, changes } as const;
  const made = await ports.reportingRoles.create(
    { organizationId, name, createdAt },
    password,
    (role) => recordOf(role, action),
  );
  return { name, password, ...made };
}

/** Removes a database role of an organization. Throws VALIDATION_ERROR, ORGANIZATION_NOT_FOUND or FORBIDDEN. */
export async function removeReportingRole(
  ports: Clock & { organizations: Organizations; reportingRoles: ReportingRoles },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<{ name: string }> {
  const { name } = parseInput(roleInput, input);
  await requireOrganization(ports, organizationId);
  const action = { actor, action: "reporting_role.removed", at: ports.now() } as const;
  const isRemoved = await ports.reportingRoles.remove(
    { organizationId, name },
    (removed) => recordOf(removed, action),
  );
  if (!isRemoved) {
    throw new DomainError("CONFLICT", say("noReportingRole"));
  }
  return { name };
}

/** Lists the database roles of an organization by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listReportingRoles(
  ports: { organizations: Organizations; reportingRoles: ReportingRoles },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<{ id: number; name: string; createdAt: string }[]> {
  const { timeZone } = await requireOrganization(ports, organizationId);
  const roles = await ports.reportingRoles.list(organizationId);
  return roles.map(({ id, name, createdAt }) => ({
    id,
    name,
    createdAt: formatInstant(createdAt, timeZone),
  }));
}
