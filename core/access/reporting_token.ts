import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";

const touchEvery = { minutes: 1 };

/**
 * Lets a reporting tool read one organization (contracts, "GraphQL"). The token itself is signed and never
 * kept; what may end it is here.
 */
export class ReportingToken {
  id!: number;
  organizationId: number;
  name: string;
  /** The staff user's id; null for the operator. */
  createdBy: number | null;
  createdAt: Temporal.Instant;
  /** In whole seconds, as the token itself says it; null for never. */
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

  /** False once it is revoked, and from when it expires on. */
  isValidAt(now: Temporal.Instant): boolean {
    return this.revokedAt === null && (this.expiresAt === null || isBefore(now, this.expiresAt));
  }

  /** Whether use now is worth a write: once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    return this.lastUsedAt === null || !isBefore(now, this.lastUsedAt.add(touchEvery));
  }

  /** Ends the token for good; one that has ended stays as it is. */
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

/** The reporting tokens that were made. */
export interface ReportingTokens {
  /** A token with the zone of its organization, both as of now. Nothing is cached. */
  find(
    ref: Required<ReportingTokenRef>,
  ): Promise<{ reportingToken: ReportingToken; timeZone: string } | undefined>;
  /** The tokens of an organization, by id. */
  list(organizationId: number): Promise<ReportingToken[]>;
  /** Keeps a new token and gives it its id. */
  add(token: ReportingToken, audit: Audited<ReportingToken>): Promise<void>;
  /** Changes a token under its lock; undefined where there is none. */
  change(
    ref: ReportingTokenRef,
    change: (token: ReportingToken) => void,
    audit: AuditedChange<ReportingToken>,
  ): Promise<ReportingToken | undefined>;
  /** Notes use, unless that was done within the last minute. */
  noteUse(id: number, at: Temporal.Instant): Promise<void>;
}

/** What a token says of itself. */
export interface ReportingTokenClaims {
  tokenId: number;
  organizationId: number;
  issuedAt: Temporal.Instant;
  expiresAt: Temporal.Instant | null;
}

/** Makes the texts that reporting tools send, and knows its own again; times are in whole seconds. */
export interface ReportingTokenSigner {
  sign(claims: ReportingTokenClaims): Promise<string>;
  /** What it says; undefined for one that is expired, changed or not ours. Never throws. */
  verify(token: string): Promise<ReportingTokenClaims | undefined>;
}

/** A reporting token as staff see it, with times of the organization's zone. */
export interface ReportingTokenView {
  id: number;
  name: string;
  createdAt: string;
  expiresAt: string | null;
  /** Null until it is used; at most a minute late. */
  lastUsedAt: string | null;
  isRevoked: boolean;
}

/** What is shown of a token. */
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
