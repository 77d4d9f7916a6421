import type { Pool } from "pg";

/** One request of a known caller. */
export interface UsageEntry {
  organizationId: number;
  apiKeyId: number;
  method: string;
  endpoint: string;
  statusCode: number;
  creditsConsumed: number;
  responseTimeMs: number;
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
}

const flushMs = 500;

/** Collects usage and writes it in batches. */
export function createUsageLog(pool: Pool) {
  let entries: UsageEntry[] = [];
  async function flush(): Promise<void> {
    if (entries.length === 0) return;
    const batch = entries;
    entries = [];
    const column = (name: keyof UsageEntry) => batch.map((entry) => entry[name]);
    await pool.query({
      name: "usage",
      text: `insert into usage_entries (organization_id, api_key_id, method, endpoint, status_code,
          credits_consumed, response_time_ms, ip_address, user_agent, created_at)
        select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::int[], $6::int[],
          $7::int[], $8::text[], $9::text[], $10::timestamptz[])`,
      values: [
        column("organizationId"),
        column("apiKeyId"),
        column("method"),
        column("endpoint"),
        column("statusCode"),
        column("creditsConsumed"),
        column("responseTimeMs"),
        column("ipAddress"),
        column("userAgent"),
        column("createdAt"),
      ],
    });
  }
  const timer = setInterval(() => {
    flush().catch((error: Error) => process.stderr.write(`usage was lost: ${error.message}\n`));
  }, flushMs);
  return {
    record(entry: UsageEntry): void {
      entries.push(entry);
    },
    /** Writes what is left. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
