import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { eventCatalogue, testEventType } from "../core/mod.ts";
import { signDelivery } from "../core/webhooks/attempt_delivery.ts";
import { serveDashboard } from "../gateway/http/dashboard_files/mod.ts";
import { pathsFile } from "../gateway/http/dashboard_files/page_paths.ts";
import { createOpenApiDocument } from "../rest-adapter/mod.ts";
import { codeOf } from "./support/guide_code.ts";
import { hmacSha256 } from "./support/in_memory/crypto.ts";
import { startApi } from "./support/api.ts";
import { staffOf } from "./support/staff_callers.ts";
import { perFile } from "./support/per_file.ts";

const folder = fileURLToPath(new URL("../rest-adapter/guides/", import.meta.url));
const names = (await readdir(folder)).map((file) => file.replace(/\.md$/, ""));
const texts = new Map(
  await Promise.all(
    names.map(async (name) => [name, await readFile(`${folder}${name}.md`, "utf8")] as const),
  ),
);
const run = promisify(execFile);

/** Sends a GET with a Host header, which `fetch` does not allow, and returns the body. */
async function fetchWithHost(url: string, { path, host }: { path: string; host: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get(url + path, { headers: { Host: host }, agent: false }, (answer) => {
    void answer.setEncoding("utf8").toArray().then((parts) => resolve(parts.join("")), reject);
  }).on("error", reject);
  return await promise;
}

const api = await perFile(startApi());
const tenant = await api.organization({ slotCapacity: 20 });
const booking = { departmentId: tenant.departmentId, dateTime: "2027-03-03T10:00", name: "Ada" };
await tenant.post(booking, { key: tenant.testKey });
await api.seeding.application.staff.changeQueueRules(staffOf(tenant.organizationId), {
  id: tenant.departmentId,
  version: 1,
  personLink: "MOVE",
});

const blocksOf = (name: string, language: string) => codeOf(texts.get(name)!, language);

/** Runs the shell lines of a guide as printed, with this service and a TEST key. Returns the lines of the output. */
async function runGuide(name: string): Promise<string> {
  const start = `API=${api.services[0]!.url}/api/v1\nKEY=${tenant.testKey}\n`;
  const lines = blocksOf(name, "sh").join("\necho\n").replaceAll(/^(API|KEY)=.*$/gm, "");
  const cwd = await mkdtemp(join(tmpdir(), "appointments-guide-"));
  try {
    return (await run("sh", ["-e", "-c", start + lines], { cwd })).stdout;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/** What the output of each guide must and must not contain. */
const outputs: Record<string, { has: RegExp[]; lacks?: RegExp }> = {
  "first-booking": {
    has: [
      /"creditBalance":\d+/,
      /"available":true/,
      /"slotTime":"\d{4}-\d\d-\d\dT10:00:00","remainingSlots":\d+,"workerIds":\[\]/,
      /"workers":\[/,
      /"name":"Ada Lovelace","qrCode":"\w+"/,
    ],
    lacks: /"error"/,
  },
  retries: { has: [/Idempotent-Replayed: true/, /"name":"Alan Turing"/], lacks: /"error"/ },
  "times-and-pages": {
    has: [/"isLast":true/, /^304$/m, /"page":1,.*"nextCursor":/, /"isLast":true,"nextCursor":null/],
    lacks: /"error"/,
  },
  moves: {
    has: [/"dateTime":"2027-03-02T11:30:00"/, /"status":"COMPLETED","name":"Emmy Noether"/],
    lacks: /"error"/,
  },
  contact: {
    has: [
      /"phone":"\+49 30 5550199","email":"mary@example\.org","locale":"de-AT","metadata":\{"caseNumber"/,
      /"phone":null,"email":"m\.somerville@example\.org"/,
    ],
    lacks: /"error"/,
  },
  calendars: { has: [/BEGIN:VCALENDAR/, /STATUS:CONFIRMED/], lacks: /"error"|Mitchell/ },
  reminders: { has: [/"phone":"\+49 30 5550199","email":null,"locale":"de"/], lacks: /"error"/ },
  "self-service": { has: [/"manageUrl":"[^"]*\/appointment\/[\w-]{39}"/], lacks: /"error"/ },
  waitlist: {
    has: [
      /"state":"OFFERED","offer":\{"holdId":\d+,"slotTime":"\d{4}-\d\d-\d\dT09:00:00"/,
      /"name":"Maria Mitchell"/,
      /"state":"BOOKED","appointmentId":\d+/,
    ],
    lacks: /"error"/,
  },
  holds: {
    has: [/"secondsLeft":1[12]\d/, /"name":"Mary Ward"/, /^204$/m],
    lacks: /"error"/,
  },
  feed: { has: [/"type":"appointment\.created"/, /"isLast":true/], lacks: /"error"/ },
  webhooks: { has: [] },
  "limits-and-errors": { has: [/"details":\[.*"field":"name"/] },
};

// `guide_reports.test.ts` runs that of reports.
const ownCommands = names.filter((name) => name !== "reports");

test.each(ownCommands)("the commands of the guide %s work as printed", async (name) => {
  const { has, lacks } = outputs[name]!;
  const output = await runGuide(name);
  for (const expected of has) expect(output).toMatch(expected);
  if (lacks) expect(output).not.toMatch(lacks);
});

const has = (command: string) =>
  run(command, ["version"]).then(() => true, ({ code }) => code !== "ENOENT");
const [hasPython, hasOpenssl] = await Promise.all([has("python3"), has("openssl")]);

describe("the code that verifies a signature", () => {
  const secret = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH";
  const replaced = "whsec_zyxwvutsrqponmlkjihgfedcba9876543210ABCDEFGH";
  const unknown = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGX";
  const body = '{"id":"1","name":"Zoë"}';
  const sent = (sentAt: Temporal.Instant) =>
    signDelivery({ hmacSha256 }, {
      eventId: "e-1",
      type: "appointment.created",
      deliveryId: "d-1",
      environment: "LIVE",
      body,
      secrets: [secret, replaced],
      sentAt,
    });

  /** The cases, with the headers in lower case: body, headers, secret, and whether they fit. */
  async function cases() {
    const now = Temporal.Now.instant();
    const lower = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
    const headers = lower(await sent(now));
    const old = lower(await sent(now.subtract({ minutes: 6 })));
    return [
      [body, headers, secret, true],
      [body, headers, replaced, true],
      [body, headers, unknown, false],
      [`${body} `, headers, secret, false],
      [body, old, secret, false],
      [body, { ...headers, "webhook-id": "e-2" }, secret, false],
      [body, { ...headers, "webhook-timestamp": "now" }, secret, false],
      [body, { ...headers, "webhook-signature": "v1,é" }, secret, false],
      [body, {}, secret, false],
    ] as const;
  }

  test("works in JavaScript", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "appointments-guide-"));
    const file = join(cwd, "verify.mjs");
    await writeFile(file, blocksOf("webhooks", "js")[0]!);
    const { isGenuine } = await import(pathToFileURL(file).href);
    for (const [text, headers, key, expected] of await cases()) {
      expect(isGenuine(text, headers, key)).toBe(expected);
    }
    await rm(cwd, { recursive: true });
  });

  test.skipIf(!hasPython)("works in Python", async () => {
    const call = "import json, sys\nfor text, headers, key, _ in json.loads(sys.argv[1]):\n" +
      "    print(json.dumps(is_genuine(text.encode(), headers, key)))";
    const code = `${blocksOf("webhooks", "python")[0]!}\n${call}`;
    const all = await cases();
    const { stdout } = await run("python3", ["-c", code, JSON.stringify(all)]);
    expect(stdout.trim().split("\n").map((line) => JSON.parse(line)))
      .toEqual(all.map(([, , , expected]) => expected));
  });

  test.skipIf(!hasOpenssl)("works in a shell", async () => {
    const code = `${blocksOf("webhooks", "bash")[0]!}\nis_genuine "$@" && echo yes || echo no`;
    for (const [text, headers, key, expected] of await cases()) {
      const given: Record<string, string> = headers;
      const values = ["webhook-id", "webhook-timestamp", "webhook-signature"]
        .map((name) => given[name] ?? "");
      const { stdout } = await run("sh", ["-c", code, "sh", text, ...values, key]);
      expect(stdout.trim()).toBe(expected ? "yes" : "no");
    }
  });

  test("is about every header of a delivery", async () => {
    const guide = texts.get("webhooks")!;
    for (const name of Object.keys(await sent(Temporal.Now.instant()))) {
      expect(guide).toContain(`| \`${name}\``);
    }
  });
});

// The table is made from the catalogue of events. Renew it with `npm test -- guides -u`.
test("the guide of webhooks has every event, with its type and what it is about", async () => {
  const guide = texts.get("webhooks")!;
  const table = /^\| event +\| `type`[^]*?(?=\n\n)/m.exec(guide)![0];
  await expect(guide.replace(table, eventTable()))
    .toMatchFileSnapshot("../rest-adapter/guides/webhooks.md");
});

/** Returns the table of the events in Markdown, with columns as wide as `deno fmt` makes them. */
function eventTable(): string {
  const rows = [
    ["event", "`type`", "when", "`data.object`"],
    ...Object.entries(eventCatalogue).map(([name, event]) => {
      const note = "note" in event ? ` (${event.note})` : "";
      const when = event.meaning[0]!.toLowerCase() + event.meaning.slice(1) + note;
      return [`\`${name}\``, `\`${event.type}\``, when, event.subject];
    }),
    [
      "(none)",
      `\`${testEventType}\``,
      "staff tested the webhook; nobody subscribes to it",
      "appointment",
    ],
  ];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)));
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)));
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

