import { DatabaseError } from "pg";
import { DomainError } from "../../../core/ports.ts";

// SQLSTATE classes and codes of a server that is temporarily unable to serve:
//
//     08, 28, 3D000         no connection, no login, no database
//     53                    out of resources
//     57P01 to 57P05        shutdown, crash, still starting, session ended
//     25006                 a standby, which accepts no writes
//     25P03, 25P04          a transaction that idled or took too long
//     57014, 40001, 40P01   a statement that was cancelled, or lost a conflict or a deadlock
const awayStates = /^(08|28|3D000|53|57P0[1-5]|25006|25P0[34]|57014|40001|40P01)/;
const networkCodes = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN|NETDOWN)/;
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|terminating connection)/i;

/** The service got no connection, or one that it cannot use. `cause` has the reason. */
export class ConnectError extends Error {
  override name = "ConnectError";
  /** The SQLSTATE of a failed connection. */
  readonly code = "08001";

  constructor(reason: unknown) {
    super(
      reason instanceof Error ? reason.message : String(reason),
      reason instanceof Error ? { cause: reason } : undefined,
    );
  }
}

/** Returns whether a fault means that the database is away, the connection was lost, or a retry may succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (awayStates.test(code)) return true;
  if (isDatabaseError(error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return networkCodes.test(code) || lostConnection.test(error.message) || isAway(error.cause);
}

/** Returns whether a statement waited longer for a lock than its session allows. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

/** Returns whether a statement was refused because an earlier one of its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25P02";
}

/** Returns whether the server reported the fault. Then its transaction is certainly rolled back. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof DatabaseError || (error instanceof Error && "severity" in error);
}

/** Returns whether a row violated the unique constraint of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && "code" in error && error.code === "23505" &&
    "constraint" in error && error.constraint === constraint;
}

/** Returns the error for a caller while the database is away. */
export function unavailable(message = "The service cannot reach its database"): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", `${message}. Try again shortly`);
}

/** Returns the error for a caller whose organization was closed while the request ran. A repetition is refused. */
export function organizationClosed(): DomainError {
  return unavailable("This organization is closed here");
}

/** The transaction is certainly rolled back. It may be tried again. */
export class RolledBackError extends Error {
  override name = "RolledBackError";
}

/**
 * Runs work on the database. Throws SERVICE_UNAVAILABLE if the database is away, if a lock wait took too long, or if a
 * transaction was rolled back for such a reason.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Of triggers (migrations/0020_closed_organizations.sql).
    if (error instanceof Error && "code" in error && error.code === "OC001") {
      throw organizationClosed();
    }
    const isTemporary = isAway(error) || isLockTimeout(error) || error instanceof RolledBackError;
    throw isTemporary ? unavailable() : error;
  }
}

/** Returns whether a fault is an error of `unavailable`. */
export function isServiceUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === "SERVICE_UNAVAILABLE";
}
