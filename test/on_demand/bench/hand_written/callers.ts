import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { refuse } from "./answer.ts";

/** The owner of an API key. */
export interface Caller {
  apiKeyId: number;
  organizationId: number;
  timeZone: string;
  environment: string;
  scopes: string[];
  rateLimitPerHour: number;
}

const hourMs = 3_600_000;

/** Looks the key up by its hash. There is no cache, so a revoked key is refused at once. */
export async function authenticate(
  pool: Pool,
  key: string | string[] | undefined,
): Promise<Caller> {
  if (typeof key !== "string" || key === "") {
    return refuse(401, "MISSING_API_KEY", "The header X-API-Key is missing");
  }
  const { rows } = await pool.query<Caller>({
    name: "authenticate",
    text: `select k.id as "apiKeyId", k.organization_id as "organizationId", k.environment,
        o.time_zone as "timeZone", k.scopes, k.rate_limit_per_hour as "rateLimitPerHour"
      from api_keys k join organizations o on o.id = k.organization_id
      where k.key_hash = $1 and k.revoked_at is null`,
    values: [createHash("sha256").update(key).digest("hex")],
  });
  return rows[0] ?? refuse(401, "INVALID_API_KEY", "The API key is unknown, revoked or expired");
}

/** Throws 403 unless the key has the scope. */
export function requireScope({ scopes }: Caller, scope: string): void {
  if (!scopes.includes(scope)) refuse(403, "INSUFFICIENT_SCOPE", `The API key needs ${scope}`);
}

/** Counts requests of each key per hour, in this process. */
export function createHourlyLimit() {
  const counts = new Map<number, { used: number; endsAt: number }>();
  return {
    /** Counts a request and returns the headers of its answer. Throws 429 above the limit. */
    consume({ apiKeyId, rateLimitPerHour }: Caller): Record<string, string> {
      const now = Date.now();
      let count = counts.get(apiKeyId);
      if (!count || count.endsAt <= now) {
        count = { used: 0, endsAt: now + hourMs };
        counts.set(apiKeyId, count);
      }
      count.used += 1;
      const reset = `${Math.ceil((count.endsAt - now) / 1000)}`;
      const headers = {
        "X-RateLimit-Limit": `${rateLimitPerHour}`,
        "X-RateLimit-Remaining": `${Math.max(0, rateLimitPerHour - count.used)}`,
        "X-RateLimit-Reset": reset,
      };
      if (count.used <= rateLimitPerHour) return headers;
      return refuse(429, "RATE_LIMIT_EXCEEDED", "The hourly limit of the API key is used up", {
        ...headers,
        "Retry-After": reset,
      });
    },
  };
}