test("a guide shows PUBLIC_URL, whatever address was called", async () => {
  const text = "API=http://127.0.0.1:3000/api/v1\n";
  const identity = Buffer.from(text);
  const path = "/docs/guides/first-booking.md";
  const file = { type: "text/markdown", etag: '"1"', isImmutable: false, forms: { identity } };
  const paths = { ...file, forms: { identity: Buffer.from("[]") } };
  const files = new Map([[path, file], [pathsFile, paths]]);
  const dashboard = serveDashboard(files, "https://book.example.com");
  const answer = dashboard(new Request(`http://10.0.0.1:8080${path}`), path)!;
  expect(await answer.text()).toBe("API=https://book.example.com/api/v1\n");
  expect(answer.headers.get("ETag")).not.toBe('"1"');
});

test("a guide shows the address at which the service was called, whatever its form", async () => {
  const { url } = api.services[0]!;
  const { port } = new URL(url);
  const guide = async (host: string) => {
    const socket = await fetchWithHost(url, { path: "/docs/guides/first-booking.md", host });
    return /^API=.*$/m.exec(socket)?.[0];
  };
  expect(await guide(`127.0.0.1:${port}`)).toBe(`API=http://127.0.0.1:${port}/api/v1`);
  expect(await guide("book.example.com")).toBe("API=http://book.example.com/api/v1");
  expect(await guide("[::1]:8080")).toBe("API=http://[::1]:8080/api/v1");
  // Copied into a shell, these would run a command.
  for (const host of ["$(id).example", "a`id`.example", "a;id;.example", "a'b.example"]) {
    expect([undefined, "API=http://127.0.0.1:3000/api/v1"]).toContain(await guide(host));
  }
});

