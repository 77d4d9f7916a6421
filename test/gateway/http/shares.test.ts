import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { connectRaw, serve, statusFrom } from "./support.ts";

/** A handler that answers paths which end with `/held` once the test releases them. */
function holding() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const rest = async (request: Request) => {
    if (!new URL(request.url).pathname.endsWith("/held")) return new Response("{}");
    held += 1;
    await released;
    return new Response("{}");
  };
  return { rest, release, held: () => held };
}

const crowd = "127.0.0.2";
const other = "127.0.0.3";

test("one address holds half of the places at most: its next request is 503, another address is served", async () => {
  const { rest, release, held } = holding();
  await using server = await serve({ rest, maxInFlight: 6 });
  const first = Array.from({ length: 3 }, () => statusFrom(crowd, `${server.url}/api/held`));
  await expect.poll(held).toBe(3);
  expect(await statusFrom(crowd, `${server.url}/api/x`)).toBe(503);
  expect(await statusFrom(other, `${server.url}/api/x`)).toBe(200);
  release();
  expect(await Promise.all(first)).toEqual([200, 200, 200]);
  expect(await statusFrom(crowd, `${server.url}/api/x`)).toBe(200);
});

test("a call that waits for events takes a place of streams, however its parameter is spelled", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const rest = async ({ url }: Request) => {
    if (url.includes("=20")) {
      held += 1;
      await released;
    }
    return new Response("{}");
  };
  // An address gets half of the places: 1 for calls, 4 for streams.
  await using server = await serve({ rest, maxInFlight: 2 });
  const waiting = ["wait=20", "x&wait=20", "%77ait=20"].map((query) =>
    statusFrom(crowd, `${server.url}/api/v1/events?${query}`)
  );
  await expect.poll(() => held).toBe(3);
  expect(await statusFrom(crowd, `${server.url}/api/x`)).toBe(200);
  release();
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});

test("behind a trusted proxy the share is the client's, and an IPv6 client is its /64", async () => {
  const { rest, release, held } = holding();
  await using server = await serve({ rest, maxInFlight: 4, trustedProxies: 1 });
  const statusOf = async (client: string, path: string) =>
    (await fetch(`${server.url}${path}`, { headers: { "X-Forwarded-For": client } })).status;
  const first = ["2001:db8::1", "2001:db8::2"].map((client) => statusOf(client, "/api/held"));
  await expect.poll(held).toBe(2);
  expect(await statusOf("2001:db8::3", "/api/x")).toBe(503);
  expect(await statusOf("2001:db8:0:1::3", "/api/x")).toBe(200);
  release();
  await Promise.all(first);
});

test("documents and calls have separate places, and probes need none", async () => {
  const { rest, release, held } = holding();
  await using server = await serve({ rest, maxInFlight: 2 });
  const call = statusFrom(crowd, `${server.url}/api/held`);
  await expect.poll(held).toBe(1);
  const statusOf = (path: string) => statusFrom(crowd, `${server.url}${path}`);
  expect(await Promise.all(["/api/x", "/trpc/x", "/graphql"].map(statusOf))).toEqual([
    503,
    503,
    503,
  ]);
  expect(await statusOf("/openapi.json")).toBe(200);
  const document = statusOf("/assets/held");
  await expect.poll(held).toBe(2);
  expect(await Promise.all(["/openapi.json", "/"].map(statusOf))).toEqual([503, 503]);
  expect(await Promise.all(["/healthz", "/readyz"].map(statusOf))).toEqual([200, 200]);
  release();
  expect(await Promise.all([call, document])).toEqual([200, 200]);
});

test("concurrent probes share one check of the database", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
  let checks = 0;
  const isReady = () => {
    checks += 1;
    return answered;
  };
  await using server = await serve({ isReady });
  const raw = await connectRaw(server.url);
  const probes = Array.from({ length: 10 }, () => statusFrom(crowd, `${server.url}/readyz`));
  await expect.poll(() => checks).toBe(1);
  answer(true);
  expect(await Promise.all(probes)).toEqual(probes.map(() => 200));
  raw.socket.destroy();
});

test("a process that may open few files serves others, however many connections one address opens", async () => {
  const script = fileURLToPath(new URL("run_server.ts", import.meta.url));
  const child = spawn("sh", ["-c", 'ulimit -n 400; exec "$@"', "sh", process.execPath, script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line") as [string];
  const raws = await Promise.all(
    Array.from({ length: 500 }, () => connectRaw(line, "127.0.0.2")),
  );
  for (let i = 0; i < 5; i += 1) expect(await statusFrom("127.0.0.3", `${line}/healthz`)).toBe(200);
  for (const { socket } of raws) socket.destroy();
});
