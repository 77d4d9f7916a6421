import { expect, test } from "vitest";
import { errorOf, openApi, refusalOf } from "./support.ts";

const path = "/api/v1/departments";

test("active departments are listed by id with their six fields", async () => {
  const api = await openApi();
  const dental = {
    id: api.dental.id,
    name: "Dental Care",
    address: "",
    phoneNumber: "",
    slotInterval: 30,
    workingHours: "",
  };
  const both = await (await api.send("GET", path)).json();
  expect(both).toEqual([dental, { ...dental, id: api.byWorker.id, name: "Physiotherapy" }]);
  await api.application.updateDepartment(api.byWorker.id, { isActive: false });
  expect(await (await api.send("GET", path)).json()).toEqual([dental]);
  expect(await (await api.send("GET", `${path}/${api.dental.id}`)).json()).toEqual(dental);
  const inactive = await api.send("GET", `${path}/${api.byWorker.id}`);
  expect(await refusalOf(inactive)).toEqual({ status: 404, code: "DEPARTMENT_NOT_FOUND" });
});

test("departments of more than one batch are one list, each once", async () => {
  const api = await openApi();
  const { departments } = api.ports.memory;
  for (let id = 101; id <= 1300; id += 1) {
    departments.push(Object.assign(Object.create(departments[0]!), { id, isActive: id % 2 === 0 }));
  }
  const response = await api.send("GET", path);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  const ids = (await response.json() as { id: number }[]).map(({ id }) => id);
  expect(ids).toEqual(departments.filter(({ isActive }) => isActive).map(({ id }) => id));
});

test("availability returns the free places, and the reason if there are none", async () => {
  const api = await openApi();
  const ask = async () => {
    const url = `${path}/${api.dental.id}/availability?dateTime=2026-03-05T14:40`;
    const response = await api.send("GET", url);
    expect(response.status).toBe(200);
    return response.json();
  };
  const free = { slotTime: "2026-03-05T14:40:00", available: true, unavailabilityReason: null };
  expect(await ask()).toEqual({ ...free, remainingSlots: 2 });
  await api.book();
  expect(await ask()).toEqual({ ...free, remainingSlots: 1 });
  await api.book();
  const reason = "Slot is full (2/2 booked)";
  expect(await ask()).toEqual({
    ...free,
    available: false,
    remainingSlots: 0,
    unavailabilityReason: reason,
  });
  const refused = await api.book();
  expect(refused.status).toBe(400);
  expect((await errorOf(refused)).details).toEqual([{ field: "dateTime", message: reason }]);
});

test.each(["", "?dateTime=", "?dateTime=2026-03-05", "?dateTime=2026-03-05T14:30Z", "?datetime=x"])(
  "availability with the query '%s' is refused with INVALID_DATE_FORMAT",
  async (query) => {
    const api = await openApi();
    const response = await api.send("GET", `${path}/${api.dental.id}/availability${query}`);
    expect(await refusalOf(response)).toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
  },
);
