import { expect } from "vitest";
import { killPooler } from "../../support/acknowledgements/pooler_kills.ts";
import { proof } from "./proof.ts";

const kills = 50;

// The tests themselves run through the pooler with TEST_POOLER (test/on_demand/prove/README.md).
proof("pooler", async (progress) => {
  const result = await killPooler({ kills, clients: 64, progress });
  expect(result.violations).toEqual([]);
  return {
    "kills of the pooler": kills,
    "creations answered 201": result.created,
    "changes answered 200": result.changed,
    "answers 503": result.unavailable,
    lost: 0,
  };
});
