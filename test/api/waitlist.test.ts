import { expect, test } from "vitest";
import { waitlistWalk } from "../support/waitlist_walk.ts";

test("while two processes are killed, nobody is passed over and no place is offered twice", async () => {
  const result = await waitlistWalk({ seed: 1, freed: 60, processes: 2, kills: 2 });
  expect(result).toMatchObject({ freed: 60, kills: 2 });
  expect(Math.min(result.accepted, result.declined, result.expired, result.withdrawn))
    .toBeGreaterThan(0);
});
