import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOpenApiDocument } from "../rest-adapter/mod.ts";
import { type Api, startApi, type Tenant } from "./support/api.ts";

const folder = fileURLToPath(new URL("../rest-adapter/guides/", import.meta.url));
const names = (await readdir(folder)).map((file) => file.replace(/\.md$/, ""));
const texts = new Map(
  await Promise.all(
    names.map(async (name) => [name, await readFile(`${folder}${name}.md`, "utf8")] as const),
  ),
);
const run = promisify(execFile);

let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 20 });
  const booking = { departmentId: tenant.departmentId, dateTime: "2027-03-03T10:00", name: "Ada" };
  await tenant.post(booking, { key: tenant.testKey });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Returns the blocks of code of a guide in a language. */
function blocksOf(name: string, language: string): string[] {
  const form = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...texts.get(name)!.matchAll(form)].map(([, code]) => code!);
}

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
    has: [/"creditBalance":\d+/, /"available":true/, /"name":"Ada Lovelace","qrCode":"\w+"/],
    lacks: /"error"/,
  },
  retries: { has: [/Idempotent-Replayed: true/, /"name":"Alan Turing"/], lacks: /"error"/ },
  "times-and-pages": { has: [/"isLast":true/, /^304$/m], lacks: /"error"/ },
  moves: {
    has: [/"dateTime":"2027-03-02T11:30:00"/, /"status":"COMPLETED","name":"Emmy Noether"/],
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

test.each(names)("the commands of the guide %s work as printed", async (name) => {
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
  const body = '{"id":"1","name":"Zoë"}';
  const header = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const cases = [[body, true], [`${body} `, false]] as const;

  test("works in JavaScript", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "appointments-guide-"));
    const file = join(cwd, "verify.mjs");
    await writeFile(file, blocksOf("webhooks", "js")[0]!);
    const { isGenuine } = await import(pathToFileURL(file).href);
    for (const [text, expected] of cases) expect(isGenuine(text, header, secret)).toBe(expected);
    expect(isGenuine(body, "sha256=", secret)).toBe(false);
    await rm(cwd, { recursive: true });
  });

  test.skipIf(!hasPython)("works in Python", async () => {
    const call = "import sys\nprint(is_genuine(sys.argv[1].encode(), sys.argv[2], sys.argv[3]))";
    const code = `${blocksOf("webhooks", "python")[0]!}\n${call}`;
    for (const [text, expected] of cases) {
      const { stdout } = await run("python3", ["-c", code, text, header, secret]);
      expect(stdout.trim()).toBe(expected ? "True" : "False");
    }
  });

  test.skipIf(!hasOpenssl)("works in a shell", async () => {
    const code = `${blocksOf(
      "webhooks",
      "bash",
    )[0]!}\nis_genuine "$1" "$2" "$3" && echo yes || echo no`;
    for (const [text, expected] of cases) {
      const { stdout } = await run("sh", ["-c", code, "sh", text, header, secret]);
      expect(stdout.trim()).toBe(expected ? "yes" : "no");
    }
  });
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
  const get = async (path: string) => await fetch(api.services[0]!.url + path);
  for (const path of ["/docs", "/docs/", ...names.map((name) => `/docs/guides/${name}`)]) {
    const page = await get(path);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(await page.text()).toContain("<title>API documentation</title>");
  }
  const list = await (await get("/llms.txt")).text();
  const linked = [...list.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(linked).toHaveLength(names.length);
  for (const path of linked) {
    const guide = await get(path);
    expect(guide.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    expect(await guide.text()).toBe(texts.get(path.slice("/docs/guides/".length, -3)));
  }
});
