import { DatabaseError } from "pg";
import { DomainError } from "../../../core/mod.ts";

// SQLSTATE classes and codes of a server that cannot serve just now: connection, resources, shutdown,
// crash, still starting, and a standby that takes no writes.
// Also a session that the server ended since its transaction idled, and a login that it no longer accepts. Also a
// statement that the server undid for the sake of others: a cancelled one, and the victim of a conflict or a deadlock.
const awayStates = /^(08|28|3D000|53|57P0[1-5]|25006|25P0[34]|57014|40001|40P01)/;
const networkCodes = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN|NETDOWN)/;
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|terminating connection)/i;

/** No connection could be made, or not one that the service can use; `cause` says why. */
export class ConnectError extends Error {
  override name = "ConnectError";
  /** The SQL standard's. */
  readonly code = "08001";

  constructor(reason: unknown) {
    super(
      reason instanceof Error ? reason.message : String(reason),
      reason instanceof Error ? { cause: reason } : undefined,
    );
  }
}

/** Whether a fault says that the database is away, that the connection was lost, or that a repetition may succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (awayStates.test(code)) return true;
  if (isDatabaseError(error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return networkCodes.test(code) || lostConnection.test(error.message) || isAway(error.cause);
}

/** Whether a statement waited longer for a lock than its session allows. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

/** Whether the server itself reported the fault, so that its transaction is certainly rolled back. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof DatabaseError || (error instanceof Error && "severity" in error);
}

/** Whether a row met a unique constraint of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && "code" in error && error.code === "23505" &&
    "constraint" in error && error.constraint === constraint;
}

/** The refusal that a caller gets while the database is away. */
export function unavailable(message = "The service cannot reach its database"): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", `${message}; try again shortly`);
}

/** The transaction is certainly rolled back, whatever it had written. It may be tried again. */
export class RolledBackError extends Error {
  override name = "RolledBackError";
}

/**
 * Runs work on the database. SERVICE_UNAVAILABLE if the database is away, if it held a lock for too long, and
 * if a transaction was rolled back because of that.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isPassing = isAway(error) || isLockTimeout(error) || error instanceof RolledBackError;
    throw isPassing ? unavailable() : error;
  }
}

/** Whether a fault is the refusal of `unavailable`. */
export function isServiceUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === "SERVICE_UNAVAILABLE";
}
