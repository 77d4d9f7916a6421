import type { HourlyLimits, Ports } from "../../../core/mod.ts";

const hourMs = 3_600_000;

/** The hourly limits in memory. */
export function hourlyLimitsIn(now: Ports["now"]): HourlyLimits {
  const windows = new Map<string, { endsAtMs: number; counted: number }>();
  return {
    async count({ lineageId, rateLimitPerHour: limit }) {
      const nowMs = now().epochMilliseconds;
      let window = windows.get(lineageId);
      if (!window || window.endsAtMs <= nowMs) window = { endsAtMs: nowMs + hourMs, counted: 0 };
      windows.set(lineageId, window);
      window.counted += 1;
      return {
        limit,
        remaining: Math.max(0, limit - window.counted),
        resetSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000),
        isAllowed: window.counted <= limit,
      };
    },
  };
}
