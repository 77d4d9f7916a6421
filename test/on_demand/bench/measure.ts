import { cpuMsOf, cpuMsOfPostgres } from "./cpu_time.ts";
import { type Figure, rateOf } from "./figures.ts";
import type { LoadProcess } from "./load_process.ts";
import type { LoadResult } from "./load.ts";
import type { Measurement, ServerName } from "./measurements.ts";
import type { Options } from "./options.ts";
import type { Stage } from "./stage.ts";

const warmUpShare = 1 / 3;

interface Tools {
  stage: Stage;
  load: LoadProcess;
  progress(line: string): void;
  signal: AbortSignal;
}

/** Makes every measurement in rounds that alternate between its servers, so that all see the same machine. */
export async function measureAll(
  { stage, load, progress, signal }: Tools,
  { measurements, rounds, seconds }: Options,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const steps = measurements.length * rounds * 2;
  // Each server has its own database, and each creation in it has its own number.
  const nextNumbers = new Map<ServerName, number>();
  for (const measurement of measurements) {
    for (let round = 1; round <= rounds; round += 1) {
      // The first of one round is the second of the next: neither always finds the other's dirty pages.
      const { servers } = measurement;
      for (const server of round % 2 === 1 ? servers : servers.toReversed()) {
        signal.throwIfAborted();
        const run = async (duration: number, ratePerSecond?: number): Promise<LoadResult> => {
          const { kind, connections } = measurement;
          const { url } = stage.serverOf(server);
          const firstNumber = nextNumbers.get(server) ?? stage.firstFreeNumber;
          const pacing = ratePerSecond === undefined ? {} : { ratePerSecond };
          const job = { url, kind, connections, seconds: duration, firstNumber, ...pacing };
          const result = await load.run({ ...job, seeded: stage.seeded });
          nextNumbers.set(server, firstNumber + result.creations);
          return result;
        };
        const figure = await measure(stage, { measurement, server, seconds, run });
        figures.push({ ...figure, round });
        const done = `${figures.length}/${steps}`;
        progress(`${done} ${measurement.name}: ${server} ${Math.round(rateOf(figure.load))}/s`);
      }
    }
  }
  return figures;
}

async function measure(
  stage: Stage,
  { measurement: { name, connections, atHalf }, server, seconds, run }: {
    measurement: Measurement;
    server: ServerName;
    seconds: number;
    run(duration: number, ratePerSecond?: number): Promise<LoadResult>;
  },
): Promise<Omit<Figure, "round">> {
  const { processId } = stage.serverOf(server);
  const cpuTimes = () =>
    [cpuMsOf(processId), cpuMsOfPostgres(stage.postgres.clusterFolder)] as const;
  await run(seconds * warmUpShare);
  const before = cpuTimes();
  const load = await run(seconds);
  const [serverMs, postgresMs] = cpuTimes().map((ms, i) => ms && ms - before[i]!);
  const half = atHalf ? await run(seconds, rateOf(load) / 2) : null;
  return { measurement: name, connections, server, load, half, cpu: { serverMs, postgresMs } };
}
