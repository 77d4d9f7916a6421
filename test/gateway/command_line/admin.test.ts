import { describe, expect, test } from "vitest";
import { commands } from "../../../gateway/command_line/commands.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { adminHere, run, sayHere } from "../process/spawned.ts";

const environment = { DATABASE_URL: await freshDatabase() };

// oxlint-disable-next-line typescript/no-explicit-any -- each test checks the type
async function done(...words: string[]): Promise<any> {
  const { code, json } = await adminHere(words, environment);
  if (code !== 0) throw new Error(JSON.stringify(json));
  return json;
}

test("an operator sets up an organization from nothing, with --json throughout", async () => {
  const create = "organization create --name Acme --time-zone Europe/Paris --credits 5";
  const more = "--test-credits 6 --owner-email Owner@Acme.example";
  const made = await done(...`${create} ${more}`.split(" "));
  expect(made).toEqual({
    organizationId: expect.any(Number),
    ownerId: expect.any(Number),
    ownerPassword: expect.stringMatching(/^\w{22}$/),
  });
  const organization = ["--organization", String(made.organizationId)];
  expect(await done("organization", "list")).toEqual({
    organizations: [{
      id: made.organizationId,
      name: "Acme",
      closedAt: null,
      timeZone: "Europe/Paris",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    }],
  });

  const grant = ["credits", "grant", ...organization, "--amount", "10", "--note", "Invoice 7"];
  expect(await done(...grant)).toEqual({ balance: 15 });
  expect(await done(...grant, "--environment", "TEST")).toEqual({ balance: 16 });
  expect(await done("credits", "balance", ...organization)).toEqual({ live: 15, test: 16 });

  const settings =
    "--name Clinic --address Rue-1 --phone +33-1 --slot-interval 20 --slot-capacity 2 " +
    "--slot-offset 10 --working-hours Mondays --show-admins-in-booking --opening-hours " +
    '{"monday":[{"opens":"09:00","closes":"12:00"}]} --closures ' +
    '[{"from":"2026-12-24","to":"2026-12-26","reason":"Holidays"}] ' +
    '--booking-window {"minLeadMinutes":60}';
  const { departmentId } = await done(
    "department",
    "create",
    ...organization,
    ...settings.split(" "),
  );
  const change = "--show-admins-in-booking false --opening-hours null --active false".split(" ");
  expect(await done("department", "update", "--id", String(departmentId), ...change)).toEqual({
    departmentId,
  });
  expect(await done("department", "list", ...organization)).toEqual({
    departments: [{
      id: departmentId,
      name: "Clinic",
      address: "Rue-1",
      phoneNumber: "+33-1",
      slotInterval: 20,
      slotCapacity: 2,
      slotOffset: 10,
      workingHours: "Mondays",
      showAdminsInBooking: false,
      openingHours: null,
      closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
      bookingWindow: { minLeadMinutes: 60 },
      isActive: false,
    }],
  });

  const department = ["--department", String(departmentId)];
  const { workerId } = await done("worker", "create", ...department, "--name", "Zoe");
  const leave = ["--id", String(workerId), "--name", "Zoë", "--active", "false"];
  expect(await done("worker", "update", ...leave)).toEqual({ workerId });
  expect(await done("worker", "list", ...department)).toEqual({
    workers: [{ id: workerId, name: "Zoë", isActive: false }],
  });

  const key = await done("api-key", "create", ...organization, "--name", "Web");
  expect(key).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^mk_live_/) });
  const keySettings = [
    "--environment",
    "TEST",
    "--scopes",
    "READ_APPOINTMENTS",
    "--rate-limit",
    "50",
  ];
  const test = await done("api-key", "create", ...organization, "--name", "Trial", ...keySettings);
  expect(test.key).toMatch(/^mk_test_/);
  expect(await done("api-key", "revoke", "--id", String(test.id))).toEqual({
    id: test.id,
    isActive: false,
  });
  expect((await done("api-key", "list", ...organization)).apiKeys).toMatchObject([
    {
      id: key.id,
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      rateLimitPerHour: 1000,
      isActive: true,
    },
    { id: test.id, scopes: ["READ_APPOINTMENTS"], rateLimitPerHour: 50, isActive: false },
  ]);
});

test("demo seed makes one more demo each time", async () => {
  const demo = await done("demo", "seed");
  expect(demo).toMatchObject({
    apiKey: expect.stringMatching(/^mk_live_/),
    testApiKey: expect.stringMatching(/^mk_test_/),
    email: expect.stringMatching(/@demo\.example$/),
    password: expect.any(String),
    departments: [{ workers: [] }, { workers: [] }, { name: "Hair Studio" }],
  });
  expect((await done("demo", "seed")).organizationId).toBeGreaterThan(demo.organizationId);
});

