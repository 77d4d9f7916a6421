import type { Ports } from "../../../core/ports.ts";
import { untouchable } from "../refusal.ts";

/** The fields of a call that matter for statistics. Absent fields have defaults. */
export interface PlainCall {
  at: Temporal.Instant;
  statusCode?: number;
  routeTemplate?: string;
  creditsConsumed?: number;
  responseTimeMs?: number;
}

/** Makes reports over a list of calls by counting one by one. Reading the log fails the test. */
export function plainReports(calls: readonly PlainCall[]): Ports["usageReports"] {
  return {
    ...untouchable<Ports["usageReports"]>(),
    async sums(_organizationId, bounds) {
      const points = bounds.slice(1).map(() => ({ calls: 0, credits: 0 }));
      const sums = {
        points,
        responseTimeMs: 0,
        callsByStatus: new Map<number, number>(),
        callsByRoute: new Map<string, number>(),
        callsByLatencyMs: new Map<number, number>(),
      };
      for (const call of calls.toSorted((a, b) => latencyOf(a) - latencyOf(b))) {
        const i = bounds.findLastIndex((bound) => Temporal.Instant.compare(bound, call.at) <= 0);
        const point = points[i];
        if (!point) continue;
        point.calls += 1;
        point.credits += call.creditsConsumed ?? 0;
        sums.responseTimeMs += latencyOf(call);
        add(sums.callsByStatus, call.statusCode ?? 200);
        add(sums.callsByRoute, call.routeTemplate ?? "GET /");
        add(sums.callsByLatencyMs, latencyOf(call));
      }
      return sums;
    },
  };
}

function latencyOf({ responseTimeMs = 0 }: PlainCall): number {
  return responseTimeMs;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
