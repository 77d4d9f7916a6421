import { percentile } from "../../support/percentile.ts";
import type { Received } from "../../support/receivers.ts";
import { startWorker } from "../../support/running_service.ts";
import { commitEvents } from "../../support/webhooks.ts";
import { cpuMsOf, cpuMsOfPostgres } from "./cpu_time.ts";
import type { DeliveryFigure } from "./delivery_figures.ts";
import type { DeliveryMeasurement } from "./delivery_measurements.ts";
import {
  type DeliveryStage,
  openDeliveryStage,
  startServing,
  subscribeReceivers,
} from "./delivery_stage.ts";
import { rateOf } from "./figures.ts";
import { measureNeighbour } from "./measure_neighbour.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import type { LoadProcess } from "./load_process.ts";
import type { Options } from "./options.ts";
import type { Stage } from "./stage.ts";

/** More than it delivers, so that there is always enough to deliver. */
const eventsPerSecond = 2000;
const minEvents = 200;
const patienceMs = 120_000;

interface CreateLoad {
  load: LoadProcess;
  connections: number;
  seconds: number;
}

interface Tools {
  stage: Stage;
  load: LoadProcess;
  progress(line: string): void;
  signal: AbortSignal;
}

/** Measures what is asked for of webhooks, in rounds. */
export async function measureDeliveries(
  { stage, load, progress, signal }: Tools,
  { deliveryMeasurements, rounds, seconds, appointments }: Options,
): Promise<DeliveryFigure[]> {
  if (deliveryMeasurements.length === 0) return [];
  await using deliveries = await openDeliveryStage(stage);
  const measured: DeliveryFigure[] = [];
  for (const measurement of deliveryMeasurements) {
    for (let round = 1; round <= rounds; round += 1) {
      signal.throwIfAborted();
      const figures = await measure(deliveries, { measurement, seconds, appointments, load });
      measured.push({ measurement: measurement.name, round, figures });
      progress(`${measurement.name}: ${JSON.stringify(figures)}`);
    }
  }
  return measured;
}

function measure(
  stage: DeliveryStage,
  { measurement, seconds, appointments, load }: {
    measurement: DeliveryMeasurement;
    seconds: number;
    appointments: number;
    load: LoadProcess;
  },
): Promise<Record<string, number>> {
  switch (measurement.kind) {
    case "throughput":
      return measureThroughput(stage, { ...measurement, seconds });
    case "delay":
      return measureDelay(stage, { ...measurement, load, seconds });
    case "neighbour":
      return measureNeighbour(stage, { ...measurement, load, seconds, appointments });
    case "creates":
      return measureCreates(stage, { ...measurement, load, seconds });
  }
}

/** Measures a worker with a full queue. The first quarter is warm-up. */
async function measureThroughput(
  stage: DeliveryStage,
  { webhooks, seconds }: { webhooks: number; seconds: number },
): Promise<Record<string, number>> {
  const { databaseUrl, scope, clusterFolder } = stage;
  await using subscribed = await subscribeReceivers(stage, webhooks);
  await using worker = await startWorker(databaseUrl, stage.environment);
  const count = Math.ceil(Math.max(seconds * eventsPerSecond, minEvents) / webhooks);
  const cpuTimes = () => [cpuMsOf(worker.processId), cpuMsOfPostgres(clusterFolder)] as const;
  await commitEvents(
    databaseUrl,
    scope,
    subscribed.ids.map((webhookId) => ({ webhookId, count })),
  );
  const before = cpuTimes();
  const received = await arrived(stage, count * webhooks);
  const [workerMs = NaN, postgresMs = NaN] = cpuTimes().map((ms, i) => ms && ms - before[i]!);
  const warm = received.slice(Math.floor(received.length / 4));
  return {
    "deliveries/s": (warm.length - 1) / ((warm.at(-1)!.atMs - warm[0]!.atMs) / 1000),
    "worker CPU ms each": workerMs / received.length,
    "Postgres CPU ms each": postgresMs / received.length,
  };
}

/** The service, which delivers what it commits: from the event's `created`, just before its commit, to arrival. */
async function measureDelay(
  stage: DeliveryStage,
  { load, eventsPerSecond: ratePerSecond, seconds }: {
    load: LoadProcess;
    eventsPerSecond: number;
    seconds: number;
  },
): Promise<Record<string, number>> {
  await using opened = new AsyncDisposableStack();
  opened.use(await subscribeReceivers(stage, 1));
  const server = opened.use(await startServing(stage));
  const created = await create(stage, {
    load,
    url: server.url,
    connections: 16,
    seconds: Math.max(seconds, minEvents / ratePerSecond),
    ratePerSecond,
  });
  const received = await arrived(stage, created.requests);
  const delaysMs = received
    .map(({ atMs, body }) => atMs - Date.parse(JSON.parse(body).created))
    .slice(Math.floor(received.length / 4));
  return {
    "p50 ms": percentile(delaysMs, 0.5),
    "p99 ms": percentile(delaysMs, 0.99),
    "events/s": created.requests / ((received.at(-1)!.atMs - received[0]!.atMs) / 1000),
  };
}

/** Creations without a webhook; with one that others deliver to, later; and with one that it delivers to. */
async function measureCreates(
  stage: DeliveryStage,
  load: CreateLoad,
): Promise<Record<string, number>> {
  const without = await createsASecond(stage, { ...load, webhooks: 0, delivers: true });
  const written = await createsASecond(stage, { ...load, webhooks: 1, delivers: false });
  const delivered = await createsASecond(stage, { ...load, webhooks: 1, delivers: true });
  return {
    "without a webhook, creates/s": without,
    "with one that a worker elsewhere delivers to": written,
    "ratio": written / without,
    "with one that the process delivers to": delivered,
    "ratio of it": delivered / without,
  };
}

async function createsASecond(
  stage: DeliveryStage,
  { load, connections, seconds, webhooks, delivers }: CreateLoad & {
    webhooks: number;
    delivers: boolean;
  },
): Promise<number> {
  await using opened = new AsyncDisposableStack();
  opened.use(await subscribeReceivers(stage, webhooks));
  const server = opened.use(await startServing(stage, { delivers }));
  const job = { load, url: server.url, connections };
  await create(stage, { ...job, seconds: seconds / 3 });
  const rate = rateOf(await create(stage, { ...job, seconds }));
  await stage.receivers.take();
  return rate;
}

/** Sends creations. Throws if one is refused. */
async function create(
  stage: DeliveryStage,
  { load, ...job }:
    & { load: LoadProcess }
    & Pick<LoadJob, "url" | "connections" | "seconds" | "ratePerSecond">,
): Promise<LoadResult> {
  const { seeded, nextNumber: firstNumber } = stage;
  const result = await load.run({ ...job, kind: "create", seeded, firstNumber });
  stage.nextNumber += result.creations;
  if (result.firstError !== null) throw new Error(`Cannot create: ${result.firstError}`);
  return result;
}

/** What came in, in its order, once it is so many. */
async function arrived({ receivers }: DeliveryStage, count: number): Promise<Received[]> {
  const received: Received[] = [];
  const deadline = performance.now() + patienceMs;
  for (;;) {
    received.push(...await receivers.take());
    if (received.length >= count) return received;
    if (performance.now() > deadline) throw new Error("Cannot measure: deliveries did not arrive");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
