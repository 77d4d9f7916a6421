import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { hasMachines } from "../../support/guide_machine/machine.ts";
import { figuresOf } from "../support/guides/figures.ts";
import { addFirewalls, expectOpen } from "../support/guides/firewall.ts";
import {
  certificateNumbers,
  endOldOnAll,
  replaceCertificates,
  replacePasswords,
  rotateOnAll,
  tryOldPasswords,
} from "../support/guides/new_secrets.ts";
import { installPoolers, killPooler, tryPooler, usePooler } from "../support/guides/pooler.ts";
import { type Receiver, startReceiver } from "../support/guides/receiver.ts";
import { openStage, type Stage } from "../support/guides/stage.ts";
import {
  addThirdService,
  addWorkerMachine,
  countAttempts,
  listStored,
  type Machines,
  reloadProxy,
  restartAll,
  setUpThreeMachines,
  startLoadOn,
} from "../support/guides/three_machines.ts";
import {
  addSecondProxy,
  holders,
  longestGap,
  proxyFaults,
  removeAddress,
  site,
} from "../support/guides/two_proxies.ts";
import {
  backUpFirst,
  commitsOf,
  compareFiles,
  newestMigration,
  takeBackServices,
  takeBackWorkers,
  upgradeServices,
  upgradeWorkers,
} from "../support/guides/upgrade.ts";
import { type Figures, proof } from "./proof.ts";

proof("guides-three-machines", async (progress) => {
  await using stage = await openStage();
  await using office = await openOffice(stage, progress);
  const { machines, check } = office;
  await restartAll(stage, machines);
  await check("both services were restarted");
  await reloadProxy(stage, machines);
  await check("the proxy was reloaded");
  const { postgres, proxy, services } = machines;
  await addFirewalls(stage, [services[0]!, services[1]!, postgres, proxy]);
  await check("the firewall is on");
  await addThirdService(stage, machines);
  await addFirewalls(stage, services.slice(2));
  await check("a third service was added, and a worker of its own");
  const third = machines.services[2]!;
  await expect.poll(() => countAttempts(third, "worker"), { timeout: 60_000 }).toBeGreaterThan(0);
  for (const machine of machines.services) expect(await countAttempts(machine, "service")).toBe(0);
  await restartAll(stage, machines);
  await check("all three services were restarted");
  await expectOpen(stage, {
    [postgres.address]: { 5432: services },
    [proxy.address]: { 80: "everybody", 6379: services },
    [services[2]!.address]: { 3000: [proxy] },
  });
  await check("nobody else reaches Postgres, Redis and the services");
  return { ...figuresOf(stage), ...await office.end() };
}, { isPossible: hasMachines });

proof("guides-upgrade", async (progress) => {
  const [before, after] = [commitOf(versionBefore()), commitOf("HEAD")];
  await using stage = await openStage(before);
  const machines = await setUpThreeMachines(stage);
  await addWorkerMachine(stage, machines);
  await using receiver = await startReceiver(stage, machines);
  await using office = await openOffice(stage, progress, { machines, receiver });
  const { check } = office;
  const migration = await newestMigration(machines);
  stage.publish(after);
  await backUpFirst(stage, machines);
  await check("the backup before the upgrade was made");
  await upgradeWorkers(stage, machines);
  await check("the worker was upgraded");
  expect(await commitsOf(machines)).toEqual([after, before, before]);
  const next = await newestMigration(machines);
  expect(next > migration).toBe(true);
  await upgradeServices(stage, machines);
  await check("both services were upgraded");
  await compareFiles(stage, machines);
  expect(await commitsOf(machines)).toEqual([after, after, after]);
  await takeBackServices(stage, machines, before);
  await check("both services are of the version before again");
  expect(await commitsOf(machines)).toEqual([after, before, before]);
  await takeBackWorkers(stage, machines, before);
  await check("the worker is of the version before again");
  expect(await commitsOf(machines)).toEqual([before, before, before]);
  expect(await newestMigration(machines)).toBe(next);
  for (const machine of machines.services) expect(await countAttempts(machine, "service")).toBe(0);
  const figures = await office.end();
  const stored = await listStored(machines);
  const { accepted } = receiver;
  // A refused delivery is repeated after a minute.
  const listMissing = () => stored.filter((id) => !accepted.includes(id));
  await expect.poll(listMissing, { timeout: 180_000, interval: 1000 }).toEqual([]);
  const repeated = accepted.length - new Set(accepted).size;
  return {
    ...figuresOf(stage),
    ...figures,
    migrations: `${migration} to ${next}`,
    deliveries: accepted.length,
    repeated,
  };
}, { isPossible: hasMachines });

proof("guides-pooler", async (progress) => {
  await using stage = await openStage();
  await using office = await openOffice(stage, progress);
  const { machines: { postgres, services }, check } = office;
  await installPoolers(stage, postgres, services);
  expect(await tryPooler(stage, services[0]!, "10.0.0.21:5432/booking"))
    .toMatch(/^failing +pooler +DATABASE_DIRECT_URL: /m);
  await check("a service with a wrong address was not restarted");
  for (const machine of services) {
    expect(await usePooler(stage, machine)).toMatch(/^ok +pooler/m);
  }
  await check("both services use a pooler");
  const figures = await office.end();
  await killPooler(services[0]!);
  return { ...figuresOf(stage), ...figures };
}, { isPossible: hasMachines });

