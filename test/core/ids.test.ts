import { beforeEach, expect, test } from "vitest";
import { type Application, createApplication } from "../../core/application.ts";
import { booked, newEmail, setStage } from "../support/audit_cases/audit_case.ts";
import { createInMemoryPorts, type Memory } from "../support/in_memory_ports.ts";
import { faultsOf, refusalOf } from "./refusal.ts";

type Staff = Application["staff"];

const day = "2026-03-02";
const dateTime = "2026-03-02T11:00";
const department = { part: "department", code: "DEPARTMENT_NOT_FOUND" };

/** What each use case of staff that takes an id takes an id of, with its other input. */
const useCases: Partial<
  Record<keyof Staff, { part: string; code: string; field?: string; more?: object }>
> = {
  ...each("key", "API_KEY_NOT_FOUND", {
    rotateApiKey: {},
    revokeApiKey: {},
    renameApiKey: { name: "Mine" },
  }),
  ...each("user", "STAFF_USER_NOT_FOUND", {
    setStaffUserRole: { role: "STAFF" },
    disableStaffUser: {},
    enableStaffUser: {},
    resetStaffUserPassword: {},
  }),
  ...each("token", "REPORTING_TOKEN_NOT_FOUND", { revokeReportingToken: {} }),
  ...each("webhook", "WEBHOOK_NOT_FOUND", {
    updateWebhook: { url: "https://example.org/mine" },
    deleteWebhook: {},
    testWebhook: {},
    replaceWebhookSecret: {},
    listDeliveries: {},
    recoverSince: { since: day },
  }),
  ...each("delivery", "WEBHOOK_LOG_NOT_FOUND", { getDelivery: {}, retryDelivery: {} }),
  ...each(department.part, department.code, {
    updateDepartment: { name: "Mine" },
    getDepartment: {},
    checkAvailability: { dateTime },
    getDay: { date: day },
    listFreeSlots: { from: day, to: day },
  }),
  createWorker: { ...department, field: "departmentId", more: { name: "Mine" } },
  createAppointment: { ...department, field: "departmentId", more: { dateTime, name: "Mine" } },
  listWorkers: { ...department, field: "departmentId" },
  ...each("worker", "WORKER_NOT_FOUND", { updateWorker: { name: "Mine" } }),
  ...each("appointment", "APPOINTMENT_NOT_FOUND", {
    updateAppointment: { name: "Mine" },
    rescheduleAppointment: { dateTime },
    cancelAppointment: {},
    completeAppointment: {},
    markMissed: {},
    getAppointment: {},
    listHistory: {},
    eraseAppointment: {},
  }),
};

function each<Name extends keyof Staff>(part: string, code: string, all: Record<Name, object>) {
  return Object.fromEntries(
    Object.entries<object>(all).map(([name, more]) => [name, { part, code, more }]),
  );
}

const withoutId: (keyof Staff)[] = [
  "listApiKeys",
  "createApiKey",
  "listStaffUsers",
  "inviteStaffUser",
  "getOrganization",
  "updateOrganization",
  "listReportingTokens",
  "createReportingToken",
  "listWebhooks",
  "createWebhook",
  "getUsageStatistics",
  "listUsage",
  "exportUsage",
  "listAudit",
  "createDepartment",
  "getAppointmentByQrCode",
  "listAppointments",
  "listDepartments",
  "getBalances",
  "listCreditEntries",
];

let memory: Memory;
let own: Awaited<ReturnType<typeof makeParts>>;
let foreign: typeof own;

beforeEach(async () => {
  const ports = createInMemoryPorts({ now: () => Temporal.Instant.from("2026-03-01T12:00:00Z") });
  ({ memory } = ports);
  own = await makeParts(ports);
  foreign = await makeParts(ports);
  // For an unknown webhook nothing is looked up and nothing is sent.
  ports.refuseUrl = () => Promise.reject(new Error("was called"));
  ports.sendDelivery = ports.refuseUrl as never;
});

