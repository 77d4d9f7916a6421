import { describe, expect, test } from "vitest";
import { staffActor, type StaffCaller, toSessionView } from "../../../core/access/caller.ts";
import {
  allowedUseCases,
  type Permission,
  permissions,
  requirePermission,
  requireSamePermission,
  type UseCaseName,
} from "../../../core/access/permissions.ts";
import type { Role } from "../../../core/access/staff_user.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Ports } from "../../../core/ports.ts";
import { createStaffApplication } from "../../../core/staff_application.ts";
import { provedForEver } from "../../support/staff_callers.ts";
import { refusalOf, untouchable } from "../refusal.ts";

const roles = ["VIEWER", "STAFF", "ADMIN", "OWNER"] as const;

function callerOf(role: Role, more: Partial<StaffCaller> = {}): StaffCaller {
  const caller = {
    sessionId: "s",
    staffUserId: 3,
    email: "ada@clinic.example",
    name: "Ada",
    role,
    departmentIds: null,
    mustChangePassword: false,
    hasFactor: false,
    mustAddFactor: false,
    bySso: false,
    provedAt: provedForEver,
    organizationId: 7,
    organizationName: "Harbour Clinic",
    timeZone: "Europe/Oslo",
    ipAddress: "203.0.113.9",
    ...more,
  };
  return { ...caller, actor: staffActor(caller) };
}

describe("a role", () => {
  test.each(
    [
      ["VIEWER", "VIEWER", true],
      ["VIEWER", "STAFF", false],
      ["STAFF", "VIEWER", true],
      ["STAFF", "STAFF", true],
      ["STAFF", "ADMIN", false],
      ["STAFF", "OWNER", false],
      ["ADMIN", "STAFF", true],
      ["ADMIN", "ADMIN", true],
      ["ADMIN", "OWNER", false],
      ["OWNER", "STAFF", true],
      ["OWNER", "ADMIN", true],
      ["OWNER", "OWNER", true],
    ] as const,
  )("%s does what needs %s: %s", async (role, needed, suffices) => {
    const attempt = () => requirePermission(callerOf(role), { role: needed, departments: "own" });
    if (suffices) expect(attempt()).toBeUndefined();
    else expect((await refusalOf(attempt)).code).toBe("FORBIDDEN");
  });

  test("that this version does not know, of a newer one, allows nothing", async () => {
    const caller = callerOf("AUDITOR" as Role);
    for (const role of roles) {
      expect((await refusalOf(() => requirePermission(caller, { role, departments: "own" }))).code)
        .toBe("FORBIDDEN");
    }
  });

  test.each(roles)("%s may do nothing before the one-time password is changed", async (role) => {
    for (const needed of roles) {
      const caller = callerOf(role, { mustChangePassword: true });
      const { code } = await refusalOf(() =>
        requirePermission(caller, { role: needed, departments: "own" })
      );
      expect(code).toBe("PASSWORD_CHANGE_REQUIRED");
    }
  });
});

test("a right is lost during a wait if the departments of the user change, to fewer or to more", async () => {
  const permission = permissions.getDay;
  const of = (departmentIds: number[] | null) => callerOf("STAFF", { departmentIds });
  expect(requireSamePermission(of([1, 2]), of([1, 2]), permission)).toBeUndefined();
  for (const [before, present] of [[[1, 2], [1]], [[1], null], [null, [1]]] as const) {
    const { code } = await refusalOf(() =>
      requireSamePermission(of(before && [...before]), of(present && [...present]), permission)
    );
    expect(code).toBe("FORBIDDEN");
  }
});

test("the view of a session has the user and the organization, and nothing secret", () => {
  expect(toSessionView(callerOf("ADMIN", { mustChangePassword: true }))).toEqual({
    user: { id: 3, email: "ada@clinic.example", name: "Ada", role: "ADMIN" },
    organization: { id: 7, name: "Harbour Clinic", timeZone: "Europe/Oslo" },
  });
});

