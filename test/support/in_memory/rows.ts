import { isDeepStrictEqual } from "node:util";
import {
  type Appointment,
  type AuditedChange,
  type AuditRecord,
  type BookingScope,
  DomainError,
  type Organization,
  type OwnedRef,
  type RequestRef,
} from "../../../core/mod.ts";
import { type Audited, handoverAction } from "../../../core/ports.ts";
import type { AuditMemory, Memory } from "./memory.ts";

/** Returns the key of a balance in `memory.balances`. */
export function scopeKey({ organizationId, environment }: BookingScope): string {
  return `${organizationId} ${environment}`;
}

/** Returns the rows of an organization. */
export function of<T extends { organizationId: number }>(rows: T[], organizationId: number): T[] {
  return rows.filter((row) => row.organizationId === organizationId);
}

/** Returns the organization with an id, unless it is closed. */
export function openIn(
  { organizations }: Memory,
  id: number | undefined,
): Organization | undefined {
  return organizations.find((one) => one.id === id && one.closedAt === null);
}

/** Throws like the gate of a closed organization. */
export function requireOpen(
  { organizations = [] }: Partial<Pick<Memory, "organizations">>,
  { organizationId }: { organizationId: number },
): void {
  const found = organizations.find(({ id }) => id === organizationId);
  if (!found || found.closedAt === null) return;
  throw new DomainError(
    "SERVICE_UNAVAILABLE",
    "This organization is closed here. Try again shortly",
  );
}

/** Adds a row with the next id. */
export function keep<T extends { id: number }>(rows: T[], row: T): void {
  row.id = (rows.at(-1)?.id ?? 0) + 1;
  rows.push(row);
}

/** Returns the row with that id. If `organizationId` is given, the row must belong to it. */
export function owned<T extends { id: number; organizationId: number }>(
  rows: T[],
  { id, organizationId }: OwnedRef,
): T | undefined {
  const row = rows.find((one) => one.id === id);
  return row && row.organizationId === (organizationId ?? row.organizationId) ? row : undefined;
}

/** Adds a row with the next id, and its audit record. */
export function addIn<T extends { id: number; organizationId: number }>(
  memory: AuditMemory,
  rows: T[],
  row: T,
  audit: Audited<T>,
): void {
  requireOpen(memory, row);
  keep(rows, row);
  record(memory, audit(row));
}

/** Returns the appointments of an organization in an environment. */
export function inScope(
  memory: Memory,
  { organizationId, environment }: BookingScope,
): Appointment[] {
  return of(memory.appointments, organizationId).filter((one) => one.environment === environment);
}

/** Adds an audit record; null adds none. */
export function record(memory: AuditMemory, made: AuditRecord | null): void {
  if (!made) return;
  const { audit, requests } = memory;
  if (!/^organization\.(closed|reopened)$/.test(made.action)) requireOpen(memory, made);
  const { actor: { claim, ...actor } } = made;
  audit.push({ ...made, actor });
  if (!claim || !requests || requests.has(requestKey(claim))) return;
  const { action, subjectId, environment, at } = made;
  const { fingerprint, answer } = claim;
  requests.set(requestKey(claim), {
    fingerprint,
    action,
    subjectId,
    environment,
    answer: answer === undefined ? null : JSON.stringify(answer),
    at,
  });
}

/** Returns the key of a request in `memory.requests`. */
export function requestKey({ organizationId, staffUserId, key }: RequestRef): string {
  return `${organizationId} ${staffUserId} ${key}`;
}

/** Changes a row, if there is one, and audits the change. If either throws, the row is as before. */
export function changeIn<T extends object>(
  memory: AuditMemory,
  row: T | undefined,
  { change, audit }: { change: (row: T) => unknown; audit: AuditedChange<T> },
): T | undefined {
  if (!row) return undefined;
  const before: T = Object.assign(Object.create(Object.getPrototypeOf(row)), row);
  try {
    change(row);
    raiseVersion(row, before);
    record(memory, audit(row, before));
  } catch (error) {
    // Like the rollback of a transaction.
    Object.assign(row, before);
    throw error;
  }
  return row;
}

/** Like the triggers of the tables with versions. */
function raiseVersion(row: object, before: object): void {
  if ("version" in row && !isDeepStrictEqual(row, before)) row.version = Number(row.version) + 1;
}

/** Returns how often an appointment was given to another person. */
export function handoversIn(
  { audit }: Pick<Memory, "audit">,
  { organizationId, environment, id }: BookingScope & { id: number },
): number {
  return audit.filter((one) =>
    one.organizationId === organizationId && one.environment === environment &&
    one.subjectId === id && one.action === handoverAction
  ).length;
}
