import { expect } from "vitest";
import { killDatabase } from "../../support/acknowledgements/database_kills.ts";
import { proof } from "./proof.ts";

const kills = 100;

proof("database-kills", async (progress) => {
  const result = await killDatabase({ kills, clients: 24, tenants: 8, maxPauseMs: 2000, progress });
  expect(result.violations).toEqual([]);
  return {
    "kills of the database": kills,
    "of them with a backend frozen in its write": result.frozen,
    "creations answered 201": result.created,
    "changes answered 200": result.changed,
    "answers 503": result.unavailable,
    "events received": result.events,
    lost: 0,
    "longest time until the next success, ms": result.maxOutageMs,
  };
});
