import { beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { adminHere, run, sayHere } from "../process/spawned.ts";

let environment: Record<string, string>;
beforeAll(async () => void (environment = { DATABASE_URL: await freshDatabase() }));

// oxlint-disable-next-line typescript/no-explicit-any -- what is in it, each test says
async function done(...words: string[]): Promise<any> {
  const { code, json } = await adminHere(words, environment);
  if (code !== 0) throw new Error(JSON.stringify(json));
  return json;
}

const refused = (...words: string[]) => adminHere(words, environment);

test("an operator sets up an organization from nothing, with --json throughout", async () => {
  const made = await done(
    "organization",
    "create",
    "--name",
    "Acme",
    "--time-zone",
    "Europe/Paris",
    "--credits",
    "5",
    "--test-credits",
    "6",
    "--owner-email",
    "Owner@Acme.example",
  );
  expect(made).toEqual({
    organizationId: expect.any(Number),
    ownerId: expect.any(Number),
    ownerPassword: expect.stringMatching(/^\w{20}$/),
  });
  const organization = ["--organization", String(made.organizationId)];
  expect(await done("organization", "list")).toEqual({
    organizations: [{
      id: made.organizationId,
      name: "Acme",
      timeZone: "Europe/Paris",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    }],
  });

  const grant = ["credits", "grant", ...organization, "--amount", "10", "--note", "Invoice 7"];
  expect(await done(...grant)).toEqual({ balance: 15 });
  expect(await done(...grant, "--environment", "TEST")).toEqual({ balance: 16 });
  expect(await done("credits", "balance", ...organization)).toEqual({ live: 15, test: 16 });

  const { departmentId } = await done(
    "department",
    "create",
    ...organization,
    "--name",
    "Clinic",
    "--address",
    "Rue 1",
    "--phone",
    "+33 1",
    "--slot-interval",
    "20",
    "--slot-capacity",
    "2",
    "--slot-offset",
    "10",
    "--working-hours",
    "Mondays",
    "--show-admins-in-booking",
    "--opening-hours",
    '{"monday":[{"opens":"09:00","closes":"12:00"}]}',
    "--closures",
    '[{"from":"2026-12-24","to":"2026-12-26","reason":"Holidays"}]',
    "--booking-window",
    '{"minLeadMinutes":60}',
  );
  const change = [
    "--show-admins-in-booking",
    "false",
    "--opening-hours",
    "null",
    "--active",
    "false",
  ];
  expect(await done("department", "update", "--id", String(departmentId), ...change)).toEqual({
    departmentId,
  });
  expect(await done("department", "list", ...organization)).toEqual({
    departments: [{
      id: departmentId,
      name: "Clinic",
      address: "Rue 1",
      phoneNumber: "+33 1",
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
  const wish = ["--environment", "TEST", "--scopes", "READ_APPOINTMENTS", "--rate-limit", "50"];
  const test = await done("api-key", "create", ...organization, "--name", "Trial", ...wish);
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
  expect(demo).toEqual({
    organizationId: expect.any(Number),
    apiKey: expect.stringMatching(/^mk_live_/),
    testApiKey: expect.stringMatching(/^mk_test_/),
    email: expect.stringMatching(/@demo\.example$/),
    password: expect.any(String),
    departments: [
      expect.objectContaining({ workers: [] }),
      expect.objectContaining({ workers: [] }),
      { id: expect.any(Number), name: "Hair Studio", workers: expect.any(Array) },
    ],
  });
  expect((await done("demo", "seed")).organizationId).toBeGreaterThan(demo.organizationId);
});

describe("a refusal is one JSON object on standard error, and exit code 1", () => {
  test.each([
    ["credits balance --organization 999999", "ORGANIZATION_NOT_FOUND", []],
    ["credits grant --organization 1 --amount 0", "VALIDATION_ERROR", ["amount"]],
    ["department update --id 999999 --name X", "DEPARTMENT_NOT_FOUND", []],
    ["worker list --department 999999", "DEPARTMENT_NOT_FOUND", []],
    ["api-key revoke --id 999999", "API_KEY_NOT_FOUND", []],
    [
      "organization create --name X --owner-email x --time-zone Mars/City",
      "VALIDATION_ERROR",
      ["timeZone", "ownerEmail"],
    ],
  ])("%s", async (words, code, fields) => {
    const { code: exitCode, json } = await refused(...words.split(" "));
    expect(exitCode).toBe(1);
    expect(json).toEqual({
      error: {
        code,
        message: expect.any(String),
        details: fields.map((field) => ({ field, message: expect.any(String) })),
      },
    });
  });
});

describe("wrong usage is exit code 2", () => {
  test.each([
    "",
    "nothing",
    "credits",
    "credits grant",
    "credits grant --organization 1 --amount 1.5",
    "credits grant --organization x --amount 1",
    "credits grant --organization 1 --amount 1 --colour red",
    "organization list extra",
    "department create --organization 1 --name X --closures [",
    "department create --organization 1 --name X --show-admins-in-booking=perhaps",
    "worker update --id 1 --active yes",
    "api-key create --organization 1 --name X --scopes ALL",
  ])("admin %s", async (words) => {
    const { code, json } = await refused(...words.split(" ").filter((word) => word !== ""));
    expect([code, json.error.code]).toEqual([2, "USAGE"]);
  });

  test("and people get the usage of that very command", async () => {
    const { ended, err } = run("command_line/admin.ts", {
      words: ["credits", "grant"],
      environment,
    });
    expect(await ended).toBe(2);
    expect(err()).toMatch(
      /^--organization is required; --amount is required\n\nUsage: .* credits grant/,
    );
  });
});

test.each([["--help"], ["credits", "--help"], ["credits", "grant", "--help"]])(
  "%s %s %s shows help without a database",
  async (...words) => {
    const nowhere = { DATABASE_URL: "postgres://127.0.0.1:1/x" };
    const { code, out } = await sayHere(words, nowhere);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run admin -- /);
  },
);

test("lists for people are aligned columns", async () => {
  const words = ["organization", "list"];
  const { code, out } = await sayHere(words, environment);
  expect(code).toBe(0);
  const [head = "", first = ""] = out.split("\n");
  expect(head).toMatch(/^id +name +time zone +created at$/);
  expect(first.indexOf("Acme")).toBe(head.indexOf("name"));
});
