import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { freePort } from "../embedded_postgres/mod.ts";
import { listen } from "../http/listen.ts";
import { openLimitHost } from "../limits/mod.ts";
import type { Metrics } from "../metrics/mod.ts";
import type { Configuration } from "./configuration.ts";
import type { FromHttpProcess, ToHttpProcess } from "./http_process_messages.ts";
import { createMetricsCollector } from "./metrics.ts";
import type { HttpService } from "./serve_http.ts";

const steadyMs = 10_000;
const maxPauseMs = 5000;

/**
 * Serves HTTP in `configuration.httpProcesses` processes, which this one starts, replaces and stops
 * (gateway/process/README.md 4). Throws "Cannot listen …" if the port is not free.
 */
export async function startHttpProcesses(
  { configuration, log, metrics }: {
    configuration: Configuration;
    log: Logger;
    metrics: Metrics | undefined;
  },
): Promise<HttpService> {
  const count = configuration.httpProcesses;
  const url = await findUrl(configuration);
  const onLocalCount = metrics?.limits.onLocalCount;
  const limitHost = await openLimitHost({ ...configuration, log, onLocalCount });
  metrics?.addState({ isRedisUp: limitHost.isRedisUp });
  const collector = createMetricsCollector();
  const running = new Set<Worker>();
  const stopping = new AbortController();
  const listening = createStartPhase(count);
  const serving = createStartPhase(count);
  let serve: ToHttpProcess | undefined;

  /** Starts a process. Returns how it ended. */
  async function run(): Promise<string> {
    const worker = cluster.fork({ PORT: portOf(url) });
    running.add(worker);
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    let reason = "";
    worker.once("exit", (code, signal) => resolve(reason || (signal ?? `with code ${code}`)));
    worker.on("error", (error) => resolve(error.message));
    worker.on("message", (message: FromHttpProcess) => {
      if (message.kind === "count") {
        void limitHost.answer(message.asked)
          .then((answers) => send(worker, { kind: "counted", answers }));
      } else if (message.kind === "listening") {
        listening.arrive();
        if (serve) send(worker, serve);
      } else if (message.kind === "serving") {
        serving.arrive();
        if (serving.isComplete()) { for (const one of running) send(one, { kind: "all-serving" }); }
      } else if (message.kind === "measured") collector.receive(message.id, message.values);
      else reason = message.message;
    });
    try {
      return await ended;
    } finally {
      running.delete(worker);
    }
  }

  /** Keeps one process running. Does not replace it before all have started: then the start fails. */
  async function keep(): Promise<void> {
    for (let earlyEnds = 0;;) {
      const since = performance.now();
      const how = await run();
      if (stopping.signal.aborted) return;
      if (!serving.isComplete()) return [listening, serving].forEach((phase) => phase.fail(how));
      log.warn({ how }, "an HTTP process ended, starting another one");
      earlyEnds = performance.now() - since < steadyMs ? earlyEnds + 1 : 0;
      // The first replacement is immediate. Repeated ones pause, so that they do not occupy a core.
      if (earlyEnds > 1) await pause(earlyEnds, stopping.signal);
      if (stopping.signal.aborted) return;
    }
  }

  // Connections go to the processes in turn. If they all accepted by themselves, one could get most of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const kept = Array.from({ length: count }, keep);

  async function stop(): Promise<void> {
    stopping.abort();
    for (const worker of running) send(worker, { kind: "stop" });
    await Promise.all(kept);
    limitHost.close();
  }
  try {
    await listening.completed;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    limits: {},
    async open({ embeddedUrl, dashboard }) {
      serve = { kind: "serve", embeddedUrl, hasDashboard: dashboard !== undefined };
      for (const worker of running) send(worker, serve);
      await serving.completed;
    },
    async metricValues() {
      const asked = [...running].map((worker) =>
        collector.collect((id) => send(worker, { kind: "measure", id }))
      );
      return (await Promise.all(asked)).flat();
    },
    stop,
    abandon: () => running.forEach((worker) => worker.process.kill("SIGKILL")),
    [Symbol.asyncDispose]: stop,
  };
}

/** How many ports that are free on 127.0.0.1 are tried on another address. */
const maxTries = 100;

/**
 * Returns the URL to listen on, with a free port of `host` instead of 0. Throws if the port is not free. Until a process
 * listens, the system may give another program any port that it would give for 0, so this one is of another range.
 */
export async function findUrl(
  { host, port }: { host: string; port: number },
  { choosePort = freePort }: { choosePort?: () => Promise<number> } = {},
): Promise<string> {
  for (let tries = 1;; tries += 1) {
    const probe = createServer();
    try {
      const url = await listen(probe, { host, port: port === 0 ? await choosePort() : port });
      await new Promise((resolve) => probe.close(resolve));
      return url;
    } catch (error) {
      // The port was free on 127.0.0.1. On another address of the machine it may be in use.
      if (port !== 0 || !isInUse(error)) throw error;
      if (tries === maxTries) {
        throw new Error(
          `Cannot listen on ${host}: ${maxTries} ports are in use there. Set PORT to a free one`,
          { cause: error },
        );
      }
    }
  }
}

function isInUse(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === "EADDRINUSE";
}

/** Not `port` of a URL object, which is empty for port 80. */
function portOf(url: string): string {
  return url.slice(url.lastIndexOf(":") + 1);
}

/** A state of the start that each of `count` processes has to reach. */
function createStartPhase(count: number) {
  const { promise: completed, resolve, reject } = Promise.withResolvers<void>();
  // The start may fail before somebody waits for this phase.
  completed.catch(() => {});
  let arrived = 0;
  return {
    completed,
    isComplete: () => arrived >= count,
    arrive() {
      arrived += 1;
      if (arrived === count) resolve();
    },
    fail(how: string) {
      const message = how.startsWith("Cannot ")
        ? how
        : `Cannot start: an HTTP process ended, ${how}`;
      reject(new Error(message));
    },
  };
}

/** Sends a message. The end of a process, which a failure means, has its own event. */
function send(worker: Worker, message: ToHttpProcess): void {
  worker.send(message, () => {});
}

async function pause(times: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** times, maxPauseMs), undefined, { signal }).catch(() => {});
}
