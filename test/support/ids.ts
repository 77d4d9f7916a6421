import type { Application } from "../../core/mod.ts";
import { appAt } from "./in_memory/factors.ts";
import { saveProvider } from "./audit_cases/sso_cases.ts";
import { booked, joined, newEmail, setStage, type Stage } from "./audit_cases/audit_case.ts";

export type Staff = Application["staff"];

const day = "2026-03-02";
const dateTime = "2026-03-02T11:00";
const department = { part: "department", code: "DEPARTMENT_NOT_FOUND" };

/** What each use case of staff that takes an id takes an id of, with its other input. */
export const useCases: Partial<
  Record<keyof Staff, { part: string; code: string; field?: string; more?: object }>
> = {
  ...each("key", "API_KEY_NOT_FOUND", {
    rotateApiKey: {},
    revokeApiKey: {},
    renameApiKey: { name: "Mine" },
    updateApiKey: { name: "Mine" },
    getKeyUsage: {},
  }),
  ...each("user", "STAFF_USER_NOT_FOUND", {
    setStaffUserRole: { role: "STAFF" },
    disableStaffUser: {},
    enableStaffUser: {},
    resetStaffUserPassword: {},
    endStaffUserSessions: {},
    createSsoLink: {},
    unlinkStaffUser: {},
  }),
  ...each("factor", "FACTOR_NOT_FOUND", { renameFactor: { name: "Mine" }, removeFactor: {} }),
  ...each("legalHold", "LEGAL_HOLD_NOT_FOUND", { liftLegalHold: {} }),
  ...each("token", "REPORTING_TOKEN_NOT_FOUND", { revokeReportingToken: {} }),
  ...each("screen", "SCREEN_NOT_FOUND", {
    revokeScreen: {},
    countWaitingOfKiosk: {},
    endWaitingOfKiosk: {},
  }),
  ...each("webhook", "WEBHOOK_NOT_FOUND", {
    updateWebhook: { url: "https://example.org/mine" },
    deleteWebhook: {},
    testWebhook: {},
    replaceWebhookSecret: {},
    listDeliveries: {},
    listWebhookEvents: {},
    recoverSince: { since: day },
  }),
  ...each("delivery", "WEBHOOK_LOG_NOT_FOUND", { getDelivery: {}, retryDelivery: {} }),
  ...each(department.part, department.code, {
    updateDepartment: { name: "Mine" },
    changeHours: {
      changes: [{ day: "monday", before: null, after: { opens: "09:00", closes: "10:00" } }],
    },
    getDepartment: {},
    checkAvailability: { dateTime },
    getDay: { date: day },
    listFreeSlots: { from: day, to: day },
  }),
  ...each("visit", "VISIT_NOT_FOUND", {
    callVisit: { desk: "4" },
    callAgain: {},
    startService: {},
    finishVisit: {},
    missVisit: {},
    cancelVisit: {},
    leaveVisit: {},
    returnToQueue: {},
    transferVisit: { departmentId: 1 },
    updateVisit: { note: "Mine" },
  }),
  ...each("entry", "WAITLIST_ENTRY_NOT_FOUND", { removeFromWaitlist: {} }),
  ...each(department.part, department.code, { changeQueueRules: { maxCalls: 2 } }),
  arrive: { part: "appointment", code: "APPOINTMENT_NOT_FOUND", field: "appointmentId" },
  createWorker: { ...department, field: "departmentId", more: { name: "Mine" } },
  createAppointment: { ...department, field: "departmentId", more: { dateTime, name: "Mine" } },
  createSeries: {
    ...department,
    field: "departmentId",
    more: { dateTime, name: "Mine", times: 2 },
  },
  listWorkers: { ...department, field: "departmentId" },
  getCalendar: { ...department, field: "departmentId", more: { from: day } },
  getVisitOverview: { ...department, field: "departmentId", more: { period: "DAY", date: day } },
  ...each("worker", "WORKER_NOT_FOUND", {
    updateWorker: { name: "Mine" },
    getCoverPlan: { from: day, to: day },
    addAbsence: { from: day, to: day },
    removeAbsence: { from: day, to: day },
    listShifts: { from: day, to: day },
    setShifts: { days: [{ date: day, shifts: [] }] },
  }),
  ...each("appointment", "APPOINTMENT_NOT_FOUND", {
    updateAppointment: { name: "Mine" },
    rescheduleAppointment: { dateTime },
    cancelAppointment: {},
    completeAppointment: {},
    markMissed: {},
    revertAppointment: {},
    archiveAppointment: {},
    listPerson: {},
    erasePerson: {},
    exportPerson: {},
    getAppointment: {},
    giveShortNumber: {},
    listHistory: {},
    eraseAppointment: {},
    placeLegalHold: { reason: "Mine" },
  }),
};

