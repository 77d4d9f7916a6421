import { z } from "zod";
import type { Actor, Audited, AuditedChange } from "../audit/audit_record.ts";
import { type Environment, environments } from "../environment.ts";
import { formatInstant } from "../local_date_time.ts";
import { count, id, localDateTime, text } from "../view_fields.ts";

/** Every scope. Departments and availability accept either (rest-adapter/README.md 4). */
export const scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const;

/** A permission of a key. */
export type Scope = (typeof scopes)[number];

/** A key of the public API. Only its hash is stored, never its plaintext (core/access/README.md 6). */
export class ApiKey {
  id!: number;
  organizationId: number;
  name: string;
  environment: Environment;
  /** SHA-256 of the key, hex. */
  keyHash: string;
  /** `mk_live_****` and the last four characters of the key. */
  maskedKey: string;
  scopes: Scope[];
  rateLimitPerHour: number;
  /** The same for a key and its successors, so that they share one hourly window. */
  lineageId: string;
  /** Each change of the limit starts a new hourly window of the lineage (core/usage/README.md 3). */
  windowNumber: number;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null = null;
  revokedAt: Temporal.Instant | null = null;
  /** From then on the key is refused; null if it has no end (core/access/README.md 6.1). */
  expiresAt: Temporal.Instant | null;
  /** The networks from which it may be used; null for every address (core/access/README.md 6.2). */
  allowedNetworks: string[] | null;
  /** LIVE credits that it and its successors may spend in a local day; null for no cap (core/booking/README.md 23). */
  dailyCreditCap: number | null;
  /** The end that the last warning was about, and how many days before it (core/access/README.md 6.3). */
  warnedEnd: Temporal.Instant | null = null;
  warnedDays: number | null = null;
  /** Raised by the database with each change of what staff choose (core/README.md 5). */
  version = 1;

  constructor(
    made: Omit<
      ApiKey,
      | "id"
      | "lastUsedAt"
      | "revokedAt"
      | "warnedEnd"
      | "warnedDays"
      | "version"
      | "isActive"
      | "revoke"
      | "setLimit"
    >,
  ) {
    this.organizationId = made.organizationId;
    this.name = made.name;
    this.environment = made.environment;
    this.keyHash = made.keyHash;
    this.maskedKey = made.maskedKey;
    this.scopes = made.scopes;
    this.rateLimitPerHour = made.rateLimitPerHour;
    this.lineageId = made.lineageId;
    this.windowNumber = made.windowNumber;
    this.createdAt = made.createdAt;
    this.expiresAt = made.expiresAt;
    this.allowedNetworks = made.allowedNetworks;
    this.dailyCreditCap = made.dailyCreditCap;
  }

  get isActive(): boolean {
    return this.revokedAt === null;
  }

  /** Changes the limit. Another limit starts a new hourly window, the same one does not. */
  setLimit(rateLimitPerHour: number): void {
    if (rateLimitPerHour !== this.rateLimitPerHour) this.windowNumber += 1;
    this.rateLimitPerHour = rateLimitPerHour;
  }

  /** Revokes the key. Does nothing if it is already revoked. */
  revoke(now: Temporal.Instant): void {
    this.revokedAt ??= now;
  }
}

/** A caller of the public API: the key, its organization and its permissions. */
export interface ApiCaller {
  apiKeyId: number;
  apiKeyName: string;
  lineageId: string;
  windowNumber: number;
  organizationId: number;
  timeZone: string;
  environment: Environment;
  scopes: readonly Scope[];
  rateLimitPerHour: number;
  /** The networks of the key, joined by commas; null for every address. */
  allowedNetworks: string | null;
  dailyCreditCap: number | null;
  /** Checks again that the key may do this, like that of a staff caller. */
  requireStill?: () => Promise<void>;
}

