import { expect, test } from "vitest";
import { killWhileDelivering } from "../../support/webhook_kills.ts";

// `npm run prove -- webhook_kills` kills 50 times and waits for the leases.
test(
  "each booking answered with 201 is delivered to each subscriber although service and worker are killed",
  async () => {
    const survived = await killWhileDelivering({ kills: 2, maxPauseMs: 300, endsLeases: true });
    expect(survived.bookings).toBeGreaterThan(50);
    expect(survived.deliveries).toBe(2 * survived.bookings);
  },
  300_000,
);
