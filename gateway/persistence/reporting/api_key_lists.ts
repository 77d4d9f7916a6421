import type { ListedApiKey } from "../../../core/mod.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { byId, conditionsBy, given, type ListSource } from "./list_source.ts";

type ApiKeyRow =
  & Omit<ListedApiKey, "createdAt" | "lastUsedAt" | "revokedAt">
  & { createdAt: string; lastUsedAt: string | null; revokedAt: string | null };

/** Keys, revoked ones too; their hashes are not read. */
export const apiKeys: ListSource<"apiKeys", ApiKeyRow> = {
  table: "api_keys",
  columns: `a.id, a.name, a.masked_key as "maskedKey", a.environment, a.scopes,
    a.rate_limit_per_hour as "rateLimitPerHour", a.created_at as "createdAt",
    a.last_used_at as "lastUsedAt", a.revoked_at as "revokedAt"`,
  orders: byId,
  owners: {},
  conditions: ({ filter: { environment, isActive } }, { valueOf }) => ({
    where: [
      ...conditionsBy(valueOf).is("environment", "text", environment),
      ...given(isActive, (isActive) => `a.revoked_at is ${isActive ? "" : "not "}null`),
    ],
  }),
  item: ({ id, name, maskedKey, environment, scopes, rateLimitPerHour, ...at }) => ({
    id,
    name,
    maskedKey,
    environment,
    scopes,
    rateLimitPerHour,
    createdAt: instantFromDatabase(at.createdAt),
    lastUsedAt: at.lastUsedAt === null ? null : instantFromDatabase(at.lastUsedAt),
    revokedAt: at.revokedAt === null ? null : instantFromDatabase(at.revokedAt),
  }),
};
