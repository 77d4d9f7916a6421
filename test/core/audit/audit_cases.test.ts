import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { auditCases, recordOfCase } from "../../support/audit_cases/audit_cases.ts";
import {
  booked,
  nameOf,
  newEmail,
  setStage,
  type Stage,
} from "../../support/audit_cases/audit_case.ts";
import type { Memory } from "../../support/in_memory/memory.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { refusalOf } from "../refusal.ts";

const noon = Temporal.Instant.from("2026-03-01T12:00:00Z");

let stage: Stage;
let memory: Memory;
/** Returns the audit records that were written since the last call. */
let newRecords: () => Memory["audit"];

beforeEach(async () => {
  let at = noon;
  const ports = createInMemoryPorts({ now: () => at });
  memory = ports.memory;
  let seen = 0;
  newRecords = () => {
    const records = memory.audit.slice(seen);
    seen = memory.audit.length;
    return records;
  };
  stage = await setStage({
    application: createApplication(ports),
    deliveryQueue: ports.deliveryQueue,
    pass: (duration) => void (at = at.add(duration)),
  });
  newRecords();
});

// Use cases without a case because they are not audited: reads, counts, and the work of machines (core/audit/README.md 1).
const unaudited = [
  "authenticateApiKey",
  "listDepartments",
  "getDepartment",
  "checkAvailability",
  "enterHeavyWork",
  "getAppointment",
  "getCalendarFile",
  "listAppointments",
  "countRequest",
  "countStaffRequest",
  "startPasskeySignIn",
  "requireFresh",
  // It is audited like a sign-in by password, but uses the answer up before (test/core/access/factors.test.ts).
  "signInWithPasskey",
  "findSlots",
  "listBookableWorkers",
  "startSso",
  "staff.getEmail",
  "staff.previewEmail",
  "staff.getIdentityProvider",
  "staff.listFactors",
  "staff.startTotp",
  "staff.startPasskey",
  "staff.startProof",
  "recordUsage",
  "nextTurn",
  "now",
  "noteKeyUse",
  "authenticateSession",
  "attemptDelivery",
  "listOrganizations",
  "listErasures",
  "getBalances",
  "listAllDepartments",
  "listWorkers",
  "listApiKeys",
  "staff.listApiKeys",
  "staff.listWebhooks",
  "staff.listDeliveries",
  "staff.listWebhookEvents",
  "staff.getDelivery",
  "staff.getKeyUsage",
  "staff.getQueue",
  "staff.listReports",
  "staff.getVisitOverview",
  "staff.getUsageStatistics",
  "staff.listUsage",
  "staff.exportUsage",
  "staff.listAudit",
  "staff.getAppointment",
  "staff.getAppointmentByQrCode",
  // A number of the day is no fact about the appointment (core/booking/README.md 22).
  "staff.giveShortNumber",
  "staff.listHistory",
  "staff.listPerson",
  "staff.suggestPeople",
  // Each erased appointment is audited as one.
  "staff.erasePerson",
  // It is audited, but changes nothing (test/core/visits/export_person.test.ts).
  "staff.exportPerson",
  "staff.getRetention",
  "staff.previewRetention",
  "staff.listLegalHolds",
  "staff.getWaitlist",
  // Each appointment is audited as one, and each run (test/core/retention/apply_retention.test.ts).
  "applyRetention",
  // It is audited, but changes nothing (test/rest-adapter/staff_appointment_csv.test.ts).
  "staff.exportAppointments",
  "listSlots",
  // A hold changes no appointment and ends by itself (core/booking/README.md 18).
  "holdPlace",
  "getHold",
  // An entry changes no appointment, and its booking is audited as one (core/booking/README.md 29).
  "joinWaitlist",
  "getWaitlistEntry",
  "listWaitlist",
  "leaveWaitlist",
  "getVisit",
  "listVisitsOfAppointment",
  "releaseHold",
  "readEvents",
  "getOwnKey",
  "authenticateReportingToken",
  "countDepartments",
  // The audit of the organization is removed with it.
  "removeOrganization",
  "countReportingCost",
  "requireReports",
  "openReports",
  "listReportingRoles",
  "listReportingTokens",
  "staff.checkAvailability",
  "staff.listAppointments",
  "staff.listCreditEntries",
  "staff.listDepartments",
  "staff.listReportingTokens",
  "staff.listScreens",
  "showTicket",
  // A person who stops mails changes no appointment and has no account.
  "showStop",
  "setStop",
  "showOwnAppointment",
  "getOwnCalendarFile",
  "listOwnTimes",
  "showFeed",
  "authenticateScreen",
  "followDisplay",
  "showKiosk",
  "staff.listStaffUsers",
  "staff.listOwnSessions",
  "staff.listWorkers",
  "staff.listShifts",
  "staff.getCoverPlan",
  // Each moved or booked appointment is audited as one (`core/booking/move_many.test.ts`).
  "staff.moveMany",
  "staff.undoMoves",
  "staff.createSeries",
  "staff.getBalances",
  "staff.getDay",
  "staff.getDepartment",
  "staff.followChanges",
  "staff.getDeskDay",
  "staff.getCalendar",
  "staff.listAffectedAppointments",
  "staff.getOrganization",
  // It is audited in every department (test/core/departments/holidays.test.ts).
  "renewHolidays",
  "staff.getHolidayPlaces",
  "staff.listHolidays",
  "staff.countWaitingOfKiosk",
  "staff.listFreeSlots",
];

