import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";
import { openDesk } from "../booking/front_desk.ts";

const codeOf = async (attempt: () => unknown) => (await refusalOf(attempt)).code;

test("staff get every department of their organization with all settings, inactive ones too", async () => {
  const desk = await openDesk({ workers: ["Grace", "Alan"], slotOffset: 5 });
  const { staff, caller, application, departmentId } = desk;
  const { organizationId } = caller;
  const second = await application.createDepartment(organizationId, {
    name: "Old",
    isActive: false,
  });
  const shown = {
    id: departmentId,
    name: "Desk",
    address: "",
    phoneNumber: "",
    slotInterval: 30,
    workingHours: "",
    showAdminsInBooking: false,
    slotCapacity: 2,
    slotOffset: 5,
    openingHours: null,
    closures: [],
    bookingWindow: null,
    isActive: true,
    version: 1,
  };
  const inactive = { ...shown, id: second.id, name: "Old", slotCapacity: 1, slotOffset: 0 };
  const list = async (input?: object, by = caller) =>
    (await staff.listDepartments(by, input)).items;
  expect(await list()).toStrictEqual([shown, { ...inactive, isActive: false }]);
  expect(await list({ page: 1, size: 1 })).toStrictEqual([{ ...inactive, isActive: false }]);
  expect(await list({ isActive: true })).toStrictEqual([shown]);
  expect(await list({ search: " oL " })).toHaveLength(1);
  expect(await staff.listDepartments(caller, { size: 1000 })).toMatchObject({
    size: 100,
    totalElements: 2,
    totalPages: 1,
  });
  expect(await staff.getDepartment(caller, { id: departmentId })).toStrictEqual(shown);
  expect((await staff.getDepartment(caller, { id: second.id })).isActive).toBe(false);
  expect(await list({}, staffOf(99))).toEqual([]);
});

test("staff get the workers of the organization or of one department", async () => {
  const desk = await openDesk({ workers: ["Grace", "Alan"] });
  const { staff, caller, application, departmentId, workerIds } = desk;
  const second = await application.createDepartment(caller.organizationId, { name: "Second" });
  const { id } = await application.createWorker(second.id, { name: "Linus" });
  await application.updateWorker(workerIds[1]!, { isActive: false });
  const grace = {
    id: workerIds[0],
    departmentId,
    name: "Grace",
    isActive: true,
    absences: [],
    personId: null,
    version: 1,
  };
  const alan = {
    id: workerIds[1],
    departmentId,
    name: "Alan",
    isActive: false,
    absences: [],
    personId: null,
    version: 2,
  };
  const linus = {
    id,
    departmentId: second.id,
    name: "Linus",
    isActive: true,
    absences: [],
    personId: null,
    version: 1,
  };
  expect(await staff.listWorkers(caller, {})).toStrictEqual([grace, alan, linus]);
  expect(await staff.listWorkers(caller, undefined)).toHaveLength(3);
  expect(await staff.listWorkers(caller, { departmentId })).toStrictEqual([grace, alan]);
  expect(await staff.listWorkers(staffOf(99), {})).toEqual([]);
});

test("staff check a slot in either environment; an inactive department is refused", async () => {
  const desk = await openDesk({ slotCapacity: 1 });
  const { staff, caller, departmentId: id } = desk;
  await desk.book();
  const check = (more: object = {}) =>
    staff.checkAvailability(caller, { id, dateTime: "2026-03-02T10:07", ...more });
  expect(await check()).toStrictEqual({
    slotTime: "2026-03-02T10:07:00",
    available: false,
    remainingSlots: 0,
    unavailabilityReason: "Slot is full (1/1 booked)",
  });
  expect(await check({ environment: "TEST" })).toMatchObject({ available: true });
  expect(await codeOf(() => check({ dateTime: "soon" }))).toBe("INVALID_DATE_FORMAT");
  await desk.application.updateDepartment(id, { isActive: false });
  expect(await codeOf(() => check())).toBe("DEPARTMENT_NOT_FOUND");
});