function each<Name extends keyof Staff>(part: string, code: string, all: Record<Name, object>) {
  return Object.fromEntries(
    Object.entries<object>(all).map(([name, more]) => [name, { part, code, more }]),
  );
}

/**
 * The use cases of staff that take no id, a list of ids (`test/gateway/persistence/closures.test.ts`,
 * `test/core/booking/move_many.test.ts`) or the id of a session (`test/core/access/own_sessions.test.ts`).
 */
export const withoutId: (keyof Staff)[] = [
  "listApiKeys",
  "createApiKey",
  "listStaffUsers",
  "inviteStaffUser",
  "listOwnSessions",
  "endOwnSession",
  "endOtherSessions",
  "getOrganization",
  "updateOrganization",
  "requireFactors",
  "getRetention",
  "previewRetention",
  "setRetention",
  "listLegalHolds",
  "getEmail",
  "updateEmail",
  "previewEmail",
  "getIdentityProvider",
  "saveIdentityProvider",
  "removeIdentityProvider",
  "listFactors",
  "startTotp",
  "addTotp",
  "startPasskey",
  "addPasskey",
  "replaceRecoveryCodes",
  "startProof",
  "listReportingTokens",
  "createReportingToken",
  "listReports",
  "getWaitlist",
  "listScreens",
  "createScreen",
  "listWebhooks",
  "createWebhook",
  "getUsageStatistics",
  "listUsage",
  "exportAppointments",
  "exportUsage",
  "listAudit",
  "createDepartment",
  "addClosure",
  "removeClosure",
  "getHolidayPlaces",
  "listHolidays",
  "closeOnHolidays",
  "listAffectedAppointments",
  "moveMany",
  "undoMoves",
  "getAppointmentByQrCode",
  "listAppointments",
  "suggestPeople",
  "getDeskDay",
  "followChanges",
  "listDepartments",
  "getQueue",
  "callNext",
  "getBalances",
  "listCreditEntries",
];

/** Makes an organization with one of each part, and a deleted webhook. Returns their ids. */
export async function makeParts(
  { application, deliveryQueue }: Pick<Stage, "application" | "deliveryQueue">,
) {
  const stage = await setStage({ application, deliveryQueue, pass: () => {} });
  const { staff } = application;
  const { caller, departmentId, workerIds: [worker], webhookId } = stage;
  const keyInput = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
  const gone = { url: "https://example.org/gone", events: ["APPOINTMENT_CREATED"] };
  const { id: deleted } = await staff.createWebhook(caller, gone);
  await saveProvider(stage);
  const parts: Record<string, number> = {
    key: (await staff.createApiKey(caller, keyInput)).id,
    user: (await staff.inviteStaffUser(caller, { email: newEmail(), name: "A", role: "ADMIN" })).id,
    screen: (await staff.createScreen(caller, { kind: "DISPLAY", name: "S" })).id,
    token: (await staff.createReportingToken(caller, { name: "T" })).id,
    factor: (await staff.addTotp(caller, appAt(application.now()))).factor.id,
    webhook: webhookId,
    department: departmentId,
    worker,
    appointment: await booked(stage),
    visit: (await staff.arrive(caller, { departmentId })).id,
    entry: await joined(stage),
  };
  const inTest = await booked(stage, "TEST");
  const ofTest = { departmentId, environment: "TEST" };
  const { id: visitInTest } = await staff.arrive(caller, ofTest);
  await staff.placeLegalHold(caller, { id: parts["appointment"], reason: "Claim" });
  parts["legalHold"] = (await staff.listLegalHolds(caller))[0]!.id;
  const newest = async (id: number) => (await staff.listDeliveries(caller, { id })).items[0]!.id;
  parts["delivery"] = await newest(webhookId);
  // By part or by use case: a delivery of a deleted webhook can be read, but not retried.
  const unknown: Record<string, number[]> = {
    webhook: [deleted],
    retryDelivery: [await newest(deleted)],
    appointment: [inTest],
    visit: [visitInTest],
    entry: [await joined(stage, "TEST")],
  };
  await staff.deleteWebhook(caller, { id: deleted });
  return { staff, caller, parts, unknown };
}

/** Returns the ids of which a use case must not tell `own` whether they exist. */
export function unknownIds(
  name: string,
  { own, foreign }: Record<"own" | "foreign", Awaited<ReturnType<typeof makeParts>>>,
): number[] {
  const { part } = useCases[name as keyof Staff]!;
  const others = own.unknown[part] ?? own.unknown[name] ?? [];
  return [foreign.parts[part]!, ...others, 999_999, 0, -1, 2 ** 40, 2 ** 60];
}