proof("guides-rotations", async (progress) => {
  await using stage = await openStage();
  await using office = await openOffice(stage, progress);
  const { machines, ask, check } = office;
  const [first] = machines.services;
  await replacePasswords(stage, machines, check);
  const refusals = await tryOldPasswords(machines);
  expect(refusals).toContain('password authentication failed for user "booking"');
  expect(refusals).toMatch(/WRONGPASS|NOAUTH/);
  const old = await certificateNumbers(machines);
  await replaceCertificates(stage, machines);
  const renewed = await certificateNumbers(machines);
  expect(renewed.filter((number) => old.includes(number) || number === "")).toEqual([]);
  await check("the certificates were replaced");
  expect(await rotateOnAll(stage, machines)).toContain("Encrypted the secrets of 1 rows");
  await check("the services use the new secrets");
  expect(await first!.run(ask)).toBe("200");
  // The end of the old secrets ends the sessions, which the load has, too.
  const figures = await office.end();
  expect(await endOldOnAll(stage, machines)).toContain("the key decrypts 1 stored webhook secret");
  expect(await first!.run(ask)).toBe("401");
  expect(await first!.run("operator doctor")).toMatch(/^ok +redis/m);
  return { ...figuresOf(stage), ...figures };
}, { isPossible: hasMachines });

proof("guides-two-proxies", async (progress) => {
  await using stage = await openStage();
  const { network } = stage;
  const machines = await setUpThreeMachines(stage);
  const proxies = await addSecondProxy(stage, machines);
  await addFirewalls(stage, [...machines.services, machines.postgres, ...proxies]);
  await expect.poll(() => holders(proxies), { timeout: 30_000 }).toHaveLength(1);
  progress("one of two proxies has the address");
  await using load = await startLoadOn(stage, machines, { url: site });
  await restartAll(stage, machines);
  for (const proxy of proxies) await reloadProxy(stage, { ...machines, proxy });
  const { answered, booked } = await load.end();
  expect(await listStored(machines)).toHaveLength(booked);
  progress(`both services restarted, both proxies reloaded: ${answered} requests, none failed`);
  const gaps: Record<string, string> = {};
  for (const [name, fault] of Object.entries(proxyFaults(network))) {
    const [holder] = await holders(proxies);
    const others = proxies.filter((one) => one !== holder);
    const seconds = await longestGap(network, async () => {
      await fault.begin(holder!);
      await expect.poll(() => holders(others), { timeout: 30_000 }).toEqual(others);
    });
    const afterwards = await longestGap(network, async () => {
      await fault.end(holder!);
      // Longer than a proxy takes that is to take the address.
      await delay(6000);
    });
    expect(await holders(proxies)).toEqual(others);
    gaps[name] = `${seconds} s without an answer, ${afterwards} s when it ended`;
    progress(`${name}: ${gaps[name]}`);
    expect(seconds).toBeLessThan(10);
    expect(afterwards).toBeLessThan(1);
  }
  const [last] = await holders(proxies);
  await removeAddress(stage, last!);
  await expect.poll(() => holders(proxies), { timeout: 30_000 })
    .toEqual(proxies.filter((one) => one !== last));
  return { ...figuresOf(stage), requests: answered, failed: 0, bookings: booked, ...gaps };
}, { isPossible: hasMachines });

type FilledMachines = Awaited<ReturnType<typeof setUpThreeMachines>>;

interface Office extends AsyncDisposable {
  machines: Machines;
  /** Asks with a session of the owner. */
  ask: string;
  /** Expects that no request has failed so far. */
  check(step: string): Promise<void>;
  /** Ends the load. Expects that no request has failed, and that each acknowledged booking is stored once. */
  end(): Promise<Figures>;
}

/** Starts a load on three machines, which are set up by the guide if left out. */
async function openOffice(
  stage: Stage,
  progress: (line: string) => void,
  { machines: given, receiver }: { machines?: FilledMachines; receiver?: Receiver } = {},
): Promise<Office> {
  const machines = given ?? await setUpThreeMachines(stage);
  expect(machines.booking).toMatch(/^\{"id":1,.*"name":"Ada Lovelace"/m);
  progress("the first booking was made");
  const load = await startLoadOn(stage, machines, receiver && { receiver: receiver.url });
  return {
    machines,
    ask: load.ask,
    async check(step) {
      const { answered, booked } = await load.check();
      progress(`${step}: ${answered} requests, ${booked} bookings, none failed`);
    },
    async end() {
      const { answered, booked } = await load.end();
      expect(await listStored(machines)).toHaveLength(booked);
      return { requests: answered, failed: 0, bookings: booked };
    },
    [Symbol.asyncDispose]: () => load[Symbol.asyncDispose](),
  };
}

/** The last version before the newest migration. */
function versionBefore(): string {
  const words = ["log", "-1", "--diff-filter=A", "--format=%H", "--", "migrations/*.sql"];
  return `${execFileSync("git", words).toString().trim()}^`;
}

function commitOf(revision: string): string {
  return execFileSync("git", ["rev-parse", revision]).toString().trim();
}
