import { expect, test } from "vitest";
import { hasHaproxy } from "../support/haproxy.ts";
import { openRollingStage } from "../support/rolling_restart/stage.ts";

test.skipIf(!hasHaproxy)(
  "two services behind a proxy are restarted in turn, and no request fails",
  async () => {
    await using stage = await openRollingStage({
      drainSeconds: 1,
      checkInterval: "100ms",
      connections: 4,
    });
    await stage.restart(0);
    await stage.restart(1);
    const { requests, streams } = await stage.check();
    expect(requests).toBeGreaterThan(100);
    // The stream was on one of them. It was ended, and opened again at the other one.
    expect(streams).toBeGreaterThan(1);
  },
);
