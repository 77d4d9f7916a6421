import { cpuMsOf, cpuMsOfPostgres } from "./cpu_time.ts";
import { type Figure, rateOf } from "./figures.ts";
import type { LoadProcess } from "./load_process.ts";
import type { Options } from "./options.ts";
import { type ServerName, serverNames, type Stage } from "./stage.ts";

const warmUpShare = 1 / 3;

/** Makes every measurement in rounds that go from server to server, so that all see the same weather. */
export async function measureAll(
  { stage, load, progress, signal }: {
    stage: Stage;
    load: LoadProcess;
    progress(line: string): void;
    signal: AbortSignal;
  },
  { measurements, rounds, seconds }: Options,
): Promise<Figure[]> {
  const { seeded, postgres } = stage;
  const steps = measurements.length * rounds * serverNames.length;
  const figures: Figure[] = [];
  // Each server has a database of its own, in which each creation has a number of its own.
  const nextNumbers = new Map<ServerName, number>();
  for (const { name: measurement, kind, connections } of measurements) {
    for (let round = 1; round <= rounds; round += 1) {
      for (const server of serverNames) {
        signal.throwIfAborted();
        const { url, processId } = stage.servers[server];
        const run = async (duration: number) => {
          const firstNumber = nextNumbers.get(server) ?? stage.firstFreeNumber;
          const job = { url, kind, connections, seconds: duration, seeded, firstNumber };
          const result = await load.run(job);
          if (kind === "create") nextNumbers.set(server, firstNumber + result.requests);
          return result;
        };
        const cpuTimes = () =>
          [cpuMsOf(processId), cpuMsOfPostgres(postgres.clusterFolder)] as const;
        await run(seconds * warmUpShare);
        const before = cpuTimes();
        const result = await run(seconds);
        const [serverMs, postgresMs] = cpuTimes().map((ms, i) => ms && ms - before[i]!);
        const cpu = { serverMs, postgresMs };
        figures.push({ measurement, connections, server, round, load: result, cpu });
        const done = `${figures.length}/${steps}`;
        progress(`${done} ${measurement}: ${server} ${Math.round(rateOf(result))}/s`);
      }
    }
  }
  return figures;
}
