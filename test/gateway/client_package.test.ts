import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientTypes } from "../../gateway/client_package/client_types.ts";
import { format } from "../../gateway/client_package/format.ts";
import { packClient } from "../../gateway/client_package/pack_client.ts";
import { type Api, startApi, type Tenant } from "../support/api.ts";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

let api: Api;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 20 });
  folder = await mkdtemp(join(tmpdir(), "appointments-client-"));
  // An empty project of somebody else.
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarball = await packClient(folder);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api[Symbol.asyncDispose]();
});

/** Compiles code by the strict rules, runs it and returns its lines. Throws with the complaints of the compiler. */
async function runCode(code: string, kind = ["--module", "nodenext"]): Promise<string[]> {
  const constants = `const apiKey: string = "${tenant.key}";
    const baseUrl: string = "${api.services[0]!.url}";\n`;
  await writeFile(join(folder, "code.ts"), constants + code);
  const compiler = fileURLToPath(new URL("node_modules/.bin/tsc", root));
  const rules = ["--strict", ...kind, "--target", "es2022", "--lib", "es2022,dom"];
  await run(compiler, [...rules, "--types", "", "code.ts"], { cwd: folder })
    .catch(({ stdout }) => Promise.reject(new Error(stdout)));
  const { stdout } = await run(process.execPath, ["code.js"], { cwd: folder });
  return stdout.trim().split("\n");
}

test("the types are those of the committed document", async () => {
  const document = JSON.parse(await read("rest-adapter/openapi.json"));
  // If they differ: npm run generate:client
  expect(await read("rest-adapter/client/types.ts")).toBe(format(clientTypes(document)));
});

test("a schema that has no type is refused", () => {
  const document = { paths: {}, webhooks: {}, components: { schemas: {} } };
  const answering = (schema: object) => ({
    ...document,
    paths: {
      "/api/v1/x": {
        get: {
          operationId: "x",
          responses: { 200: { content: { "application/json": { schema } } } },
          requestBody: { content: { "application/json": { schema } } },
        },
      },
    },
  });
  expect(() => clientTypes(answering({ type: "object", properties: { a: { not: {} } } })))
    .toThrow("There is no type");
});

test("the code of the README books in an empty project with strict types", async () => {
  const [, code] = /```ts\n(import [\s\S]*?)```/.exec(await read("rest-adapter/client/README.md"))!;
  expect((await runCode(code!)).at(-1)).toMatch(/^\d+ Ada$/);
});

test("the installed client follows the feed, and its types refuse a wrong field", async () => {
  const code = `
    import { BookingClient, type BookingEvent } from "appointment-booking-client";
    const booking = new BookingClient({ apiKey, baseUrl });
    const { nextCursor: after } = await booking.events.list({ after: "latest" });
    const made = await booking.appointments.create({
      departmentId: ${tenant.departmentId},
      dateTime: "2038-04-01T10:00",
      name: "Grace",
    });
    for await (const { event } of booking.events.subscribe({ after })) {
      const seen: BookingEvent = event;
      if (seen.type !== "appointment.created") continue;
      console.log(seen.data.object.name, seen.data.object.id === made.id);
      break;
    }
  `;
  expect(await runCode(code)).toEqual(["Grace true"]);
  await expect(runCode(code.replace(/departmentId: \d+/, 'departmentId: "1"')))
    .rejects.toThrow("not assignable");
});

describe("a CommonJS project compiles against the client and runs it", () => {
  const code = `
    import { BookingApiError, BookingClient, type Department } from "appointment-booking-client";
    const booking = new BookingClient({ apiKey, baseUrl });
    booking.departments.list().then(async ([department]: Department[]) => {
      console.log(department!.id);
      await booking.appointments.get(999999999).catch((error: unknown) => {
        console.log(error instanceof BookingApiError && error.code);
      });
    });
  `;

  test.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["commonjs", "bundler"],
  ])("with the module %s and the resolution %s", async (module, resolution) => {
    const project = { private: true, type: "commonjs" };
    await writeFile(join(folder, "package.json"), JSON.stringify(project));
    try {
      const lines = await runCode(code, ["--module", module, "--moduleResolution", resolution]);
      expect(lines).toEqual([String(tenant.departmentId), "APPOINTMENT_NOT_FOUND"]);
      expect(await readFile(join(folder, "code.js"), "utf8")).toContain("require(");
    } finally {
      const asBefore = { private: true, type: "module" };
      await writeFile(join(folder, "package.json"), JSON.stringify(asBefore));
    }
  });
});