/** Makes an organization with one of each part, and a deleted webhook. Returns their ids. */
async function makeParts(ports: ReturnType<typeof createInMemoryPorts>) {
  const application = createApplication(ports);
  const { deliveryQueue } = ports;
  const stage = await setStage({ application, deliveryQueue, pass: () => {} });
  const { staff } = application;
  const { caller, departmentId, workerIds: [worker], webhookId } = stage;
  const keyInput = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
  const gone = { url: "https://example.org/gone", events: ["APPOINTMENT_CREATED"] };
  const { id: deleted } = await staff.createWebhook(caller, gone);
  const parts: Record<string, number> = {
    key: (await staff.createApiKey(caller, keyInput)).id,
    user: (await staff.inviteStaffUser(caller, { email: newEmail(), name: "A", role: "ADMIN" })).id,
    token: (await staff.createReportingToken(caller, { name: "T" })).id,
    webhook: webhookId,
    department: departmentId,
    worker,
    appointment: await booked(stage),
  };
  const inTest = await booked(stage, "TEST");
  const newest = async (id: number) => (await staff.listDeliveries(caller, { id })).items[0]!.id;
  parts["delivery"] = await newest(webhookId);
  // By part or by use case: a delivery of a deleted webhook can be read, but not retried.
  const unknown: Record<string, number[]> = {
    webhook: [deleted],
    retryDelivery: [await newest(deleted)],
    appointment: [inTest],
  };
  await staff.deleteWebhook(caller, { id: deleted });
  return { staff, caller, parts, unknown };
}

test("every use case of staff is listed here: it takes an id or none", () => {
  expect([...Object.keys(useCases), ...withoutId].toSorted())
    .toEqual(Object.keys(own.staff).toSorted());
});

test.each(Object.entries(useCases))(
  "%s answers an id of another organization or environment and a deleted one like an unknown id, and changes nothing",
  async (name, { part, code, field = "id", more }) => {
    const call = (input: object) =>
      refusalOf(() => own.staff[name as keyof Staff](own.caller, { ...more, ...input }));
    const before = JSON.stringify(memory);
    const others = own.unknown[part] ?? own.unknown[name] ?? [];
    const ids = [foreign.parts[part], ...others, 999, 0, -1, 2 ** 40, 2 ** 60];
    const refusals = await Promise.all(ids.map((id) => call({ [field]: id })));
    expect(new Set(refusals.map((one) => one.code))).toEqual(new Set([code]));
    expect(new Set(refusals.map(({ message }) => message)).size).toBe(1);
    if (part === "appointment") {
      const inTest = await call({ id: own.parts[part], environment: "TEST" });
      expect(inTest.message).toBe(refusals[0]!.message);
    }
    expect(JSON.stringify(memory)).toBe(before);
  },
);

test.each(Object.entries(useCases))(
  "%s refuses a malformed id or environment as a fault of its field",
  async (name, { part, field = "id", more }) => {
    const absent = name === "listWorkers" ? [] : [null, undefined];
    for (const id of ["1", 1.5, ...absent]) {
      const input = { ...more, [field]: id };
      expect(await faultsOf(() => own.staff[name as keyof Staff](own.caller, input)))
        .toEqual([field]);
    }
    const nothing = () => own.staff[name as keyof Staff](own.caller, null);
    if (name !== "listWorkers") expect(await faultsOf(nothing)).toEqual(["body"]);
    if (part !== "appointment") return;
    const input = { ...more, id: own.parts[part], environment: "PROD" };
    expect(await faultsOf(() => own.staff[name as keyof Staff](own.caller, input)))
      .toEqual(["environment"]);
  },
);

test("no list of an organization contains a part of another organization", async () => {
  const { staff, caller, parts } = own;
  const lists: [part: string, (by: typeof caller) => Promise<readonly { id: number }[]>][] = [
    ["key", (by) => staff.listApiKeys(by)],
    ["user", (by) => staff.listStaffUsers(by)],
    ["token", (by) => staff.listReportingTokens(by)],
    ["webhook", (by) => staff.listWebhooks(by)],
    ["department", async (by) => (await staff.listDepartments(by)).items],
    ["worker", (by) => staff.listWorkers(by)],
    ["appointment", async (by) => (await staff.listAppointments(by, {})).items],
  ];
  for (const [part, list] of lists) {
    const holds = async (by: typeof caller) =>
      (await list(by)).some(({ id }) => id === parts[part]);
    expect([part, await holds(caller), await holds(foreign.caller)]).toEqual([part, true, false]);
  }
});
