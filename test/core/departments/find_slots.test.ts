import { expect, test } from "vitest";
import { findSlots } from "../../../core/departments/find_slots.ts";
import { DomainError } from "../../../core/errors.ts";
import { createHeldTurns } from "../../support/held_turns.ts";
import { openDesk } from "../booking/front_desk.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const mondays = { monday: [{ opens: "10:00", closes: "12:00" }] };

/** Two departments at 09:00 of Monday, 2 March 2026: a desk with hours on Mondays, and one that is booked by worker. */
async function openOffice() {
  const desk = await openDesk({ slotInterval: 60, openingHours: mondays });
  const { application, departmentId, caller: { organizationId } } = desk;
  const room = await application.createDepartment(organizationId, {
    name: "Room",
    slotInterval: 60,
    slotCapacity: 5,
    showAdminsInBooking: true,
    openingHours: { monday: [{ opens: "11:00", closes: "12:00" }], tuesday: mondays.monday },
  });
  const workerIds: number[] = [];
  for (const name of ["Grace", "Edsger"]) {
    workerIds.push((await application.createWorker(room.id, { name })).id);
  }
  const reader = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  return {
    ...desk,
    reader,
    room: room.id,
    workerIds,
    find: (input: object = {}, by: object = {}) =>
      application.findSlots({ ...reader, ...by }, {
        departmentIds: `${room.id},${departmentId}`,
        limit: 4,
        ...input,
      }),
  };
}

test("the first free slots come by time and department, with the places and the free workers", async () => {
  const { find, book, departmentId, room, workerIds } = await openOffice();
  const [grace, edsger] = workerIds;
  await book({ dateTime: "2026-03-02T10:30" });
  await book({ departmentId: room, dateTime: "2026-03-02T11:00", workerId: grace });
  const free = (
    department: number,
    slotTime: string,
    remainingSlots: number,
    workers: unknown[],
  ) => ({
    departmentId: department,
    slotTime: `2026-03-${slotTime}:00:00`,
    remainingSlots,
    workerIds: workers,
  });
  expect(await find()).toEqual([
    free(departmentId, "02T10", 1, []),
    free(departmentId, "02T11", 2, []),
    free(room, "02T11", 1, [edsger]),
    free(room, "03T10", 2, [grace, edsger]),
  ]);
  expect(await find({ limit: 1, from: "2026-03-03T10:01" })).toEqual([
    free(room, "03T11", 2, workerIds),
  ]);
  expect(await find({ limit: 1, from: "2026-03-03T11:00", departmentIds: `${room}` })).toEqual([
    free(room, "03T11", 2, workerIds),
  ]);
  // The places of TEST are others.
  expect((await find({ limit: 1 }, { environment: "TEST" }))[0]).toMatchObject({
    remainingSlots: 2,
  });
});

test("the search finds what the lists of slots have of the 31 days, whatever part of it is searched", async () => {
  const { find, application, reader, departmentId, room } = await openOffice();
  const all: string[] = [];
  for (const id of [departmentId, room]) {
    const days = { startDate: "2026-03-02", endDate: "2026-04-01", onlyAvailable: true };
    const slots = await application.listSlots(reader, { departmentId: id, ...days });
    all.push(
      ...slots.filter(({ slotTime }) => slotTime >= "2026-03-02T09:00:00")
        .map(({ slotTime, remainingSlots }) => `${slotTime} ${id} ${remainingSlots}`),
    );
  }
  const found = await find({ limit: 100 });
  expect(found.map((one) => `${one.slotTime} ${one.departmentId} ${one.remainingSlots}`))
    .toEqual(all.toSorted());
  expect(await find({ limit: 3 })).toEqual(found.slice(0, 3));
  expect(await find({ from: "2026-03-31T12:00", limit: 1, departmentIds: `${departmentId}` }))
    .toMatchObject([{ slotTime: "2026-04-06T10:00:00" }]);
});

test("a search without a time begins now, in the organization's zone", async () => {
  const { find, clock } = await openOffice();
  clock.now = Temporal.Instant.from("2026-03-02T10:00:01Z");
  expect((await find())[0]!.slotTime).toBe("2026-03-02T11:00:00");
  expect((await find({}, { timeZone: "Asia/Tokyo" }))[0]!.slotTime).toBe("2026-03-03T10:00:00");
});

test.each([
  [{ departmentIds: undefined }, ["departmentIds"]],
  [{ departmentIds: "" }, ["departmentIds"]],
  [{ departmentIds: "1,,2" }, ["departmentIds"]],
  [{ departmentIds: "1, 2" }, ["departmentIds"]],
  [{ departmentIds: "x" }, ["departmentIds"]],
  [{ departmentIds: Array.from({ length: 21 }, (_, i) => i + 1).join() }, ["departmentIds"]],
  [{ limit: 0 }, ["limit"]],
  [{ limit: 101, departmentIds: "-1" }, ["departmentIds", "limit"]],
  [{ from: "9999-12-30" }, ["from"]],
])("%j is refused with faults of %j", async (input, fields) => {
  const { find } = await openOffice();
  expect(await faultsOf(() => find(input))).toEqual(fields);
});

test("a malformed time, and a department that is unknown, inactive or of others, is refused", async () => {
  const { find, application, departmentId, room } = await openOffice();
  const codeOf = async (input: object, by = {}) => (await refusalOf(() => find(input, by))).code;
  expect(await codeOf({ from: "soon" })).toBe("INVALID_DATE_FORMAT");
  expect(await codeOf({ departmentIds: `${departmentId},99` })).toBe("DEPARTMENT_NOT_FOUND");
  expect(await codeOf({}, { organizationId: 77 })).toBe("DEPARTMENT_NOT_FOUND");
  await application.updateDepartment(room, { isActive: false });
  expect(await codeOf({})).toBe("DEPARTMENT_NOT_FOUND");
});

test("a search of many slots waits for its turn, and is refused if the key was revoked meanwhile", async () => {
  const { reader, departmentId, application, caller, ...ports } = await openOffice();
  const { id: minutes } = await application.createDepartment(caller.organizationId, {
    name: "Minutes",
    slotInterval: 1,
  });
  const turns = createHeldTurns();
  const find = (id: number) =>
    findSlots({ ...ports, heavyWork: turns }, {
      ...reader,
      async requireStill() {
        throw new DomainError("INVALID_API_KEY", "The API key was revoked");
      },
    }, { departmentIds: `${id}` });
  expect(await find(departmentId)).toHaveLength(10);
  const refused = refusalOf(() => find(minutes));
  await turns.waiting(1);
  turns.release();
  expect((await refused).code).toBe("INVALID_API_KEY");
});
