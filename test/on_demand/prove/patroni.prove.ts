import { expect } from "vitest";
import {
  type FailoversResult,
  faults,
  loseLeaders,
  type Step,
} from "../support/patroni/failovers.ts";
import { keepLeader } from "../support/patroni/keep_leader.ts";
import { patience } from "../../support/time_bounds.ts";
import { type Figures, proof } from "./proof.ts";

const load = { clients: 16, tenants: 4 };
/** Leaders lost in one cluster. A run that was cut short continues with the next cluster. */
const leadersOfCluster = 5;
/** The longest time without a success, with the settings of gateway/persistence/hosts/README.md. */
const maxGapMs: Record<Step, number> = {
  killed: 10_000,
  frozen: 13_000,
  "cut off": 13_000,
  switchover: 4000,
  // Until the leader gives the standby up (wal_sender_timeout), and Patroni takes the other one.
  "standby frozen": 6000,
};

proof("patroni", async (progress, part) => {
  const steps = Array.from({ length: 20 }, (_, i): Step => faults[i % faults.length]!);
  const results: FailoversResult[] = [];
  for (let at = 0; at < steps.length; at += leadersOfCluster) {
    results.push(
      await part(`${at + 1}`, async () => {
        const some = steps.slice(at, at + leadersOfCluster);
        const result = await loseLeaders({
          ...load,
          steps: some,
          progress: (line) => progress(`from leader ${at + 1} on, ${line}`),
        });
        check(result);
        return result;
      }),
    );
  }
  return figuresOf(results);
});

proof("patroni-switchover", async (progress) => {
  const steps = Array.from({ length: 10 }, () => "switchover" as const);
  const result = await loseLeaders({ ...load, steps, progress });
  check(result);
  // Each caller that repeats got its success, and soon.
  expect(result.maxWaitMs).toBeLessThan(patience(10_000));
  return figuresOf([result]);
});

proof("patroni-standby", async (progress) => {
  const steps = Array.from({ length: 5 }, () => "standby frozen" as const);
  const result = await loseLeaders({ ...load, steps, progress });
  check(result);
  return {
    "creations answered 201": result.created,
    lost: 0,
    "longest time without a success, ms": Math.max(...result.gapsMs.map(({ ms }) => ms)),
  };
});

proof("patroni-quiet", async (progress) => {
  const { violations, ...figures } = await keepLeader({ ...load, minutes: 60, progress });
  expect(violations).toEqual([]);
  return {
    minutes: 60,
    "leaders replaced": 0,
    "creations answered 201": figures.created,
    "changes answered 200": figures.changed,
    "answers 503": figures.unavailable,
    lost: 0,
    "longest time without a success, ms": figures.maxGapMs,
  };
});

function check({ violations, outagesMs, gapsMs }: FailoversResult): void {
  expect(violations).toEqual([]);
  expect(outagesMs.filter((ms) => ms > patience(2000))).toEqual([]);
  expect(gapsMs.filter(({ step, ms }) => ms > patience(maxGapMs[step]))).toEqual([]);
}

function figuresOf(results: readonly FailoversResult[]): Figures {
  const outagesMs = results.flatMap((one) => one.outagesMs).toSorted((a, b) => a - b);
  const promotionsMs = results.flatMap((one) => one.promotionsMs).toSorted((a, b) => a - b);
  const sum = (of: (result: FailoversResult) => number) =>
    results.reduce((total, one) => total + of(one), 0);
  const oldLeaders = results.flatMap((one) => one.oldLeaders);
  const refusals = oldLeaders.flatMap(({ refused }) => Object.entries(refused));
  const states = [...new Set(refusals.map(([state]) => state))].toSorted();
  const refusedWith = (state: string) =>
    refusals.filter(([one]) => one === state).reduce((total, [, count]) => total + count, 0);
  return {
    "leaders replaced": outagesMs.length,
    "creations answered 201": sum(({ created }) => created),
    "changes answered 200": sum(({ changed }) => changed),
    "answers 503": sum(({ unavailable }) => unavailable),
    "other failures": 0,
    lost: 0,
    "from the fault to writable, shortest, ms": promotionsMs[0]!,
    "from the fault to writable, longest, ms": promotionsMs.at(-1)!,
    "from writable to served, median, ms": outagesMs[Math.floor(outagesMs.length / 2)]!,
    "from writable to served, longest, ms": outagesMs.at(-1)!,
    "longest wait of a caller that repeats, ms": Math.max(...results.map((one) => one.maxWaitMs)),
    "writes to old leaders that waited": total(oldLeaders, "waited"),
    "acknowledged after the fault, all found": total(oldLeaders, "acknowledged"),
    "timed out": total(oldLeaders, "timedOut"),
    "broken": total(oldLeaders, "broken"),
    "with a warning": total(oldLeaders, "unconfirmed"),
    ...Object.fromEntries(states.map((state) => [`refused with ${state}`, refusedWith(state)])),
  };
}

function total<K extends string>(outcomes: readonly Record<K, number>[], key: K): number {
  return outcomes.reduce((sum, one) => sum + one[key], 0);
}
