import { beforeEach, describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { readVisit } from "../../../core/visits/change_visit.ts";
import { openDesk } from "../booking/front_desk.ts";
import { staffOf } from "../../support/staff_callers.ts";

const [ten, noon] = ["2026-03-02T10:00:00", "2026-03-02T12:00:00"];

/** A waiting room at 10:00 with a person who waits for the department Desk. */
async function openRoom() {
  const desk = await openDesk();
  const { staff, caller, application, departmentId, clock } = desk;
  clock.now = Temporal.Instant.from("2026-03-02T10:00:00Z");
  const cars = await application.createDepartment(caller.organizationId, { name: "Cars" });
  const admin = staffOf(caller.organizationId, { role: "ADMIN" });
  await staff.changeQueueRules(admin, { id: departmentId, maxCalls: 1 });
  const { id } = await staff.arrive(caller, { departmentId });
  const ref = (input: object) => ({ id, ...input });
  const acts = {
    call: (input: object = {}) => staff.callVisit(caller, ref({ desk: "1", ...input })),
    callAgain: (input: object = {}) => staff.callAgain(caller, ref(input)),
    start: (input: object = {}) => staff.startService(caller, ref(input)),
    finish: (input: object = {}) => staff.finishVisit(caller, ref(input)),
    miss: (input: object = {}) => staff.missVisit(caller, ref(input)),
    leave: (input: object = {}) => staff.leaveVisit(caller, ref(input)),
    cancel: (input: object = {}) => staff.cancelVisit(caller, ref(input)),
    back: (input: object = {}) => staff.returnToQueue(caller, ref(input)),
    transfer: (input: object = {}) =>
      staff.transferVisit(caller, ref({ departmentId: cars.id, ...input })),
    edit: (input: object = {}) => staff.updateVisit(caller, ref({ note: "Stairs", ...input })),
  };
  return {
    ...desk,
    ...acts,
    acts,
    cars: cars.id,
    waiting: { state: "WAITING", departmentId, desk: null },
    at: (desk: string, state = "CALLED") => ({ state, departmentId, desk }),
    visit: () => readVisit(desk, { ...caller, environment: "LIVE" }, id),
  };
}

let room: Awaited<ReturnType<typeof openRoom>>;
beforeEach(async () => {
  room = await openRoom();
});

describe("an action on a visit that names what the user has seen", () => {
  test.each(["call", "leave", "cancel", "transfer", "edit"] as const)(
    "(%s) is done if the person still waits like that",
    async (name) => {
      const before = JSON.stringify(await room.visit());
      await room.acts[name]({ from: room.waiting });
      expect(JSON.stringify(await room.visit())).not.toBe(before);
    },
  );

  test.each(["callAgain", "start", "finish", "miss", "leave", "back", "transfer", "edit"] as const)(
    "(%s) is refused if another counter has called the person since, and done if none has",
    async (name) => {
      await room.call();
      const from = room.at("1");
      await room.back();
      await room.call({ desk: "2" });
      const before = await room.visit();
      expect(await refusalOf(() => room.acts[name]({ from })))
        .toMatchObject({ code: "CONFLICT", message: "Number 1 is called to 2" });
      expect(await room.visit()).toEqual(before);
      await room.acts[name]({ from: room.at("2") });
      expect(await room.visit()).not.toEqual(before);
    },
  );

  test.each(["back", "transfer", "finish"] as const)(
    "(%s) is refused if the service has begun since",
    async (name) => {
      await room.call();
      await room.start();
      expect((await refusalOf(() => room.acts[name]({ from: room.at("1") }))).message)
        .toBe("Number 1 is in service at 1");
      expect(await room.visit()).toMatchObject({ state: "IN_SERVICE", departmentId: 1 });
    },
  );

  test.each(["leave", "transfer"] as const)(
    "(%s) is refused if the person was called since",
    async (name) => {
      await room.call();
      expect((await refusalOf(() => room.acts[name]({ from: room.waiting }))).message)
        .toBe("Number 1 is called to 1");
    },
  );

  test.each(["call", "leave", "cancel"] as const)(
    "(%s) is refused if the person was sent to another department since",
    async (name) => {
      await room.transfer();
      expect((await refusalOf(() => room.acts[name]({ from: room.waiting }))).message)
        .toBe("Number 1 was sent to another department in the meantime");
      expect(await room.visit()).toMatchObject({ state: "WAITING", departmentId: room.cars });
    },
  );
});

test("an edit of a note is refused if somebody else has changed the note since", async () => {
  await room.edit({ note: "Ramp", before: { note: "" } });
  const stale = () => room.edit({ note: "Lift", before: { note: "" } });
  expect((await refusalOf(stale)).code).toBe("CONFLICT");
  expect(await room.visit()).toMatchObject({ note: "Ramp" });
  await room.edit({ note: "Lift", before: { note: "Ramp" } });
  expect(await room.visit()).toMatchObject({ note: "Lift" });
});

test("what the user has seen of a visit is validated", async () => {
  expect(await faultsOf(() => room.finish({ from: { state: "GONE" } })))
    .toEqual(["from.state", "from.departmentId", "from.desk"]);
});

test("an arrival that names what the user has seen is refused if the appointment was moved", async () => {
  const { staff, caller, departmentId, cars } = room;
  const { id } = await room.book();
  const from = { dateTime: ten, departmentId };
  await staff.rescheduleAppointment(caller, { id, dateTime: noon, departmentId: cars });
  const arrive = (input: object) => staff.arrive(caller, { appointmentId: id, ...input });
  expect((await refusalOf(() => arrive({ from }))).message)
    .toBe("The appointment was moved to 2026-03-02 at 12:00 in Cars in the meantime");
  expect(await arrive({ from: { dateTime: noon, departmentId: cars } }))
    .toMatchObject({ departmentId: cars, state: "WAITING" });
});
