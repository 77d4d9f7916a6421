import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import { createResponseCheck } from "../support/openapi_check.ts";
import { refusalOf } from "./support.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const deno = `${root}node_modules/.bin/deno`;
const checkResponse = createResponseCheck(createOpenApiDocument());
// The first run compiles everything.
const slowMs = 120_000;

let server: ChildProcess;
let started: { port: number; key: string; departmentId: number };

beforeAll(async () => {
  const args = ["run", "--quiet", "--no-prompt", "--no-remote", "--no-lock"];
  const grants = ["--config=rest-adapter/deno.json", "--allow-net=127.0.0.1"];
  const script = "test/rest-adapter/serve.deno.ts";
  server = spawn(deno, [...args, ...grants, script], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(createInterface(server.stdout!), "line"),
    once(server, "exit").then(([code]) => {
      throw new Error(`Deno exited with ${code} before it listened`);
    }),
  ]);
  started = JSON.parse(line);
}, slowMs);

afterAll(async () => {
  const exit = once(server, "exit");
  if (server.exitCode !== null) return;
  server.stdin!.end();
  await exit;
});

async function send(method: string, path: string, json?: object): Promise<Response> {
  const url = `http://127.0.0.1:${started.port}${path}`;
  const body = json && JSON.stringify(json);
  const headers = { "X-API-Key": started.key, ...(body && { "Content-Type": "application/json" }) };
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  await checkResponse(method, url, response);
  return response;
}

test("the adapter serves over HTTP on Deno with no permission except to listen", async () => {
  const { departmentId } = started;
  const bookingBody = { departmentId, dateTime: "2026-03-05T14:30:00", name: "Ada Lovelace" };
  const created = await send("POST", "/api/v1/appointments", bookingBody);
  expect(created.status).toBe(201);

  const read = await send("GET", created.headers.get("Location")!);
  expect(read.status).toBe(200);
  expect(await read.json()).toEqual(await created.json());

  const path = `/api/v1/departments/${departmentId}/availability?dateTime=2026-03-05T14:30`;
  const availability = await send("GET", path);
  expect(availability.status).toBe(200);
  expect(await availability.json()).toMatchObject({ available: false, remainingSlots: 0 });

  const full = { status: 400, code: "VALIDATION_ERROR", fields: ["dateTime"] };
  expect(await refusalOf(await send("POST", "/api/v1/appointments", bookingBody))).toEqual(full);
  const large = await send("POST", "/api/v1/appointments", {
    ...bookingBody,
    name: "x".repeat(70_000),
  });
  expect(await refusalOf(large)).toEqual({ status: 413, code: "PAYLOAD_TOO_LARGE" });

  const cancelled = await send("DELETE", created.headers.get("Location")!);
  expect(cancelled.status).toBe(200);
  expect(await cancelled.text()).toBe("");
  const head = await send("HEAD", "/api/v1/departments");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("Deno serves the same OpenAPI document as Node", async () => {
  const response = await fetch(`http://127.0.0.1:${started.port}/openapi.json`);
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createOpenApiDocument())));
});

test("the client books on Deno with no permission except to reach the service", async () => {
  const address = `127.0.0.1:${started.port}`;
  const grants = ["--config=rest-adapter/deno.json", `--allow-net=${address}`];
  const words = ["run", "--quiet", "--no-prompt", "--no-remote", "--no-lock", ...grants];
  const given = [`http://${address}`, started.key, String(started.departmentId)];
  const script = "test/rest-adapter/client/book.deno.ts";
  const booking = spawn(deno, [...words, script, ...given], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(booking.stdout), "line");
  expect(JSON.parse(line)).toEqual({ name: "Grace Hopper", code: "VALIDATION_ERROR" });
}, slowMs);

test.each(["core", "rest-adapter", "rest-adapter/client"])(
  "deno check passes on %s/mod.ts",
  async (folder) => {
    const check = spawn(deno, ["check", "--quiet", "mod.ts"], {
      cwd: `${root}${folder}`,
      stdio: "inherit",
    });
    expect(await once(check, "exit")).toEqual([0, null]);
  },
  slowMs,
);

test("the Deno process ends when its standard input ends", async () => {
  server.stdin!.end();
  expect(await once(server, "exit")).toEqual([0, null]);
});
