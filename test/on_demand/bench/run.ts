import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { dirname, resolve } from "node:path";
import { rowsOf } from "./figures.ts";
import { startLoadProcess } from "./load_process.ts";
import { deliveryTable } from "./delivery_figures.ts";
import { measureAll } from "./measure.ts";
import { measureDeliveries } from "./measure_deliveries.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { openStage } from "./stage.ts";
import { tablesOf } from "./tables.ts";

// `npm run bench`: compares the service with a hand-written server.
process.exitCode = await runBench(process.argv.slice(2));

async function runBench(words: string[]): Promise<number> {
  let options: Options | undefined;
  try {
    options = readOptions(words);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 1;
  }
  if (!options) {
    process.stdout.write(usage);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop.abort());
  try {
    return await bench(options, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress("stopped", { isLast: true });
    return 130;
  }
}

async function bench(options: Options, signal: AbortSignal): Promise<number> {
  // Before the run: who works here may commit during it.
  const source = {
    commit: git("rev-parse", "HEAD"),
    isChanged: git("status", "--porcelain") !== "",
  };
  await using stage = await openStage({ ...options, progress, signal });
  using load = startLoadProcess(signal);
  const figures = await measureAll({ stage, load, progress, signal }, options);
  const rows = rowsOf(options.measurements, figures);
  const deliveries = await measureDeliveries({ stage, load, progress, signal }, options);
  const { version, fsync } = stage.postgres;
  const about = {
    date: new Date().toISOString(),
    ...source,
    node: process.version,
    postgres: { version, fsync },
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? null,
    options: {
      ...options,
      measurements: [...options.measurements, ...options.deliveryMeasurements].map(({ name }) =>
        name
      ),
    },
  };
  await mkdir(dirname(options.output), { recursive: true });
  await writeFile(
    options.output,
    `${JSON.stringify({ ...about, rows, figures, deliveries }, null, 2)}\n`,
  );
  progress(`raw figures: ${resolve(options.output)}`, { isLast: true });
  if (rows.length > 0) process.stdout.write(`${tablesOf(rows)}\n`);
  if (deliveries.length > 0) process.stdout.write(`\n${deliveryTable(deliveries)}\n`);
  return figures.some(({ load }) => load.errors > 0) ? 1 : 0;
}

/** One line that is written over in a terminal; a line each elsewhere. */
function progress(line: string, { isLast = false } = {}): void {
  const { stderr } = process;
  stderr.write(stderr.isTTY ? `\r\x1b[K${line}${isLast ? "\n" : ""}` : `${line}\n`);
}

/** What git says, or null where there is no git or no repository. */
function git(...words: string[]): string | null {
  try {
    const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
    // Without locks: it must not get in the way of whoever works here.
    return execFileSync("git", ["--no-optional-locks", ...words], { ...options, stdio: "pipe" })
      .trim();
  } catch {
    return null;
  }
}
