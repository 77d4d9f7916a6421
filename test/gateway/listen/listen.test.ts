import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signBody } from "../../../core/webhooks/attempt_delivery.ts";
import { runListen } from "../../../gateway/listen/run_listen.ts";
import { hmacSha256 } from "../../../gateway/security/crypto.ts";
import { startApi } from "../../support/api.ts";
import { perFile } from "../../support/per_file.ts";

const api = await perFile(startApi());

/** Starts a receiver and an organization, and runs the command against both. */
async function openListening() {
  const stack = new AsyncDisposableStack();
  const received: { headers: Record<string, string>; body: string }[] = [];
  const receiver = {
    answer: (response: ServerResponse) => void response.writeHead(204).end(),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    receiver.answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  stack.defer(() => void server.close().closeAllConnections());
  const folder = await mkdtemp(join(tmpdir(), "appointments-listen-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const cursor = join(folder, "cursor");
  const forwardTo = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const tenant = await api.organization({ slotCapacity: 50 });
  return {
    received,
    receiver,
    tenant,
    cursor,
    book: (name: string) =>
      tenant.post({ departmentId: tenant.departmentId, dateTime: "2038-03-01T10:00", name }),
    names: () => received.map(({ body }) => JSON.parse(body).data.object.name),
    /** Runs the command until `end`. `lines` has what it prints. */
    start(more: string[] = [], key = tenant.key) {
      const stop = new AbortController();
      const lines: string[] = [];
      const write = (line: string) => void lines.push(line);
      const url = ["--url", api.services[0]!.url];
      const types = ["--types", "appointment.created"];
      const words = ["--key", key, "--forward-to", forwardTo, "--cursor", cursor];
      const ended = runListen([...words, ...url, ...types, ...more], {
        say: write,
        complain: write,
        signal: stop.signal,
      });
      const end = async () => {
        stop.abort();
        return await ended;
      };
      return { lines, ended, end };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const soon = { timeout: 60_000 };
const hasCursor = (path: string) => readFile(path, "utf8").then(() => true, () => false);

test("forwards events with the headers and signatures of a webhook", async () => {
  await using listening = await openListening();
  const { received, cursor, book } = listening;
  const { lines, end } = listening.start();
  await expect.poll(() => hasCursor(cursor), soon).toBe(true);
  await book('Zoë "Z"');
  await expect.poll(() => received.length, soon).toBe(1);
  const [{ headers, body } = received[0]!] = received;
  const secret = /whsec_\w+/.exec(lines.join("\n"))![0];
  expect(headers["x-service-signature"]).toBe(await signBody({ hmacSha256 }, secret, body));
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "appointment.created" });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-service-event": "appointment.created",
    "x-service-environment": "LIVE",
    "user-agent": "AppointmentBooking-Webhooks/1.0",
  });
  await expect.poll(() => lines.at(-1), soon).toMatch(
    /appointment\.created {2}\d+ {2}204 {2}\d+ ms$/,
  );
  expect(await end()).toBe(0);
});

test("continues after the last forwarded event, and repeats what was not forwarded", async () => {
  await using listening = await openListening();
  const { cursor, book, names } = listening;
  const first = listening.start();
  await expect.poll(() => hasCursor(cursor), soon).toBe(true);
  const kept = await readFile(cursor, "utf8");
  await book("A");
  await expect.poll(names, soon).toEqual(["A"]);
  await expect.poll(() => readFile(cursor, "utf8"), soon).not.toBe(kept);
  expect(await first.end()).toBe(0);
  await book("B");
  await book("C");
  const second = listening.start();
  await expect.poll(names, soon).toEqual(["A", "B", "C"]);
  await second.end();
});

test("tries an event again, gives it up after three times, and goes on", async () => {
  await using listening = await openListening();
  const { cursor, book, names, receiver } = listening;
  const { lines, end } = listening.start();
  await expect.poll(() => hasCursor(cursor), soon).toBe(true);
  receiver.answer = (response) => {
    const isBad = names().at(-1) === "Bad";
    response.writeHead(isBad ? 500 : 200).end();
  };
  await book("Bad");
  await book("Good");
  await expect.poll(names, soon).toEqual(["Bad", "Bad", "Bad", "Good"]);
  await expect.poll(() => lines.filter((line) => / \d+ ms$/.test(line)).length, soon).toBe(4);
  expect(lines.slice(-4).map((line) => / {2}(\d{3}(?:, .*?)?) {2}/.exec(line)![1])).toEqual([
    "500, trying again in 1 s",
    "500, trying again in 5 s",
    "500, given up",
    "200",
  ]);
  await end();
});

test("waits for the service when it is away", async () => {
  await using listening = await openListening();
  const { cursor, book, names } = listening;
  const { lines, end } = listening.start();
  await expect.poll(() => hasCursor(cursor), soon).toBe(true);
  await api.services[0]!.stop();
  await expect.poll(() => lines.at(-1), soon).toMatch(/does not answer\. Trying again in \d+ s$/);
  await api.startAgain();
  await book("After");
  await expect.poll(names, soon).toEqual(["After"]);
  expect(await end()).toBe(0);
});

test.each([
  [["--key", "mk_live_wrong"], /^401 INVALID_API_KEY: /],
  [["--types", "nonsense"], /^400 VALIDATION_ERROR: /],
])("ends if the service refuses %j", async (more, expected) => {
  await using listening = await openListening();
  const { lines, ended } = listening.start(more);
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toMatch(expected);
});

test("ends if the service refuses the kept cursor", async () => {
  await using listening = await openListening();
  await writeFile(listening.cursor, "test_1_0_1795423000");
  const { lines, ended } = listening.start();
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toMatch(/^400 VALIDATION_ERROR: .*after/);
});

test.each([
  [[], "--key is required"],
  [["--key", "k"], "--forward-to is required"],
  [["--key", "k", "--forward-to", "localhost:80"], "--forward-to must be an http or https address"],
  [
    ["--key", "k", "--forward-to", "http://localhost", "--secret", "x"],
    "--secret must be whsec_ and 44 characters, as the dashboard shows it",
  ],
  [
    ["--key", "k", "--forward-to", "http://localhost", "--url", "http://localhost/?a=1"],
    "--url must not have a user, a password, a query or a fragment",
  ],
  [["--key", "k k", "--forward-to", "http://localhost"], "--key must be printable ASCII"],
  [["--other"], "Unknown option '--other'"],
])("wrong usage is explained: %j", async (words, expected) => {
  const lines: string[] = [];
  const tools = {
    say: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
    signal: new AbortController().signal,
  };
  expect(await runListen(words, tools)).toBe(2);
  expect(lines.join("\n")).toContain(expected);
  expect(lines.join("\n")).toContain("Usage: npm run listen");
  lines.length = 0;
  expect(await runListen(["--help"], tools)).toBe(0);
  expect(lines.join("\n")).toContain("--cursor FILE");
});
