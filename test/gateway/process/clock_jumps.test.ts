import { expect, test } from "vitest";
import { jumpClock } from "../../support/clock_jumps/process_jumps.ts";
import { hasFakeTime } from "../../support/fake_clock.ts";

// `npm run prove -- clock` has more and longer jumps, suspensions and retries.
test.skipIf(!hasFakeTime)(
  "bookings, sessions, keys and deliveries go on when the service's clock jumps",
  async () => {
    const steps = ["+40d", "-40d"];
    const survived = await jumpClock({ steps, holdMs: 500, receivers: ["answers"], callers: 4 });
    expect(survived.jumps).toBe(2);
    expect(survived.bookings).toBeGreaterThan(20);
    expect(survived.replays).toBeGreaterThan(0);
    expect(survived.deliveries).toBe(survived.bookings);
  },
  300_000,
);