test("every use case has a case or is listed without one", () => {
  const { staff, ...others } = stage.application;
  const all = [...Object.keys(others), ...Object.keys(staff).map((name) => `staff.${name}`)];
  const done = new Set(auditCases.map(({ useCase }) => useCase));
  expect([...done, ...unaudited].toSorted()).toEqual(all.toSorted());
});

test.each(auditCases.map((one) => [nameOf(one), one] as const))(
  "%s writes exactly its audit record",
  async (_, one) => {
    const given = await one.given?.(stage);
    newRecords();
    const result = await one.act(stage, given);
    const left = one.leaves(stage, { given, result });
    // toEqual considers all Temporal values equal, so they are compared as text.
    const plain = (record: object) => JSON.parse(JSON.stringify(record));
    expect(newRecords().map(plain)).toEqual([plain(recordOfCase(one, stage, { left, at: noon }))]);
  },
);

describe("no audit record is written by", () => {
  const scope = () =>
    ({ organizationId: stage.organizationId, environment: "LIVE", actor: stage.actor }) as const;

  const idle: [string, () => Promise<() => Promise<unknown>>][] = [
    ["a replay by Idempotency-Key", async () => {
      const { application, departmentId } = stage;
      const input = { departmentId, dateTime: "2026-03-02T10:00", name: "Ada" };
      const again = () =>
        application.bookAppointment(scope(), { ...input, "Idempotency-Key": "k" });
      expect((await again()).isReplay).toBe(false);
      return again;
    }],
    ["archiving what is archived", async () => {
      const id = await booked(stage);
      const again = () => stage.application.archiveAppointment(scope(), id);
      await again();
      return again;
    }],
    ["an edit that edits nothing", async () => {
      const id = await booked(stage);
      return () => stage.application.staff.updateAppointment(stage.caller, { id, ...stage.person });
    }],
    ["a move to the same time", async () => {
      const id = await booked(stage);
      const dateTime = "2026-03-01T11:00:00";
      return () => stage.application.staff.rescheduleAppointment(stage.caller, { id, dateTime });
    }],
    [
      "the same settings of a department",
      async () => () =>
        stage.application.updateDepartment(stage.departmentId, { name: "Desk", closures: [] }),
    ],
    [
      "the same name of a worker",
      async () => () => stage.application.updateWorker(stage.workerIds[0], { name: "Amira" }),
    ],
    ["an empty change", async () => async () => {
      await stage.application.updateDepartment(stage.departmentId, {});
      await stage.application.updateWorker(stage.workerIds[0], {});
      await stage.application.staff.updateWebhook(stage.caller, { id: stage.webhookId });
    }],
    [
      "the same settings of a webhook",
      async () => () =>
        stage.application.staff.updateWebhook(stage.caller, {
          id: stage.webhookId,
          events: ["APPOINTMENT_CREATED"],
          isActive: true,
        }),
    ],
    ["revoking a revoked key", async () => {
      const { id } = await stage.application.createApiKey(stage.organizationId, {
        name: "Kiosk",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      });
      await stage.application.revokeApiKey({ id });
      return () => stage.application.revokeApiKey({ id });
    }],
    ["disabling a disabled user", async () => {
      const wanted = { email: newEmail(), name: "Ada", role: "STAFF" };
      await stage.application.createStaffUser(stage.organizationId, wanted);
      await stage.application.disableStaffUser(wanted.email);
      return () => stage.application.disableStaffUser(wanted.email);
    }],
    [
      "recovering where nothing has failed",
      async () => () =>
        stage.application.staff.recoverSince(stage.caller, {
          id: stage.webhookId,
          since: "2026-03-01",
        }),
    ],
  ];

  test.each(idle)("%s", async (_, prepare) => {
    const act = await prepare();
    newRecords();
    await act();
    expect(newRecords()).toEqual([]);
  });

  const refused: [string, (stage: Stage) => Promise<unknown>, string][] = [
    ["a full slot", async ({ application, caller, departmentId }) => {
      await application.updateDepartment(departmentId, { slotCapacity: 1 });
      await booked(stage);
      newRecords();
      const input = { departmentId, dateTime: "2026-03-01T11:00", name: "Ada" };
      return application.staff.createAppointment(caller, input);
    }, "VALIDATION_ERROR"],
    ["a second cancellation", async ({ application, caller }) => {
      const id = await booked(stage);
      await application.staff.cancelAppointment(caller, { id });
      newRecords();
      return application.staff.cancelAppointment(caller, { id });
    }, "CONFLICT"],
    [
      "a grant to nobody",
      ({ application }) => application.grantCredits(999, { amount: 1 }),
      "ORGANIZATION_NOT_FOUND",
    ],
    [
      "settings that are wrong",
      ({ application, departmentId }) =>
        application.updateDepartment(departmentId, { name: "New", slotInterval: 0 }),
      "VALIDATION_ERROR",
    ],
    ["rotating a revoked key", async ({ application, caller }) => {
      const wanted = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
      const { id } = await application.staff.createApiKey(caller, wanted);
      await application.staff.revokeApiKey(caller, { id });
      newRecords();
      return application.staff.rotateApiKey(caller, { id });
    }, "CONFLICT"],
    ["an e-mail that is taken", async ({ application, organizationId }) => {
      const wanted = { email: newEmail(), name: "Ada", role: "STAFF" };
      await application.createStaffUser(organizationId, wanted);
      newRecords();
      return application.createStaffUser(organizationId, wanted);
    }, "CONFLICT"],
    [
      "the last OWNER's end",
      ({ application }) => application.disableStaffUser(memory.staffUsers[0]!.email),
      "CONFLICT",
    ],
    ["a wrong password", ({ application }) =>
      application.signIn(
        { ipAddress: "" },
        { email: memory.staffUsers[0]!.email, password: "wrong" },
      ), "INVALID_CREDENTIALS"],
    [
      "a retry of an attempt in flight",
      async ({ application, caller, deliveryQueue, webhookId }) => {
        await booked(stage);
        await deliveryQueue.claim(8);
        newRecords();
        const { items } = await application.staff.listDeliveries(caller, { id: webhookId });
        return application.staff.retryDelivery(caller, { id: items[0]!.id });
      },
      "CONFLICT",
    ],
  ];

  test.each(refused)("%s", async (_, act, code) => {
    expect((await refusalOf(() => act(stage))).code).toBe(code);
    expect(newRecords()).toEqual([]);
  });
});

