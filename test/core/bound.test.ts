import { expect, test } from "vitest";
import { createApplication } from "../../core/application.ts";
import { permissions } from "../../core/mod.ts";
import { boundCases, makeBound, outcomeOf, unknownParts } from "../support/bound.ts";
import { createInMemoryPorts } from "../support/in_memory/ports.ts";
import { refusalOf } from "./refusal.ts";

const ports = createInMemoryPorts({ now: () => Temporal.Instant.from("2026-03-01T12:00:00Z") });
const { staff, owner, own, foreign, callers } = await makeBound({
  application: createApplication(ports),
  deliveryQueue: ports.deliveryQueue,
});
const ofDepartments = boundCases.filter(([name]) => permissions[name].departments === "own");

test("every use case of departments has a case", () => {
  const names = Object.entries(permissions).filter(([, { departments }]) => departments === "own")
    .map(([name]) => name);
  const cased = new Set(ofDepartments.map(([name]) => name));
  // The stream is tested below.
  expect(names.filter((name) => !cased.has(name as never))).toEqual(["followChanges"]);
});

test.each(ofDepartments)(
  "%s (%i) answers a department of others, and what is in it, as if they did not exist",
  async (name, _, input) => {
    const before = JSON.stringify(ports.memory);
    for (const caller of callers) {
      const [hidden, unknown] = [
        await outcomeOf(staff, name, { caller, input: input(foreign, own) }),
        await outcomeOf(staff, name, { caller, input: input(unknownParts, own) }),
      ];
      expect(hidden).toBe(unknown);
      expect(hidden).not.toMatch(/Foreign|defect/);
    }
    expect(JSON.stringify(ports.memory)).toBe(before);
  },
);

const [bound] = callers;
const withAll = { ...bound!, departmentIds: null };

test.each(
  [
    ["getAppointment", { id: own.appointment }],
    ["listHistory", { id: own.appointment }],
    ["getAppointmentByQrCode", { qrCode: own.code }],
    ["getDepartment", { id: own.department }],
    ["listWorkers", { departmentId: own.department }],
    ["getDay", { id: own.department, date: "2026-03-01" }],
    ["getCalendar", { from: "2026-03-01", departmentId: own.department }],
    ["getCalendar", { from: "2026-03-01", workerId: own.worker }],
    ["listFreeSlots", { id: own.department, from: "2026-03-02", to: "2026-03-03" }],
    ["listAppointments", { departmentId: own.department }],
    ["listAffectedAppointments", {
      from: "2026-03-01",
      to: "2026-03-02",
      departmentIds: [own.department],
    }],
    ["getQueue", { departmentIds: [own.department] }],
    ["getWaitlist", { departmentId: own.department }],
    ["getBalances", {}],
    ["getOrganization", {}],
  ] as const,
)("%s answers a bound user about an own department as anybody else", async (name, input) => {
  const [narrowed, whole] = [
    await outcomeOf(staff, name, { caller: bound!, input }),
    await outcomeOf(staff, name, { caller: withAll, input }),
  ];
  expect(narrowed).toBe(whole);
  expect(narrowed).not.toMatch(/"code":"[A-Z]+_|defect/);
});

test("a bound user sees all own departments together, and the counts of these only", async () => {
  const [, ofTwo] = callers;
  const day = await staff.getDeskDay(ofTwo!, { date: "2026-03-01" });
  expect(day.departments.map(({ id }) => id)).toEqual(ofTwo!.departmentIds);
  expect(day.totalAppointments).toBe(1);
  expect((await staff.listAppointments(ofTwo!, {})).totalElements).toBe(1);
  expect((await staff.listPerson(ofTwo!, { id: own.appointment })).totalElements).toBe(1);
  expect((await staff.listPerson(withAll, { id: own.appointment })).totalElements).toBe(2);
  expect((await staff.listDepartments(ofTwo!)).totalElements).toBe(2);
});

test("nobody plans the hours of a person who also works in a department of others", async () => {
  const second = await staff.createWorker(owner, {
    departmentId: foreign.department,
    name: "The same person",
    sameAs: own.worker,
  });
  const plan = { id: own.worker, days: [{ date: "2026-03-04", shifts: [] }] };
  expect((await refusalOf(() => staff.setShifts(bound!, plan))).code).toBe("FORBIDDEN");
  const ofOther = { ...plan, id: second.id };
  expect((await refusalOf(() => staff.setShifts(bound!, ofOther))).code).toBe("WORKER_NOT_FOUND");
  const shown = await staff.listShifts(bound!, {
    id: own.worker,
    from: "2026-03-01",
    to: "2026-03-31",
  });
  expect(shown.workers).toEqual([{ id: own.worker, departmentId: own.department }]);
  expect(await staff.setShifts(owner, plan)).toMatchObject({ days: [{ date: "2026-03-04" }] });
});

test("the person of an own appointment who waits in a department of others does not wait twice", async () => {
  const booking = { departmentId: own.department, dateTime: "2026-03-01T13:00", name: "Ada" };
  const { id } = await staff.createAppointment(owner, booking);
  const visit = await staff.arrive(owner, { appointmentId: id });
  await staff.transferVisit(owner, { id: visit.id, departmentId: foreign.department });
  const refusal = await refusalOf(() => staff.arrive(bound!, { appointmentId: id }));
  expect(refusal).toMatchObject({
    code: "CONFLICT",
    message: "This person already waits in a department that you do not see",
  });
});

test("the visit of an own department ends with its appointment, also if that is of another one", async () => {
  const booking = { departmentId: foreign.department, dateTime: "2026-03-01T13:30", name: "Ada" };
  const { id } = await staff.createAppointment(owner, booking);
  const visit = await staff.arrive(owner, { appointmentId: id });
  await staff.transferVisit(owner, { id: visit.id, departmentId: own.department });
  await staff.callVisit(bound!, { id: visit.id, desk: "5" });
  expect(await staff.finishVisit(bound!, { id: visit.id }))
    .toMatchObject({ outcome: "SERVED", appointment: { id, status: "COMPLETED" } });
  expect((await refusalOf(() => staff.getAppointment(bound!, { id }))).code)
    .toBe("APPOINTMENT_NOT_FOUND");
});

test("the stream of a bound user has the changes of own departments, and those that leave them", async () => {
  const changes = await staff.followChanges(bound!, { after: null });
  await changes.next();
  const note = (id: number) => staff.updateAppointment(owner, { id, note: crypto.randomUUID() });
  await note(foreign.appointment);
  await staff.updateVisit(owner, { id: foreign.visit, note: "x" });
  await staff.updateDepartment(owner, { id: foreign.department, phoneNumber: "1" });
  await staff.updateWorker(owner, { id: foreign.worker, name: "Y" });
  const { id: moved } = await staff.createAppointment(owner, {
    departmentId: own.department,
    dateTime: "2026-03-02T12:00",
    name: "Ada",
  });
  await staff.rescheduleAppointment(owner, {
    id: moved,
    dateTime: "2026-03-02T12:00",
    departmentId: foreign.department,
  });
  await note(own.appointment);
  const seen: string[] = [];
  while (!seen.includes(`appointment.updated ${own.appointment}`)) {
    const batch = await changes.next();
    seen.push(...batch!.changes.map(({ action, subjectId }) => `${action} ${subjectId}`));
  }
  changes.close();
  expect(seen).toContain(`appointment.rescheduled ${moved}`);
  const others = ["department.updated", "worker.updated", "visit.updated"];
  expect(seen.filter((one) => others.some((action) => one.startsWith(action)))).toEqual([]);
  expect(seen).not.toContain(`appointment.updated ${foreign.appointment}`);
});
