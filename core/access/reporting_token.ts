import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";

const touchEvery = { minutes: 1 };

/**
 * A token with which a reporting tool reads one organization (core/access/README.md 7). The signed text is not stored;
 * this row decides whether it is valid.
 */
export class ReportingToken {
  id!: number;
  organizationId: number;
  name: string;
  /** Id of the staff user who created it; null for an operator. */
  createdBy: number | null;
  createdAt: Temporal.Instant;
  /** Whole seconds, equal to the expiry in the signed text; null if it never expires. */
  expiresAt: Temporal.Instant | null;
  /** At most a minute late. */
  lastUsedAt: Temporal.Instant | null = null;
  revokedAt: Temporal.Instant | null = null;

  constructor(
    made: Pick<
      ReportingToken,
      "organizationId" | "name" | "createdBy" | "createdAt" | "expiresAt"
    >,
  ) {
    this.organizationId = made.organizationId;
    this.name = made.name;
    this.createdBy = made.createdBy;
    this.createdAt = made.createdAt;
    this.expiresAt = made.expiresAt;
  }

  /** Returns whether the token is neither revoked nor expired. */
  isValidAt(now: Temporal.Instant): boolean {
    return this.revokedAt === null && (this.expiresAt === null || isBefore(now, this.expiresAt));
  }

  /** Returns whether a use now must be written. Uses are written once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    return this.lastUsedAt === null || !isBefore(now, this.lastUsedAt.add(touchEvery));
  }

  /** Revokes the token. Does nothing if it is already revoked. */
  revoke(now: Temporal.Instant): void {
    this.revokedAt ??= now;
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** Identifies a reporting token. If `organizationId` is given, the token must belong to it. */
export interface ReportingTokenRef {
  id: number;
  organizationId?: number;
}

/** The reporting tokens. `audit` makes the audit record of a change. */
export interface ReportingTokens {
  /** Returns a token with the zone of its organization. Never cached. */
  find(
    ref: Required<ReportingTokenRef>,
  ): Promise<{ reportingToken: ReportingToken; timeZone: string } | undefined>;
  /** Returns tokens of an organization in the order of their ids: those in use, and up to `maxListed` in all. */
  list(organizationId: number): Promise<ReportingToken[]>;
  /** Stores a new token and sets its id. */
  add(token: ReportingToken, audit: Audited<ReportingToken>): Promise<void>;
  /** Locks a token, changes it and returns it; undefined if it does not exist. */
  change(
    ref: ReportingTokenRef,
    change: (token: ReportingToken) => void,
    audit: AuditedChange<ReportingToken>,
  ): Promise<ReportingToken | undefined>;
  /** Writes the time of a use, unless one was written within the last minute. */
  noteUse(ref: { id: number; organizationId: number }, at: Temporal.Instant): Promise<void>;
}

/** The content of a signed token. Times are whole seconds. */
export interface ReportingTokenClaims {
  tokenId: number;
  organizationId: number;
  issuedAt: Temporal.Instant;
  expiresAt: Temporal.Instant | null;
}

/** Signs and verifies the texts of reporting tokens. */
export interface ReportingTokenSigner {
  sign(claims: ReportingTokenClaims): Promise<string>;
  /** Returns the content of a token; undefined if it is expired, changed or signed by another key. Never throws. */
  verify(token: string): Promise<ReportingTokenClaims | undefined>;
}

/** A reporting token as staff see it; times are local to the organization. */
export interface ReportingTokenView {
  id: number;
  name: string;
  createdAt: string;
  expiresAt: string | null;
  /** Null before the first use; at most a minute late. */
  lastUsedAt: string | null;
  isRevoked: boolean;
}

/** Makes the view of a token. */
export function toReportingTokenView(
  { id, name, createdAt, expiresAt, lastUsedAt, revokedAt }: ReportingToken,
  timeZone: string,
): ReportingTokenView {
  return {
    id,
    name,
    createdAt: formatInstant(createdAt, timeZone),
    expiresAt: expiresAt && formatInstant(expiresAt, timeZone),
    lastUsedAt: lastUsedAt && formatInstant(lastUsedAt, timeZone),
    isRevoked: revokedAt !== null,
  };
}
