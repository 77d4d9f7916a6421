import { expect, test } from "vitest";
import { patience, timed } from "../support/time_bounds.ts";
import { losePrimaries } from "../support/replication/promotions.ts";

// Of all losses the one where the old primary still answers and accepts writes, which it cannot confirm.
test(
  "a primary that loses its standby acknowledges nothing, and bookings follow the promotion within 2 s",
  timed,
  async () => {
    const result = await losePrimaries({
      losses: ["standby cut off"],
      clients: 8,
      tenants: 2,
      settings: { fsync: "off" },
    });
    expect(result.violations).toEqual([]);
    expect(result.created).toBeGreaterThanOrEqual(30);
    expect(result.outagesMs[0]).toBeLessThan(patience(2000));
  },
);