describe("every use case of staff", () => {
  // The lowest role of each (core/access/README.md 2).
  const least: Record<string, Permission["role"]> = {
    listApiKeys: "ADMIN",
    createApiKey: "ADMIN",
    rotateApiKey: "ADMIN",
    revokeApiKey: "ADMIN",
    renameApiKey: "ADMIN",
    updateApiKey: "ADMIN",
    getKeyUsage: "ADMIN",
    listStaffUsers: "ADMIN",
    inviteStaffUser: "OWNER",
    setStaffUserRole: "OWNER",
    disableStaffUser: "OWNER",
    enableStaffUser: "OWNER",
    resetStaffUserPassword: "OWNER",
    endStaffUserSessions: "OWNER",
    listOwnSessions: "VIEWER",
    endOwnSession: "VIEWER",
    endOtherSessions: "VIEWER",
    getOrganization: "VIEWER",
    updateOrganization: "ADMIN",
    requireFactors: "OWNER",
    getEmail: "ADMIN",
    updateEmail: "ADMIN",
    previewEmail: "ADMIN",
    getIdentityProvider: "OWNER",
    saveIdentityProvider: "OWNER",
    removeIdentityProvider: "OWNER",
    createSsoLink: "OWNER",
    unlinkStaffUser: "OWNER",
    listFactors: "SIGNED_IN",
    startTotp: "SIGNED_IN",
    addTotp: "SIGNED_IN",
    startPasskey: "SIGNED_IN",
    addPasskey: "SIGNED_IN",
    renameFactor: "SIGNED_IN",
    removeFactor: "SIGNED_IN",
    replaceRecoveryCodes: "SIGNED_IN",
    startProof: "SIGNED_IN",
    listReportingTokens: "ADMIN",
    createReportingToken: "ADMIN",
    revokeReportingToken: "ADMIN",
    listWebhooks: "ADMIN",
    createWebhook: "ADMIN",
    updateWebhook: "ADMIN",
    deleteWebhook: "ADMIN",
    testWebhook: "ADMIN",
    replaceWebhookSecret: "ADMIN",
    listDeliveries: "ADMIN",
    listWebhookEvents: "ADMIN",
    getDelivery: "ADMIN",
    retryDelivery: "ADMIN",
    recoverSince: "ADMIN",
    getUsageStatistics: "ADMIN",
    listUsage: "ADMIN",
    exportUsage: "ADMIN",
    listAudit: "ADMIN",
    createDepartment: "ADMIN",
    updateDepartment: "ADMIN",
    createWorker: "ADMIN",
    updateWorker: "ADMIN",
    addAbsence: "STAFF",
    removeAbsence: "STAFF",
    listShifts: "VIEWER",
    setShifts: "STAFF",
    addClosure: "ADMIN",
    changeHours: "ADMIN",
    removeClosure: "ADMIN",
    getHolidayPlaces: "ADMIN",
    listHolidays: "ADMIN",
    closeOnHolidays: "ADMIN",
    createAppointment: "STAFF",
    createSeries: "STAFF",
    moveMany: "STAFF",
    undoMoves: "STAFF",
    getCoverPlan: "STAFF",
    updateAppointment: "STAFF",
    rescheduleAppointment: "STAFF",
    cancelAppointment: "STAFF",
    completeAppointment: "STAFF",
    markMissed: "STAFF",
    revertAppointment: "STAFF",
    archiveAppointment: "ADMIN",
    listPerson: "VIEWER",
    suggestPeople: "STAFF",
    erasePerson: "ADMIN",
    exportPerson: "ADMIN",
    getRetention: "OWNER",
    previewRetention: "OWNER",
    setRetention: "OWNER",
    listLegalHolds: "ADMIN",
    placeLegalHold: "ADMIN",
    liftLegalHold: "OWNER",
    getAppointment: "VIEWER",
    getAppointmentByQrCode: "VIEWER",
    giveShortNumber: "STAFF",
    listHistory: "VIEWER",
    listAppointments: "VIEWER",
    exportAppointments: "ADMIN",
    listAffectedAppointments: "STAFF",
    eraseAppointment: "ADMIN",
    listDepartments: "VIEWER",
    getDepartment: "VIEWER",
    checkAvailability: "VIEWER",
    getWaitlist: "VIEWER",
    removeFromWaitlist: "STAFF",
    getDay: "VIEWER",
    getDeskDay: "VIEWER",
    getCalendar: "VIEWER",
    getQueue: "VIEWER",
    listReports: "ADMIN",
    getVisitOverview: "ADMIN",
    arrive: "STAFF",
    callNext: "STAFF",
    callVisit: "STAFF",
    callAgain: "STAFF",
    startService: "STAFF",
    finishVisit: "STAFF",
    missVisit: "STAFF",
    cancelVisit: "STAFF",
    leaveVisit: "STAFF",
    returnToQueue: "STAFF",
    transferVisit: "STAFF",
    updateVisit: "STAFF",
    changeQueueRules: "ADMIN",
    listScreens: "ADMIN",
    createScreen: "ADMIN",
    revokeScreen: "ADMIN",
    countWaitingOfKiosk: "ADMIN",
    endWaitingOfKiosk: "ADMIN",
    followChanges: "VIEWER",
    listFreeSlots: "VIEWER",
    listWorkers: "VIEWER",
    getBalances: "STAFF",
    listCreditEntries: "ADMIN",
  };

  test("that only some roles may call needs all departments, and every other one has a rule too", () => {
    for (const { role, departments } of Object.values<Permission>(permissions)) {
      if (role === "ADMIN" || role === "OWNER") expect(departments).toBe("all");
      else expect(["own", "none"]).toContain(departments);
    }
  });

  const suffices = (role: Role, needed: Permission["role"]) =>
    needed === "SIGNED_IN" || roles.indexOf(role) >= roles.indexOf(needed);

  test.each(roles)("is among those that the page of %s may offer, if the role suffices", (role) => {
    const offered = Object.entries(least)
      .filter(([, needed]) => suffices(role, needed)).map(([name]) => name);
    expect(allowedUseCases(callerOf(role)).toSorted()).toEqual(offered.toSorted());
  });

  test("has one row in the table of permissions, which every surface reads", () => {
    expect(Object.fromEntries(useCases.map(([name, { permission }]) => [name, permission])))
      .toEqual(permissions);
  });

  const passkeys = { ...untouchable<Ports["passkeys"]>(), refusal: null };
  const ports = Object.assign(Object.create(untouchable<Ports>()), { passkeys }) as Ports;
  const useCases = Object.entries(createStaffApplication(ports)) as [
    string,
    { (caller: StaffCaller, input: unknown): Promise<unknown>; permission: Permission },
  ][];

  test("is listed here and has the role that it needs", () => {
    expect(Object.fromEntries(useCases.map(([name, { permission }]) => [name, permission.role])))
      .toEqual(least);
  });

  test.each(
    useCases.flatMap(([name]) => roles.map((role) => [name, role] as const)),
  )("%s by %s", async (name, role) => {
    const useCase = useCases.find(([one]) => one === name)![1];
    const outcome = (caller: StaffCaller) =>
      useCase(caller, {}).then(
        () => "reached",
        // After the role check it calls a port that fails the test, or finds faults of its input.
        (error: Error) => error instanceof DomainError ? error.code : "reached",
      );
    const needed = least[name] ?? "OWNER";
    const isEnough = suffices(role, needed);
    const reached = ["reached", "VALIDATION_ERROR", "INVALID_DATE_FORMAT"];
    if (isEnough) expect(reached).toContain(await outcome(callerOf(role)));
    else expect(await outcome(callerOf(role))).toBe("FORBIDDEN");
    const isAboutAll = permissions[name as UseCaseName].departments === "all";
    const bound = await outcome(callerOf(role, { departmentIds: [1] }));
    if (isEnough && !isAboutAll) expect(reached).toContain(bound);
    else expect(bound).toBe("FORBIDDEN");
    expect(await outcome(callerOf(role, { mustChangePassword: true }))).toBe(
      "PASSWORD_CHANGE_REQUIRED",
    );
    const withoutFactor = await outcome(callerOf(role, { mustAddFactor: true }));
    if (needed === "SIGNED_IN") expect(reached).toContain(withoutFactor);
    else expect(withoutFactor).toBe("FACTOR_SETUP_REQUIRED");
  });
});
