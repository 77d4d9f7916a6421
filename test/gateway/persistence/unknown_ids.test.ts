import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application, StaffCaller } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

// An id that its column cannot hold is unknown. It must not become a fault of the database.
let service: TestService;
let caller: StaffCaller;
beforeAll(async () => {
  service = await openService(await freshDatabase());
  caller = staffOf((await seedOrganization(service)).organizationId, { role: "OWNER" });
});
afterAll(() => service[Symbol.asyncDispose]());

const date = "2026-12-01";
const more = { date, from: date, to: date, dateTime: `${date}T10:00`, name: "N", role: "STAFF" };
const useCases = {
  DEPARTMENT: [
    "getDepartment",
    "updateDepartment",
    "getDay",
    "listFreeSlots",
    "checkAvailability",
    "listWorkers",
    "createWorker",
  ],
  WORKER: ["updateWorker"],
  APPOINTMENT: ["getAppointment", "cancelAppointment", "eraseAppointment", "listHistory"],
  STAFF_USER: ["enableStaffUser", "setStaffUserRole"],
  API_KEY: ["renameApiKey"],
  REPORTING_TOKEN: ["revokeReportingToken"],
} as const satisfies Record<string, readonly (keyof Application["staff"])[]>;

type UseCase = (caller: StaffCaller, input: object) => Promise<unknown>;

test.each([2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, 0, -1])(
  "%s is no id of any kind",
  async (id) => {
    const { application, persistence } = service;
    const staff = application.staff as unknown as Record<string, UseCase>;
    for (const [kind, names] of Object.entries(useCases)) {
      for (const name of names) {
        const code = await staff[name]!(caller, { ...more, id, departmentId: id })
          .catch((error: { code: string }) => error.code);
        expect([name, code]).toEqual([name, `${kind}_NOT_FOUND`]);
      }
    }
    for (const filter of [{ workerId: id }, { departmentId: id, search: "a" }]) {
      expect(await application.staff.listAppointments(caller, filter))
        .toMatchObject({ totalElements: 0 });
    }
    await expect(application.listApiKeys(id)).rejects.toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
    });
    const { organizationId } = caller;
    expect(await persistence.apiKeys.change({ id, organizationId }, fail, fail)).toBeUndefined();
    expect(await persistence.apiKeys.change({ id: 1, organizationId: id }, fail, fail))
      .toBeUndefined();
    expect(await persistence.reportingTokens.find({ id: 1, organizationId: id })).toBeUndefined();
  },
);

function fail(): never {
  throw new Error("A row was found");
}
