import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../gateway/graphql/limits.ts";
import { type Api, startApi } from "./support/api.ts";
import { readCsv } from "./rest-adapter/read_csv.ts";
import { openService, seedOrganization } from "./support/seeded.ts";
import { makeStaff } from "./support/staff_session.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
// As in `openService`, whose tokens the service is to take.
const sessionSecret = "s".repeat(32);
// Against hanging alone, as for other tests: here a dozen commands start npm and Node, one after the other.
const commandsMs = 1_200_000;
let readmes: string;
let api: Api;

beforeAll(async () => {
  const paths = [
    "README.md",
    "gateway/README.md",
    "gateway/graphql/README.md",
    "rest-adapter/README.md",
  ];
  readmes = (await Promise.all(paths.map((path) => readFile(root + path, "utf8")))).join("\n");
  api = await startApi({ environment: { SESSION_SECRET: sessionSecret } });
});
afterAll(() => api[Symbol.asyncDispose]());

/** The shell lines of a section, as printed. */
function shellOf(section: string): string {
  const start = readmes.search(new RegExp(`^##+ (?:[\\d.]+ )?${section}$`, "m"));
  const text = readmes.slice(start);
  return /```sh\n([\s\S]*?)```/.exec(text)![1]!;
}

/** The words of a value, replaced; a README without them fails. */
function replaced(text: string, from: string | RegExp, to: string): string {
  expect(text).toMatch(from);
  return text.replace(from, to);
}

test("the first booking works as printed: departments, slot, book, list, read, cancel", async () => {
  const tenant = await api.organization({ slotCapacity: 5 });
  let script = shellOf("A first booking");
  script = replaced(script, "mk_live_...", tenant.key);
  script = replaced(script, "http://127.0.0.1:3000", api.services[0]!.url);
  // A fresh demo has 60 appointments, this database none.
  script = replaced(script, "ID=61", "ID=1");
  script = script.replaceAll("curl -sS", "echo; curl -sS -f");
  const { stdout } = await run("sh", ["-e", "-c", script]);
  const [departments, slot, booked, list, read, cancelled] = stdout.trimStart().split("\n")
    .map((line) => line === "" ? undefined : JSON.parse(line));
  expect(departments).toHaveLength(1);
  expect(slot).toMatchObject({ available: true, remainingSlots: 5 });
  expect(booked).toMatchObject({ id: 1, name: "Ada Lovelace" });
  // The guide must not end on a day.
  const nextMonth = Temporal.Now.plainDateISO().add({ days: 29 }).toString();
  expect(booked.dateTime > nextMonth).toBe(true);
  expect(booked.dateTime).toMatch(/T10:00:00$/);
  expect(list.appointments).toEqual([booked]);
  expect(read).toEqual(booked);
  expect(cancelled).toBeUndefined();
  expect((await tenant.get("/appointments/1")).body).toHaveProperty("archivedAt");
});

test("the operator's commands work as printed", async () => {
  const script = shellOf("Operating").replaceAll(/npm run (--silent )?/g, "npm run --silent ");
  const commands = script.replaceAll("\\\n", " ").trim().split("\n");
  expect(commands.length).toBeGreaterThan(5);
  const environment = {
    ...process.env,
    DATABASE_URL: api.databaseUrl,
    // As the service has it, in whose name the commands sign.
    SESSION_SECRET: sessionSecret,
  };
  for (const command of commands) {
    await run("sh", ["-e", "-c", command], { cwd: root, env: environment });
  }
  const { organizations } = JSON.parse(
    (await run("npm", ["run", "--silent", "admin", "--", "organization", "list", "--json"], {
      cwd: root,
      env: environment,
    })).stdout,
  );
  expect(organizations.at(-1)).toMatchObject({
    id: 2,
    name: "City Clinic",
    timeZone: "Europe/Berlin",
  });
}, commandsMs);

