import type { Actor, Audited, AuditedChange } from "../audit/audit_record.ts";
import type { Environment } from "../booking/environment.ts";
import { formatInstant } from "../local_date_time.ts";
import { randomBase62, toBase62 } from "../random_text.ts";
import { crc32 } from "./crc32.ts";

/** Every scope (decisions 5); departments and availability take either. */
export const scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const;

/** What a key may do. */
export type Scope = (typeof scopes)[number];

const prefixes = { LIVE: "mk_live_", TEST: "mk_test_" } as const;
const randomLength = 36;
const keyForm = new RegExp(`^mk_(?:live|test)_[0-9A-Za-z]{${randomLength + 6}}$`);

/** A key of the public API. The key itself is never kept, only its hash (decisions 6). */
export class ApiKey {
  id!: number;
  organizationId: number;
  name: string;
  environment: Environment;
  /** SHA-256 of the key, hex. */
  keyHash: string;
  /** `mk_live_****` and the key's last four characters. */
  maskedKey: string;
  scopes: Scope[];
  rateLimitPerHour: number;
  /** The same for a key and those that replace it, so that they share one hourly window. */
  lineageId: string;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null = null;
  revokedAt: Temporal.Instant | null = null;

  constructor(made: Omit<ApiKey, "id" | "lastUsedAt" | "revokedAt" | "isActive" | "revoke">) {
    this.organizationId = made.organizationId;
    this.name = made.name;
    this.environment = made.environment;
    this.keyHash = made.keyHash;
    this.maskedKey = made.maskedKey;
    this.scopes = made.scopes;
    this.rateLimitPerHour = made.rateLimitPerHour;
    this.lineageId = made.lineageId;
    this.createdAt = made.createdAt;
  }

  get isActive(): boolean {
    return this.revokedAt === null;
  }

  /** Ends the key for good; a key that has ended stays as it is. */
  revoke(now: Temporal.Instant): void {
    this.revokedAt ??= now;
  }
}

/** A new key: prefix, 36 random base62 characters and a checksum of six (decisions 6). */
export function generateKey(
  environment: Environment,
  random: { randomBytes(length: number): Uint8Array },
): string {
  const body = prefixes[environment] + randomBase62(randomLength, random);
  return body + toBase62(crc32(body));
}

/** Whether a text has the form and the checksum of a key, so that junk is refused without a query. */
export function isWellFormedKey(text: string): boolean {
  return keyForm.test(text) && text.slice(-6) === toBase62(crc32(text.slice(0, -6)));
}

/** The form of a key that may be shown again (`mk_live_****a1B2`). */
export function maskKey(key: string): string {
  return `${key.slice(0, prefixes.LIVE.length)}****${key.slice(-4)}`;
}

/** Who calls the public API: the key, its organization, and what it may do. */
export interface ApiCaller {
  apiKeyId: number;
  apiKeyName: string;
  lineageId: string;
  organizationId: number;
  timeZone: string;
  environment: Environment;
  scopes: readonly Scope[];
  rateLimitPerHour: number;
}

/** The caller as the audit names who does something. */
export function actorOfKey(
  { apiKeyId, apiKeyName }: Pick<ApiCaller, "apiKeyId" | "apiKeyName">,
  ipAddress: string,
): Actor {
  return { kind: "API_KEY", id: apiKeyId, name: apiKeyName, ipAddress };
}

/** The keys that exist; `audit` is written with what it tells. */
export interface ApiKeys {
  /** The caller behind the hash of a key that is not revoked. Asks anew each time: nothing is cached. */
  findCaller(keyHash: string): Promise<ApiCaller | undefined>;
  /** Keeps a new key and gives it its id. */
  add(key: ApiKey, audit: Audited<ApiKey>): Promise<void>;
  /** The keys of an organization, by id. */
  list(organizationId: number): Promise<ApiKey[]>;
  /** Changes a key under its lock; undefined where there is none. */
  change(
    key: ApiKeyRef,
    change: (key: ApiKey) => void,
    audit: AuditedChange<ApiKey>,
  ): Promise<ApiKey | undefined>;
  /**
   * Keeps, in one transaction and under the lock of the key, what becomes of it and the key that replaces
   * it; returns the new one. What `replace` throws undoes everything; undefined where there is no key.
   * `audit` is given the new key and the old.
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

/** A key as staff see it (interface, "API key (staff view)"). */
export interface ApiKeyView extends
  Pick<
    ApiKey,
    "id" | "name" | "maskedKey" | "environment" | "scopes" | "rateLimitPerHour" | "isActive"
  > {
  createdAt: string;
  /** Null until it is used; at most 5 s late. */
  lastUsedAt: string | null;
}

/** What is shown of a key, with times of the organization's zone. */
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
  };
}
