import { describe, expect, test } from "vitest";
import { BookingClient } from "../../../rest-adapter/client/mod.ts";
import { openApi } from "../support.ts";

/** A client that calls the adapter itself. */
async function openClient() {
  const api = await openApi();
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return await api.handle(request, { ipAddress: "203.0.113.7" });
  };
  const client = (key: keyof typeof api.keys = "full") =>
    new BookingClient({ apiKey: api.keys[key].key, baseUrl: "http://api.test", fetch });
  return { ...api, client: client(), clientOf: client, requests };
}

test("every page of a list is read", async () => {
  const { client, book, requests } = await openClient();
  for (let hour = 0; hour < 5; hour += 1) await book({ dateTime: `2026-03-05T1${hour}:00` });
  const times: string[] = [];
  for await (const { dateTime } of client.appointments.all({ size: 2, sort: "dateTime,asc" })) {
    times.push(dateTime.slice(11, 13));
  }
  expect(times).toEqual(["10", "11", "12", "13", "14"]);
  expect(requests.splice(0)).toHaveLength(3);
  for await (const _ of client.appointments.all());
  expect(requests).toHaveLength(1);
  expect((await client.appointments.list({ status: "COMPLETED" })).totalElements).toBe(0);
});

describe("a list that changes while it is read", () => {
  const dateTimeOf = (minute: number) =>
    `2026-03-05T${String(Math.floor(minute / 60)).padStart(2, "0")}:${
      String(minute % 60).padStart(2, "0")
    }`;

  /** Books an appointment every 30 minutes. */
  async function openList(count: number) {
    const opened = await openClient();
    for (let i = 0; i < count; i += 1) await opened.book({ dateTime: dateTimeOf(i * 30) });
    return opened;
  }

  test("loses no row when the loop cancels each of them", async () => {
    const { client } = await openList(30);
    for await (const { id } of client.appointments.all({ size: 10 })) {
      await client.appointments.cancel(id);
    }
    expect((await client.appointments.list()).totalElements).toBe(0);
  });

  test("yields no row twice when others book before it", async () => {
    const { client, book } = await openList(8);
    const ids: number[] = [];
    for await (const { id } of client.appointments.all({ size: 3 })) {
      if (ids.length === 2) await book({ dateTime: dateTimeOf(0) });
      ids.push(id);
    }
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("ends with an error, and not too early, if the service is too old for cursors", async () => {
    const fetch = async () =>
      Response.json({ appointments: [], page: 0, size: 2, totalElements: 5, isLast: false });
    const client = new BookingClient({ apiKey: "k", baseUrl: "http://api.test", fetch });
    await expect(client.appointments.all().next()).rejects.toThrow("too old");
  });

  test("ends although somebody books all the time", async () => {
    const { client, book } = await openList(6);
    const ids = new Set<number>();
    let booked = 0;
    for await (const { id } of client.appointments.all({ size: 2 })) {
      ids.add(id);
      if (booked < 40) await book({ dateTime: dateTimeOf(360 + 15 * booked++) });
    }
    expect([1, 2, 3, 4, 5, 6].every((id) => ids.has(id))).toBe(true);
  });
});

test("a list of slots that has not changed is not sent again, and cannot be changed by the caller", async () => {
  const { client, book, requests } = await openClient();
  const day = { startDate: "2026-03-05", endDate: "2026-03-05" };
  const first = await client.departments.slots(1, day);
  first[0]!.remainingSlots = 99;
  const again = await client.departments.slots(1, day);
  expect(again[0]!.remainingSlots).toBe(2);
  expect(requests[1]!.headers.get("If-None-Match")).toMatch(/^W\//);
  await book({ dateTime: "2026-03-05T00:00" });
  expect((await client.departments.slots(1, day))[0]!.remainingSlots).toBe(1);
  const available = await client.departments.slots(1, { ...day, onlyAvailable: true });
  expect(available).toHaveLength(48);
});

test("each method reaches its endpoint", async () => {
  const { client, clientOf } = await openClient();
  const [department] = await client.departments.list();
  expect(await client.departments.get(department!.id)).toEqual(department);
  const dateTime = "2026-03-05T10:00:00";
  const place = { departmentId: department!.id, dateTime };
  expect(await client.departments.availability(department!.id, { dateTime }))
    .toMatchObject({ remainingSlots: 2 });
  const search = { departmentIds: [department!.id, 2], from: dateTime, limit: 2 };
  expect(await client.slots.find(search)).toMatchObject([
    { departmentId: 1, slotTime: dateTime, workerIds: [] },
    { departmentId: 2, slotTime: dateTime, workerIds: [1, 2] },
  ]);
  expect((await client.departments.workers(2)).map(({ name }) => name)).toEqual([
    "Grace",
    "Edsger",
  ]);
  const { id: holdId } = await client.holds.create({ ...place, seconds: 60 });
  expect(await client.holds.get(holdId)).toMatchObject({ ...place, secondsLeft: 60 });
  const made = await client.appointments.create({ ...place, name: "Ada", holdId });
  expect(made).toMatchObject({ name: "Ada", creditsRemaining: expect.any(Number) });
  const moved = await client.appointments.reschedule(made.id, { dateTime: "2026-03-05T11:00" });
  expect(moved.dateTime).toBe("2026-03-05T11:00:00");
  await client.appointments.cancel(made.id);
  expect(await client.appointments.get(made.id)).toHaveProperty("archivedAt");
  const other = await client.holds.create(place);
  expect(await client.holds.release(other.id)).toBe(true);
  expect(await client.holds.release(other.id)).toBe(false);
  const dates = { departmentId: place.departmentId, fromDate: "2026-03-05", toDate: "2026-03-06" };
  const { id: entryId } = await client.waitlist.join(dates);
  expect(await client.waitlist.get(entryId)).toMatchObject({ ...dates, state: "WAITING" });
  expect(await client.waitlist.leave(entryId)).toBe(true);
  expect(await client.waitlist.leave(entryId)).toBe(false);
  expect(await client.waitlist.list({ state: "CANCELLED" }))
    .toMatchObject({ entries: [{ id: entryId }], nextCursor: null });
  expect(await client.key()).toMatchObject({ environment: "LIVE" });
  expect((await client.events.list({ limit: 1 })).events[0]!.type).toBe("appointment.created");
  const test = clientOf("test");
  for (const act of ["complete", "miss", "cancel"] as const) {
    const { id } = await test.appointments.create({
      ...place,
      name: "Ada",
      dateTime: `${dateTime.slice(0, 11)}1${act.length}:00`,
    });
    expect((await test.test[act](id)).status).not.toBe("SCHEDULED");
  }
});