test("the guide of errors has every code of the public API, and no other", () => {
  const { paths } = createOpenApiDocument() as unknown as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { description?: string; $ref?: string }> }>
    >;
  };
  const used = JSON.stringify(
    Object.entries(paths).filter(([path]) => path.startsWith("/api/v1/")),
  );
  const listed = [...texts.get("limits-and-errors")!.matchAll(/^\|\s+\d+ \| `([A-Z_]+)`/gm)]
    .map(([, code]) => code!);
  // Responses are components that are named after their codes: `InvalidApiKeyOrMissingApiKey`.
  const named = (code: string) =>
    code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const references = [...used.matchAll(/"#\/components\/responses\/(\w+)"/g)]
    .flatMap(([, name]) => name!.split(/Or(?=[A-Z])/));
  const unrouted = new Set([
    "NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "REQUEST_TIMEOUT",
    "REQUEST_HEADERS_TOO_LARGE",
  ]);
  expect(new Set(listed.filter((code) => !unrouted.has(code)).map(named)))
    .toEqual(new Set(references));
});

test("links between guides lead to a guide", () => {
  for (const text of texts.values()) {
    for (const [, name] of text.matchAll(/\]\(([a-z-]+)\.md\)/g)) expect(names).toContain(name);
  }
});

test("the service answers the pages, the guides as Markdown, and the list for language models", async () => {
  const open = async (path: string) => await fetch(api.services[0]!.url + path);
  for (const path of ["/docs", "/docs/", ...names.map((name) => `/docs/guides/${name}`)]) {
    const page = await open(path);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(await page.text()).toContain("<title>API documentation</title>");
  }
  const list = await (await open("/llms.txt")).text();
  const linked = [...list.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(linked).toHaveLength(names.length);
  for (const path of linked) {
    const guide = await open(path);
    expect(guide.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    const written = texts.get(path.slice("/docs/guides/".length, -3))!;
    expect(await guide.text())
      .toBe(written.replaceAll("http://127.0.0.1:3000", api.services[0]!.url));
  }
});
