import { expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const monday = "2026-03-02";
const bookSeries = (desk: Awaited<ReturnType<typeof openDesk>>, input: object = {}, key?: string) =>
  desk.staff.createSeries(
    key === undefined ? desk.caller : { ...desk.caller, idempotencyKey: key },
    { departmentId: desk.departmentId, dateTime: `${monday}T10:00`, name: "Ada", ...input },
  );
const timesOf = (all: { dateTime: string }[]) => all.map(({ dateTime }) => dateTime.slice(0, 10));

test("a series books the same person at the same time every week, for one credit each", async () => {
  const desk = await openDesk();
  const { booked, refused } = await bookSeries(desk, { times: 3, phone: "5", note: "N" });
  expect(timesOf(booked)).toEqual([monday, "2026-03-09", "2026-03-16"]);
  expect(booked[2]).toMatchObject({ name: "Ada", phone: "5", note: "N", environment: "LIVE" });
  expect(new Set(booked.map(({ qrCode }) => qrCode)).size).toBe(3);
  expect(refused).toEqual([]);
  expect(await desk.balance()).toBe(97);
  expect(desk.published().filter(({ type }) => type === "appointment.created")).toHaveLength(3);
});

test("a series every few weeks keeps its local time when the clocks change", async () => {
  const desk = await openDesk();
  desk.memory.organizations[0]!.timeZone = "Europe/Berlin";
  const { booked } = await bookSeries(desk, { times: 3, everyWeeks: 2 });
  expect(booked.map(({ dateTime }) => dateTime)).toEqual([
    `${monday}T10:00:00`,
    "2026-03-16T10:00:00",
    "2026-03-30T10:00:00",
  ]);
});

test("a time that cannot be booked is left out with its reason and costs nothing", async () => {
  const desk = await openDesk({ slotCapacity: 1 });
  await desk.book({ dateTime: "2026-03-09T10:00" });
  const { booked, refused } = await bookSeries(desk, { times: 3 });
  expect(timesOf(booked)).toEqual([monday, "2026-03-16"]);
  expect(refused).toEqual([{
    dateTime: "2026-03-09T10:00:00",
    reason: { key: "slotFull", values: { booked: 1, capacity: 1 } },
  }]);
  expect(await desk.balance()).toBe(97);
});

test("the last credits go to the first times", async () => {
  const desk = await openDesk();
  desk.memory.balances.set(`${desk.caller.organizationId} LIVE`, 2);
  const { booked, refused } = await bookSeries(desk, { times: 4 });
  expect(timesOf(booked)).toEqual([monday, "2026-03-09"]);
  expect(refused.map(({ reason }) => reason.key)).toEqual(["noCredits", "noCredits"]);
  expect((await refusalOf(() => bookSeries(desk, { times: 2 }))).code).toBe("INSUFFICIENT_CREDITS");
});

test("a repeat with the same key books nothing twice and tries the refused times again", async () => {
  const desk = await openDesk({ slotCapacity: 1 });
  const other = await desk.book({ dateTime: "2026-03-09T10:00" });
  const first = await bookSeries(desk, { times: 3 }, "k");
  expect(first.refused).toHaveLength(1);
  await desk.staff.cancelAppointment(desk.caller, { id: other.id });
  const second = await bookSeries(desk, { times: 3 }, "k");
  expect(timesOf(second.booked)).toEqual([monday, "2026-03-09", "2026-03-16"]);
  expect(desk.memory.appointments).toHaveLength(4);
  const ids = (all: { id: number }[]) => all.map(({ id }) => id);
  expect(ids(second.booked)).toEqual(expect.arrayContaining(ids(first.booked)));
});

test("a key that was used for another series books nothing, also not at the times that were refused", async () => {
  const desk = await openDesk({ slotCapacity: 1 });
  const other = await desk.book({ dateTime: "2026-03-09T10:00" });
  await bookSeries(desk, { times: 2 }, "k");
  await desk.staff.cancelAppointment(desk.caller, { id: other.id });
  expect(await faultsOf(() => bookSeries(desk, { times: 2, name: "Bo" }, "k")))
    .toEqual(["Idempotency-Key"]);
  expect(desk.memory.appointments).toHaveLength(2);
});

test("without its first time nothing is booked", async () => {
  const desk = await openDesk({ slotCapacity: 1 });
  await desk.book();
  expect(await faultsOf(() => bookSeries(desk, { times: 3 }))).toEqual(["dateTime"]);
  expect(desk.memory.appointments).toHaveLength(1);
});

test.each([
  [{ times: 1 }, "times"],
  [{ times: 53 }, "times"],
  [{ times: 2, everyWeeks: 0 }, "everyWeeks"],
  [{ times: 2, everyWeeks: 13 }, "everyWeeks"],
  [{ times: 2, dateTime: "9999-12-31T10:00" }, "times"],
  [{ times: 2, name: "" }, "name"],
])("a series of %j is refused", async (input, field) => {
  const desk = await openDesk();
  expect(await faultsOf(() => bookSeries(desk, input))).toEqual([field]);
  expect(desk.memory.appointments).toEqual([]);
});
