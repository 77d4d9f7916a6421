import { expect } from "vitest";
import { cpuMsOf, cpuMsOfPostgres } from "../../bench/cpu_time.ts";
import type { Kind } from "../../bench/measurements.ts";
import { type LoadProcess, startLoadProcess } from "../../bench/load_process.ts";
import type { Seeded } from "../../bench/requests.ts";
import { seedService, toSeeded } from "../../bench/seed.ts";
import {
  productionEnvironment,
  type ServerProcess,
  startServer,
} from "../../bench/server_process.ts";
import { medianOf } from "../booking_rate.ts";
import { withClient } from "../replication/with_client.ts";

/** A database that is compared with another, and the folders of its servers. */
export interface ComparedDatabase {
  name: string;
  url: string;
  /** By the name of the server. */
  folders: Record<string, string>;
}

/** A kind of requests on a number of connections. */
interface Compared {
  name: string;
  kind: Kind;
  connections: number;
}

/** What a round measured of one database. */
interface Round {
  rate: number;
  p50Ms: number;
  /** CPU time of a request by process. */
  cpuMs: Record<string, number>;
}

interface Stage {
  database: ComparedDatabase;
  server: ServerProcess;
  seeded: Seeded;
  nextNumber: number;
}

const organizations = 50;
const rounds = 5;
const seconds = 3;
const warmUpSeconds = 1;
const idsOfOrganization = 100;

const all: readonly Compared[] = [
  { name: "creations, 64 connections", kind: "create in many", connections: 64 },
  { name: "creations, 1 connection", kind: "create in many", connections: 1 },
  { name: "reads, 64 connections", kind: "read in many", connections: 64 },
  { name: "reads, 1 connection", kind: "read in many", connections: 1 },
];

/**
 * Compares two databases in turns under one load over 50 organizations, because the speed of the machine changes. Returns the
 * rates of each round, the medians of their ratios (the second database to the first), and CPU times.
 */
export async function compareSpeed(
  databases: readonly [ComparedDatabase, ComparedDatabase],
  progress: (line: string) => void,
): Promise<Record<string, string | number>> {
  await using opened = new AsyncDisposableStack();
  const load = opened.use(startLoadProcess(new AbortController().signal));
  const stages: Stage[] = [];
  for (const database of databases) {
    progress(`seeding ${database.name}`);
    stages.push(await openStage(database, { load, opened }));
  }
  const figures: Record<string, string | number> = {};
  for (const compared of all) {
    const measured = stages.map((): Round[] => []);
    for (let round = 0; round < rounds; round += 1) {
      // The first of one round is the second of the next.
      for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) {
        measured[i]!.push(await measure(stages[i]!, load, compared));
        const { rate, cpuMs } = measured[i]!.at(-1)!;
        progress(`${compared.name}, ${databases[i]!.name}: ${rate}/s ${JSON.stringify(cpuMs)}`);
      }
    }
    const [base, other] = measured as [Round[], Round[]];
    const ratios = base.map(({ rate }, round) => other[round]!.rate / rate);
    figures[`${compared.name}: ratio (median)`] = rounded(medianOf(ratios));
    figures[`${compared.name}: ratios`] = ratios.map(rounded).join(", ");
    for (const [i, { name }] of databases.entries()) {
      Object.assign(figures, figuresOf(`${compared.name}, ${name}`, measured[i]!));
    }
  }
  return figures;
}

async function openStage(
  database: ComparedDatabase,
  { load, opened }: { load: LoadProcess; opened: AsyncDisposableStack },
): Promise<Stage> {
  const found = await seedService(database.url, {
    appointments: 0,
    others: organizations,
    progress: () => {},
  });
  const server = opened.use(
    await startServer("gateway/main.ts", {
      ...productionEnvironment,
      DATABASE_URL: database.url,
      DEMO_DATA: "false",
      LOG_LEVEL: "warn",
      PORT: "0",
      PUBLIC_URL: "https://bench.example",
    }),
  );
  const stage: Stage = { database, server, seeded: toSeeded(found), nextNumber: 1 };
  const creations = { name: "seeding", kind: "create in many", connections: 64 } as const;
  const { others } = stage.seeded;
  while (others.some(({ appointmentIds }) => appointmentIds.length === 0)) {
    await run(stage, load, creations, seconds);
    await readIds(stage);
  }
  await withClient(
    { connectionString: database.url },
    (client) => client.query("vacuum (analyze)"),
  );
  return stage;
}

async function readIds({ database, seeded: { others } }: Stage): Promise<void> {
  await withClient({ connectionString: database.url }, async (client) => {
    const { rows } = await client.query<{ departmentId: number; id: number }>(
      'select department_id::int as "departmentId", id::int from appointments order by id limit 10000',
    );
    const found = Map.groupBy(rows, ({ departmentId }) => departmentId);
    for (const other of others) {
      const ids = (found.get(other.departmentId) ?? []).map(({ id }) => id);
      other.appointmentIds = ids.slice(0, idsOfOrganization);
    }
  });
}

async function measure(stage: Stage, load: LoadProcess, compared: Compared): Promise<Round> {
  await run(stage, load, compared, warmUpSeconds);
  const before = cpuTimes(stage);
  const result = await run(stage, load, compared, seconds);
  const after = cpuTimes(stage);
  const cpuMs = Object.entries(after).map(([name, ms]) =>
    [name, rounded((ms - before[name]!) / result.requests)] as const
  );
  return {
    rate: Math.round(result.requests / result.seconds),
    p50Ms: rounded(result.p50Ms),
    cpuMs: Object.fromEntries(cpuMs),
  };
}

async function run(
  stage: Stage,
  load: LoadProcess,
  { kind, connections }: Compared,
  duration: number,
) {
  const { server: { url }, seeded, nextNumber: firstNumber } = stage;
  const result = await load.run({ url, kind, connections, seconds: duration, seeded, firstNumber });
  stage.nextNumber += result.creations;
  expect(result).toMatchObject({ errors: 0, firstError: null });
  return result;
}

function cpuTimes({ server, database }: Stage): Record<string, number> {
  const servers = Object.entries(database.folders).map(([name, folder]) =>
    [name, cpuMsOfPostgres(folder)!] as const
  );
  return { Node: cpuMsOf(server.processId)!, ...Object.fromEntries(servers) };
}

function figuresOf(name: string, measured: readonly Round[]): Record<string, string | number> {
  const figures: Record<string, string | number> = {
    [`${name}: per second`]: measured.map(({ rate }) => rate).join(", "),
    [`${name}: p50 ms`]: medianOf(measured.map(({ p50Ms }) => p50Ms)),
  };
  for (const process of Object.keys(measured[0]!.cpuMs)) {
    figures[`${name}: CPU ms, ${process}`] = medianOf(measured.map(({ cpuMs }) => cpuMs[process]!));
  }
  const servers = Object.entries(figures).filter(([key]) =>
    key.includes("CPU ms") && !key.endsWith("Node")
  );
  const total = servers.reduce((sum, [, ms]) => sum + Number(ms), 0);
  const coordinator = servers.find(([key]) => key.endsWith("coordinator"));
  if (coordinator) {
    figures[`${name}: coordinator's share of the servers' CPU time, %`] = Math.round(
      100 * Number(coordinator[1]) / total,
    );
  }
  return figures;
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
