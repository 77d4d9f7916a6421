import { expect } from "vitest";
import { faults, loseLeaders, type Step } from "../support/patroni/failovers.ts";
import { patience } from "../support/time_bounds.ts";
import { type Figures, proof } from "./proof.ts";

const load = { clients: 16, tenants: 4 };

proof("patroni", async (progress) => {
  const steps = Array.from({ length: 20 }, (_, i) => faults[i % faults.length]!);
  return await prove(steps, progress);
});

proof("patroni-switchover", async (progress) => {
  const steps = Array.from({ length: 5 }, () => "switchover" as const);
  return await prove(steps, progress);
});

async function prove(
  steps: readonly Step[],
  progress: (line: string) => void,
): Promise<Figures> {
  const result = await loseLeaders({ ...load, steps, progress });
  expect(result.violations).toEqual([]);
  expect(Math.max(...result.outagesMs)).toBeLessThan(patience(2000));
  const outagesMs = result.outagesMs.toSorted((a, b) => a - b);
  return {
    "leaders replaced": steps.length,
    "creations answered 201": result.created,
    "changes answered 200": result.changed,
    "answers 503": result.unavailable,
    lost: 0,
    "from writable to served, median, ms": outagesMs[Math.floor(steps.length / 2)]!,
    "from writable to served, longest, ms": outagesMs.at(-1)!,
  };
}