/** Makes the audit actor of a caller. */
export function actorOfKey(
  { apiKeyId, apiKeyName }: Pick<ApiCaller, "apiKeyId" | "apiKeyName">,
  ipAddress: string,
): Actor {
  return { kind: "API_KEY", id: apiKeyId, name: apiKeyName, ipAddress };
}

/** The API keys. `audit` makes the audit record of a change. */
export interface ApiKeys {
  /** Returns the caller of a key by its hash; undefined if it is unknown, revoked or ended. Never cached. */
  findCaller(keyHash: string): Promise<ApiCaller | undefined>;
  /** Stores a new key and sets its id. */
  add(key: ApiKey, audit: Audited<ApiKey>): Promise<void>;
  /** Returns keys of an organization in the order of their ids: the active ones, and up to `maxListed` in all. */
  list(organizationId: number): Promise<ApiKey[]>;
  /** Locks a key, changes it and returns it; undefined if it does not exist. */
  change(
    key: ApiKeyRef,
    change: (key: ApiKey) => void,
    audit: AuditedChange<ApiKey>,
  ): Promise<ApiKey | undefined>;
  /**
   * Locks a key and stores, in one transaction, its change and the successor that `replace` returns. Returns the
   * successor; undefined if the key does not exist. If `replace` throws, nothing is stored. `audit` gets the new key
   * and the old key.
   */
  replace(
    key: ApiKeyRef,
    replace: (key: ApiKey) => Promise<ApiKey>,
    audit: AuditedChange<ApiKey>,
  ): Promise<ApiKey | undefined>;
}

/** Identifies an API key. If `organizationId` is given, the key must belong to it. */
export interface ApiKeyRef {
  id: number;
  organizationId?: number;
}

/** A key as staff see it, without its hash. Times are local to the organization. */
export const apiKeyView = z.object({
  id: id("Id of the key", 1),
  name: text("Name of the key", "Website"),
  maskedKey: z.string().regex(/^mk_(live|test)_\*{4}[0-9A-Za-z]{4}$/).meta({
    description: "The key without its middle part",
    examples: ["mk_live_****a1B2"],
  }),
  environment: z.enum(environments).meta({
    description: "Environment of the key's appointments and credits",
    examples: ["LIVE"],
  }),
  scopes: z.array(z.enum(scopes)).min(1).meta({
    description: "Permissions of the key",
    examples: [["READ_APPOINTMENTS"]],
  }),
  rateLimitPerHour: z.int().min(1).max(1_000_000).meta({
    description: "Allowed requests per hour",
    examples: [1000],
  }),
  isActive: z.boolean().meta({ description: "False after the key is revoked", examples: [true] }),
  createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
  lastUsedAt: localDateTime("Time of the last use, at most 5 s late", "2026-03-01T08:00:00")
    .nullable().meta({
      description: "Time of the last use, at most 5 s late; null before the first",
    }),
  expiresAt: localDateTime("Time of the end; null if the key has none", "2027-03-01T23:59:59")
    .nullable(),
  allowedNetworks: z.array(z.string()).nullable().meta({
    description: "Networks from which the key may be used; null for every address",
    examples: [["203.0.113.0/24"]],
  }),
  dailyCreditCap: count("Credits that the key may spend in a day; null for no cap", 200).nullable(),
  version: count("Raised with each change (core/README.md 5)", 1),
});
export type ApiKeyView = z.output<typeof apiKeyView>;

/** Makes the view of a key, without its hash. */
export function toApiKeyView(key: ApiKey, timeZone: string): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    maskedKey: key.maskedKey,
    environment: key.environment,
    scopes: key.scopes,
    rateLimitPerHour: key.rateLimitPerHour,
    isActive: key.isActive,
    createdAt: formatInstant(key.createdAt, timeZone),
    lastUsedAt: key.lastUsedAt && formatInstant(key.lastUsedAt, timeZone),
    expiresAt: key.expiresAt && formatInstant(key.expiresAt, timeZone),
    allowedNetworks: key.allowedNetworks,
    dailyCreditCap: key.dailyCreditCap,
    version: key.version,
  };
}