describe("a refusal is one JSON object on standard error, and exit code 1", () => {
  const one = "--organization 1";
  test.each([
    ["credits grant --organization 999999 --amount 1", "ORGANIZATION_NOT_FOUND", []],
    [`credits grant ${one} --amount 0`, "VALIDATION_ERROR", ["amount"]],
    ["department update --id 999999 --name X", "DEPARTMENT_NOT_FOUND", []],
    ["worker list --department 999999", "DEPARTMENT_NOT_FOUND", []],
    ["api-key revoke --id 999999", "API_KEY_NOT_FOUND", []],
    ["reporting-token revoke --id 999999999999999", "REPORTING_TOKEN_NOT_FOUND", []],
    ["staff disable --email nobody@clinic.example", "STAFF_USER_NOT_FOUND", []],
    [`staff create ${one} --email x --name A --role ROOT`, "VALIDATION_ERROR", ["email", "role"]],
  ])("%s", async (words, code, fields) => {
    const { code: exitCode, json } = await adminHere(words.split(" "), environment);
    expect(exitCode).toBe(1);
    expect(json).toEqual({
      error: {
        code,
        message: expect.stringMatching(/\S/),
        details: fields.map((field) => ({ field, message: expect.stringMatching(/\S/) })),
      },
    });
  });
});

describe.each(commands)("admin $name", ({ name, options }) => {
  // No command below reaches a database.
  const nowhere = { DATABASE_URL: "postgres://127.0.0.1:1/x" };
  const words = name.split(" ");

  test("--help shows its options", async () => {
    const { code, out } = await sayHere([...words, "--help"], nowhere);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: npm run admin -- ${name}`);
    for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
  });

  test("refuses an unknown option and names every required one that is missing", async () => {
    const unknown = await adminHere([...words, "--colour", "red"], nowhere);
    expect([unknown.code, unknown.json.error.code]).toEqual([2, "USAGE"]);
    const required = Object.keys(options).filter((option) => options[option]!.isRequired);
    if (required.length === 0) return;
    const { code, json } = await adminHere(words, nowhere);
    expect([code, json.error.code]).toEqual([2, "USAGE"]);
    expect(json.error.message).toBe(required.map((one) => `--${one} is required`).join("; "));
  });
});

test.each([[], ["credits"]])(
  "admin %s --help lists the commands without a database",
  async (...group) => {
    const { code, out } = await sayHere([...group, "--help"], { DATABASE_URL: "postgres://h:1/x" });
    expect(code).toBe(0);
    const listed = commands.filter(({ name }) => out.includes(`  ${name} `)).map(({ name }) =>
      name
    );
    expect(listed).toEqual(
      commands.map(({ name }) => name).filter((name) => name.startsWith(group.join(" "))),
    );
  },
);

describe("wrong usage is exit code 2", () => {
  test.each([
    "",
    "nothing",
    "credits",
    "organization list extra",
    "credits grant --organization 1 --amount 1.5",
    "credits grant --organization x --amount 1",
    "department create --organization 1 --name X --closures [",
    "department create --organization 1 --name X --show-admins-in-booking=perhaps",
    "worker update --id 0 --active true",
    "worker update --id 1 --active yes",
    "api-key create --organization 1 --name X --scopes ALL",
    "api-key create --organization 1 --name X --environment DEV",
  ])("admin %s", async (words) => {
    const given = words.split(" ").filter((word) => word !== "");
    const { code, json } = await adminHere(given, environment);
    expect([code, json.error.code]).toEqual([2, "USAGE"]);
  });

  test("a person reads the usage of that command", async () => {
    const words = ["credits", "grant"];
    const { ended, err } = run("command_line/admin.ts", { words, environment });
    expect(await ended).toBe(2);
    expect(err()).toMatch(
      /^--organization is required; --amount is required\n\nUsage: .* credits grant/,
    );
  });
});

test("lists for people are aligned columns", async () => {
  const words = ["organization", "list"];
  const { code, out } = await sayHere(words, environment);
  expect(code).toBe(0);
  const [head = "", first = ""] = out.split("\n");
  expect(head).toMatch(/^id +name +time zone +created at +closed at$/);
  expect(first.indexOf("Acme")).toBe(head.indexOf("name"));
});