test("no record contains personal data or a secret", async () => {
  const secrets = new Set<unknown>([...Object.values(stage.person), stage.password]);
  const kept: Memory["audit"] = [];
  for (const one of auditCases) {
    const given = await one.given?.(stage);
    const result = await one.act(stage, given);
    kept.push(...newRecords());
    // The secrets that use cases return once.
    for (const [name, value] of Object.entries({ ...(result as object | undefined) })) {
      if (/^(key|secret|password|oneTimePassword|qrCode)$/.test(name)) secrets.add(value);
    }
  }
  for (const { keyHash, maskedKey } of memory.apiKeys) secrets.add(keyHash).add(maskedKey);
  for (const { passwordHash, email } of memory.staffUsers) secrets.add(passwordHash).add(email);
  // In memory a sealed secret is the last of three texts.
  for (const { sealedSecret } of memory.webhooks) secrets.add(JSON.parse(sealedSecret)[2]);
  for (const { name, phone, qrCode } of memory.appointments) {
    for (const personal of [name, phone, qrCode]) if (personal !== "") secrets.add(personal);
  }
  for (const { id } of memory.sessions) secrets.add(id);
  secrets.delete(undefined);
  expect(secrets.size).toBeGreaterThan(40);
  expect(kept.length).toBeGreaterThan(auditCases.length);
  const text = JSON.stringify(kept);
  expect([...secrets].filter((secret) => text.includes(String(secret)))).toEqual([]);
});
