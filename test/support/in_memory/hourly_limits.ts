import type { HourlyLimits, Ports } from "../../../core/mod.ts";

const hourMs = 3_600_000;

/** The hourly limits in memory. */
export function hourlyLimitsIn(now: Ports["now"]): HourlyLimits {
  const windows = new Map<string, { endsAtMs: number; counted: number }>();
  return {
    async count({ lineageId, windowNumber, rateLimitPerHour: limit }) {
      const name = `${lineageId} ${windowNumber}`;
      const nowMs = now().epochMilliseconds;
      let window = windows.get(name);
      if (!window || window.endsAtMs <= nowMs) window = { endsAtMs: nowMs + hourMs, counted: 0 };
      windows.set(name, window);
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
