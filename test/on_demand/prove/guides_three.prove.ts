import { expect } from "vitest";
import { hasMachines } from "../../support/guide_machine/machine.ts";
import { figuresOf } from "../support/guides/figures.ts";
import { openStage, type Stage } from "../support/guides/stage.ts";
import {
  addThirdService,
  countAttempts,
  countStored,
  type Machines,
  reloadProxy,
  restartAll,
  setUpThreeMachines,
  startLoadOn,
} from "../support/guides/three_machines.ts";
import { type Figures, proof } from "./proof.ts";

proof("guides-three-machines", async (progress) => {
  await using stage = await openStage();
  await using office = await openOffice(stage, progress);
  const { machines, check } = office;
  await restartAll(stage, machines);
  await check("both services were restarted");
  await reloadProxy(stage, machines);
  await check("the proxy was reloaded");
  await addThirdService(stage, machines);
  await check("a third service was added, and a worker of its own");
  const third = machines.services[2]!;
  await expect.poll(() => countAttempts(third, "worker"), { timeout: 60_000 }).toBeGreaterThan(0);
  for (const machine of machines.services) expect(await countAttempts(machine, "service")).toBe(0);
  await restartAll(stage, machines);
  await check("all three services were restarted");
  return { ...figuresOf(stage), ...await office.end() };
}, { isPossible: hasMachines });

interface Office extends AsyncDisposable {
  machines: Machines;
  /** Expects that no request has failed so far. */
  check(step: string): Promise<void>;
  /** Ends the load. Expects that no request has failed, and that each acknowledged booking is stored once. */
  end(): Promise<Figures>;
}

/** Starts three machines by the guide, and a load on them. */
async function openOffice(stage: Stage, progress: (line: string) => void): Promise<Office> {
  const machines = await setUpThreeMachines(stage);
  expect(machines.booking).toMatch(/^\{"id":1,.*"name":"Ada Lovelace"/m);
  progress("the first booking was made");
  const load = await startLoadOn(stage, machines);
  return {
    machines,
    async check(step) {
      const { answered, booked } = await load.check();
      progress(`${step}: ${answered} requests, ${booked} bookings, none failed`);
    },
    async end() {
      const { answered, booked } = await load.end();
      expect(await countStored(machines)).toBe(booked);
      return { requests: answered, failed: 0, bookings: booked };
    },
    [Symbol.asyncDispose]: () => load[Symbol.asyncDispose](),
  };
}
