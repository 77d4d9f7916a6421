import { expect } from "vitest";
import { patience } from "../../support/time_bounds.ts";
import { losePrimaries, losses } from "../../support/replication/promotions.ts";
import { proof } from "./proof.ts";

const rounds = 4;

proof("promotions", async (progress) => {
  const planned = Array.from({ length: rounds }, () => losses).flat();
  const result = await losePrimaries({ losses: planned, clients: 16, tenants: 4, progress });
  expect(result.violations).toEqual([]);
  expect(Math.max(...result.outagesMs)).toBeLessThan(patience(2000));
  const outagesMs = result.outagesMs.toSorted((a, b) => a - b);
  return {
    "primaries lost, standbys promoted": planned.length,
    "creations answered 201": result.created,
    "changes answered 200": result.changed,
    "answers 503": result.unavailable,
    "events received": result.events,
    lost: 0,
    "from writable to served, median, ms": outagesMs[planned.length / 2]!,
    "from writable to served, longest, ms": outagesMs.at(-1)!,
  };
});
