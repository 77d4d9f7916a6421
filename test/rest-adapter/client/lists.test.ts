import { expect, test } from "vitest";
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

test("every page of a list is read, and no more", async () => {
  const { client, book, requests } = await openClient();
  for (let hour = 0; hour < 5; hour += 1) await book({ dateTime: `2026-03-05T1${hour}:00` });
  const times: string[] = [];
  for await (const { dateTime } of client.appointments.all({ size: 2, sort: "dateTime,asc" })) {
    times.push(dateTime.slice(11, 13));
  }
  expect(times).toEqual(["10", "11", "12", "13", "14"]);
  expect(requests).toHaveLength(3);
  expect((await client.appointments.list({ status: "COMPLETED" })).totalElements).toBe(0);
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
  const { id: holdId } = await client.holds.create({ ...place, seconds: 60 });
  expect(await client.holds.get(holdId)).toMatchObject({ ...place, secondsLeft: 60 });
  const made = await client.appointments.create({ ...place, name: "Ada", holdId });
  expect(made).toMatchObject({ name: "Ada", creditsRemaining: expect.any(Number) });
  const moved = await client.appointments.reschedule(made.id, { dateTime: "2026-03-05T11:00" });
  expect(moved.dateTime).toBe("2026-03-05T11:00:00");
  await client.appointments.cancel(made.id);
  expect(await client.appointments.get(made.id)).toHaveProperty("archivedAt");
  await client.holds.release((await client.holds.create(place)).id);
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
