import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { BuiltFile } from "../../gateway/http/dashboard_files/files.ts";
import { openDashboard, serveDashboard } from "../../gateway/http/dashboard_files/mod.ts";
import { declaredPaths } from "../../gateway/http/dashboard_files/page_paths.ts";
import { builtDashboard } from "../../gateway/http/dashboard_files/build.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function file(text: string, more: Partial<BuiltFile> = {}): BuiltFile {
  const forms = { identity: bytes(text), br: bytes(`br ${text}`), gzip: bytes(`gzip ${text}`) };
  return { type: "text/html; charset=utf-8", etag: '"one"', isImmutable: false, forms, ...more };
}

const files = new Map([
  ["/index.html", file("page")],
  ["/assets/main-abc.js", file("script", { type: "text/javascript", isImmutable: true })],
  ["/pages.json", file(JSON.stringify(await declaredPaths()))],
  ["/kiosk.html", file("kiosk")],
]);
const dashboard = serveDashboard(files);

function ask(path: string, init: RequestInit = {}): Response | undefined {
  return dashboard(new Request(`http://localhost${path}`, init), path);
}

test.each(["/", "/appointments", "/appointments/12", "/departments/3", "/webhooks/1", "/audit"])(
  "%s begins with the app's document",
  async (path) => {
    expect(await ask(path)?.text()).toBe("page");
  },
);

test.each([
  "/nothing",
  "/appointments/x",
  "/audit/1",
  "/assets/gone.js",
  "/docs",
  "/api/v1/x",
  "//",
  "/pages.json",
])(
  "%s is none of the dashboard's",
  (path) => {
    expect(ask(path)).toBeUndefined();
  },
);

test("a browser that opens an unknown path gets the app with status 404, other callers do not", async () => {
  const open = (path: string, accept: string) =>
    dashboard(new Request(`http://localhost${path}`, { headers: { accept } }), path, true);
  const page = open("/nothing", "text/html,application/xhtml+xml,*/*;q=0.8");
  expect(page?.status).toBe(404);
  expect(await page?.text()).toBe("page");
  expect(open("/nothing", "*/*")).toBeUndefined();
  expect(open("/api/v1/nothing", "text/html")).toBeUndefined();
  expect(open("/assets/gone.js", "text/html")).toBeUndefined();
});

test("the address of every page is served", async () => {
  const patterns = await declaredPaths();
  const paths = patterns.flatMap((path) => [
    path.replace("/:id?", ""),
    path.replace(/:id\??/, "1"),
  ]).filter((path) => !path.includes(":"));
  expect(patterns.length).toBeGreaterThan(12);
  expect(paths.filter((path) => !ask(path))).toEqual([]);
});

test("a page may run only what comes from here, and is shown in no other", () => {
  const policy = ask("/")?.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(ask("/")?.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each(["/", "/assets/main-abc.js", "/kiosk/token"])(
  "%s is for https alone where clients reach the service by https",
  (path) => {
    const ask = (publicUrl?: string) =>
      serveDashboard(files, publicUrl)(new Request(`http://localhost${path}`), path)!.headers
        .get("strict-transport-security");
    expect(ask("https://book.example")).toBe("max-age=31536000");
    expect(ask("http://book.example")).toBeNull();
    expect(ask()).toBeNull();
  },
);

test("only GET and HEAD are answered", async () => {
  expect(ask("/", { method: "POST" })).toBeUndefined();
  const head = ask("/", { method: "HEAD" });
  expect(await head?.text()).toBe("");
  expect(head?.headers.get("content-length")).toBe("4");
});

test.each([
  ["gzip, deflate, br, zstd", "br", "br page"],
  ["gzip", "gzip", "gzip page"],
  ["br;q=0, gzip;q=0.5", "gzip", "gzip page"],
  ["", null, "page"],
])("accept-encoding %j is answered with %j", async (accepted, encoding, text) => {
  const response = ask("/", { headers: { "accept-encoding": accepted } });
  expect(response?.headers.get("content-encoding")).toBe(encoding);
  expect(response?.headers.get("vary")).toBe("accept-encoding");
  expect(await response?.text()).toBe(text);
});

test("the document is revalidated each time and sent again only if it changed", () => {
  expect(ask("/")?.headers.get("cache-control")).toBe("no-cache");
  expect(ask("/", { headers: { "if-none-match": '"one"' } })?.status).toBe(304);
  expect(ask("/", { headers: { "if-none-match": 'W/"one"' } })?.status).toBe(304);
  expect(ask("/", { headers: { "if-none-match": '"other"' } })?.status).toBe(200);
});

test("a file named by its content is cached forever", () => {
  expect(ask("/assets/main-abc.js")?.headers.get("cache-control")).toContain("immutable");
});

test("it is built once for the same sources, into the data folder where the clone is read-only", {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "dashboard-"));
  try {
    const readOnly = join(dataDir, "file");
    await writeFile(readOnly, "");
    const said: string[] = [];
    // No folder can be made in a file, whoever runs the test.
    const options = {
      dataDir,
      cacheFolder: join(readOnly, "cache"),
      progress: (line: string) => void said.push(line),
    };
    const folder = await builtDashboard(options);
    expect(folder.startsWith(join(dataDir, "dashboard"))).toBe(true);
    const open = await openDashboard(options);
    expect(said).toEqual(["Building the dashboard ..."]);
    const request = new Request("http://localhost/", { headers: { "accept-encoding": "gzip" } });
    const zipped = await open(request, "/")!.arrayBuffer();
    const page = gunzipSync(zipped).toString();
    expect(open(new Request("http://localhost/departments/1"), "/departments/1")?.status).toBe(200);
    expect(page).toContain('<div id="root">');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=| on\w+=/);
    // Other pages, dialogs and their texts are downloaded after the first paint.
    expect(await initialBytes(folder, page)).toBeLessThan(190_500);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

/** The compressed scripts that the first page waits for. */
async function initialBytes(folder: string, page: string): Promise<number> {
  const names = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map((match) => match[1]!);
  expect(names.length).toBeGreaterThan(0);
  const sizes = names.map(async (name) => (await readFile(join(folder, `${name}.gz`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
