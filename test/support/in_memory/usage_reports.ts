import type {
  ApiKey,
  ReadUsageEntry,
  UsageEntry,
  UsageFilter,
  UsageReports,
} from "../../../core/mod.ts";

/** The usage log in memory, read entry by entry. */
export function usageReportsIn(
  { usageEntries, apiKeys }: { usageEntries: UsageEntry[]; apiKeys: ApiKey[] },
): UsageReports {
  const found = (organizationId: number, filter: UsageFilter): (ReadUsageEntry & UsageEntry)[] =>
    usageEntries
      .map((entry, i) => ({
        ...entry,
        id: i + 1,
        timestampMs: entry.timestamp.epochMilliseconds,
        apiKeyName: apiKeys.find(({ id }) => id === entry.apiKeyId)!.name,
        requestId: entry.requestId ?? null,
        error: entry.error ?? null,
      }))
      .filter((entry) => entry.organizationId === organizationId && matches(entry, filter))
      .sort((a, b) => b.timestampMs - a.timestampMs || b.id - a.id);
  return {
    async sums(organizationId, bounds) {
      const within = usageEntries.filter(({ timestamp, ...entry }) =>
        entry.organizationId === organizationId && !isBefore(timestamp, bounds[0]!) &&
        isBefore(timestamp, bounds.at(-1)!)
      );
      const points = bounds.slice(1).map((end, i) => {
        const calls = within.filter(({ timestamp }) =>
          !isBefore(timestamp, bounds[i]!) && isBefore(timestamp, end)
        );
        return { calls: calls.length, credits: total(calls, (call) => call.creditsConsumed) };
      });
      return {
        points,
        responseTimeMs: total(within, (entry) => entry.responseTimeMs),
        callsByStatus: countBy(within, (entry) => entry.statusCode),
        callsByRoute: countBy(within, (entry) => entry.routeTemplate),
        callsByLatencyMs: new Map(
          [...countBy(within, (entry) => entry.responseTimeMs)].sort(([a], [b]) => a - b),
        ),
      };
    },
    async callsOfKey(organizationId, apiKeyId, { from, to }) {
      const calls = usageEntries.filter(({ timestamp, ...entry }) =>
        entry.organizationId === organizationId && entry.apiKeyId === apiKeyId &&
        !isBefore(timestamp, from) && isBefore(timestamp, to)
      );
      const errors = calls.filter(({ statusCode }) => statusCode >= 400);
      return { calls: calls.length, errors: errors.length };
    },
    async page(organizationId, filter, { offset, limit, direction }) {
      const entries = found(organizationId, filter);
      if (direction === "asc") entries.reverse();
      const items = entries.slice(offset, offset + limit).map(asRead);
      return { items, totalElements: entries.length };
    },
    async *batches(organizationId, filter) {
      for (const entry of found(organizationId, filter)) yield [asRead(entry)];
    },
  };
}

/** Returns the fields that readers of the log get. */
function asRead(entry: ReadUsageEntry): ReadUsageEntry {
  const { id, apiKeyName, endpoint, method, statusCode } = entry;
  const { creditsConsumed, responseTimeMs, timestampMs, ipAddress, userAgent } = entry;
  const { requestId, error } = entry;
  const answer = { statusCode, creditsConsumed, responseTimeMs, requestId, error };
  return { id, apiKeyName, endpoint, method, ...answer, timestampMs, ipAddress, userAgent };
}

function matches(entry: UsageEntry, filter: UsageFilter): boolean {
  const { from, to, apiKeyId, endpoint, statusCode, onlyErrors, requestId } = filter;
  const named = [entry.endpoint, entry.routeTemplate, entry.routeTemplate.split(" ")[1]];
  return !(from && isBefore(entry.timestamp, from)) && (!to || isBefore(entry.timestamp, to)) &&
    (apiKeyId === null || entry.apiKeyId === apiKeyId) &&
    (endpoint === null || named.includes(endpoint)) &&
    (statusCode === null || entry.statusCode === statusCode) &&
    (!onlyErrors || entry.statusCode >= 400) &&
    (requestId === undefined || entry.requestId === requestId);
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

function total(entries: UsageEntry[], of: (entry: UsageEntry) => number): number {
  return entries.reduce((sum, entry) => sum + of(entry), 0);
}

function countBy<K>(entries: UsageEntry[], of: (entry: UsageEntry) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const entry of entries) counts.set(of(entry), (counts.get(of(entry)) ?? 0) + 1);
  return counts;
}
