import { expect, test } from "vitest";
import { killPooler } from "../support/acknowledgements/pooler_kills.ts";
import { hasPgbouncer } from "../support/pgbouncer.ts";

test.runIf(hasPgbouncer)(
  "a pooler in transaction mode that is killed under load loses nothing acknowledged",
  async () => {
    const { violations, created, unavailable } = await killPooler({ kills: 2, clients: 16 });
    expect(violations).toEqual([]);
    expect(created).toBeGreaterThan(0);
    expect(unavailable).toBeGreaterThan(0);
  },
);