test("keys and usage work as printed: sign in, make, rotate, read, export, sign out", async () => {
  const { organizationId } = await api.organization();
  const { email, password } = await makeStaff(api.seeding, organizationId);
  let script = shellOf("Keys and usage");
  script = replaced(script, "http://127.0.0.1:3000", api.services[0]!.url);
  script = replaced(script, "owner@demo.example", email);
  script = replaced(script, "PASSWORD=...", `PASSWORD="${password}"`);
  // A fresh demo has two keys, and so has this organization, but not alone.
  const keys = await api.seeding.application.listApiKeys(organizationId);
  script = replaced(script, "api-keys/3/", `api-keys/${keys.at(-1)!.id + 1}/`);
  script = script.replaceAll("curl -sS", "echo; curl -sS -f");
  const folder = await mkdtemp(join(tmpdir(), "appointments-readme-"));
  const { stdout } = await run("sh", ["-e", "-c", script], { cwd: folder });
  await rm(folder, { recursive: true });
  const [session, made, rotated, statistics, log, csv] = stdout.trimStart().split("\n");
  expect(JSON.parse(session!).user).toMatchObject({ email, role: "OWNER" });
  expect(JSON.parse(made!)).toMatchObject({ name: "Website", isActive: true });
  expect(JSON.parse(rotated!)).toMatchObject({ name: "Website", isActive: true });
  expect(JSON.parse(statistics!)).toMatchObject({ totalCalls: 0, successRate: 100 });
  expect(JSON.parse(log!)).toMatchObject({ content: [], size: 5 });
  expect(csv).toMatch(/^\ufeffid,apiKeyName,endpoint/);
});

test("reports are asked for as printed: no-shows and utilization by department, credits by month", async () => {
  // Credits move when something is booked, which is in the year that is asked for.
  await using booking = await openService(api.databaseUrl);
  booking.setNow("2027-02-10T12:00:00Z");
  const tenant = await seedOrganization(booking, { slotCapacity: 5, credits: 100 });
  await booking.application.bookAppointment(tenant, {
    departmentId: tenant.departmentId,
    dateTime: "2027-03-01T10:00",
    name: "Ada Lovelace",
  });
  const { application } = api.seeding;
  const { token } = await application.createReportingToken(tenant.organizationId, { name: "BI" });
  let script = shellOf("Reporting");
  script = replaced(script, /TOKEN=\.\.\. .*/, `TOKEN=${token}`);
  script = replaced(script, "http://127.0.0.1:3000", api.services[0]!.url);
  script = script.replaceAll("curl -sS", "echo; curl -sS -f");
  const { stdout } = await run("sh", ["-e", "-c", script]);
  const [departments, months] = stdout.trimStart().split("\n").slice(0, 2)
    .map((line) => JSON.parse(line));
  const [header, row] = readCsv(stdout.slice(stdout.indexOf("restId,")));
  expect(header).toEqual(["restId", "dateTime", "status", "department.name"]);
  expect(row!.slice(1)).toEqual(["2027-03-01T10:00:00", "SCHEDULED", "Desk"]);
  const department = { name: "Desk" };
  expect(departments).toEqual({
    data: {
      appointmentReport: [{ department, booked: 1, missed: 0, noShowRate: null }],
      // 31 days of 48 slots for 5.
      utilizationReport: [{ department, capacity: 7440, booked: 1, utilization: 1 / 7440 }],
    },
  });
  expect(months).toEqual({
    data: {
      creditReport: [{
        month: "2027-02-01",
        consumed: 1,
        refunded: 0,
        granted: 100,
        closingBalance: 99,
      }],
    },
  });
});

test("the limits of a query are as the table says", () => {
  const rows = readmes.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  for (const [code, { max }] of Object.entries(limits)) {
    const row = rows.find((cells) => cells[3] === `\`${code}\``);
    expect([code, row?.[2]]).toEqual([code, max.toLocaleString("en-US")]);
  }
});
