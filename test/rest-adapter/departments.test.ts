import { expect, test } from "vitest";
import { openApi, refusalOf } from "./support.ts";

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
  expect(await (await api.send("GET", `${path}/${api.dental.id}`)).json()).toEqual(dental);
});

/** Opens the adapter with 602 active departments, which are four batches. */
async function openMany() {
  const api = await openApi();
  const { departments } = api.ports.memory;
  for (let id = 101; id <= 1300; id += 1) {
    departments.push(Object.assign(Object.create(departments[0]!), { id, isActive: id % 2 === 0 }));
  }
  return { ...api, departments };
}

test("departments of more than one batch are one list, each once", async () => {
  const { departments, ...api } = await openMany();
  const response = await api.send("GET", path);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  const ids = (await response.json() as { id: number }[]).map(({ id }) => id);
  expect(ids).toEqual(departments.filter(({ isActive }) => isActive).map(({ id }) => id));
});

test("a list that is being sent is cut if its key is revoked meanwhile", async () => {
  const api = await openMany();
  const { key, id } = api.keys.full;
  const request = new Request(`http://api.test${path}`, { headers: { "X-API-Key": key } });
  const response = await api.handle(request, { ipAddress: "203.0.113.7" });
  expect(response.status).toBe(200);
  await api.application.revokeApiKey({ id });
  await expect(response.text()).rejects.toThrow("incomplete");
  expect(api.defects).toEqual([]);
});

test("availability is answered 200 also if there is no free place, with the reason", async () => {
  const api = await openApi();
  await api.book();
  await api.book();
  const url = `${path}/${api.dental.id}/availability`;
  const response = await api.send("GET", `${url}?dateTime=2026-03-05T14:40`);
  expect([response.status, await response.json()]).toEqual([200, {
    slotTime: "2026-03-05T14:40:00",
    available: false,
    remainingSlots: 0,
    unavailabilityReason: "Slot is full (2/2 booked)",
  }]);
  for (const query of ["", "?dateTime="]) {
    expect(await refusalOf(await api.send("GET", `${url}${query}`)))
      .toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
  }
  expect(await refusalOf(await api.send("GET", `${url}?datetime=2026-03-05T14:30`)))
    .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["datetime"] });
});

test("the active workers of an active department are listed, and named where one is required", async () => {
  const api = await openApi();
  const workers = `${path}/${api.byWorker.id}/workers`;
  const [grace, edsger] = api.byWorker.workerIds;
  await api.application.updateWorker(grace!, { isActive: false });
  for (const key of ["reader", "writer", "test"] as const) {
    const answer = await api.send("GET", workers, { key });
    expect([answer.status, await answer.json()])
      .toEqual([200, { workers: [{ id: edsger, name: "Edsger" }] }]);
  }
  expect(await (await api.send("GET", `${path}/${api.dental.id}/workers`)).json())
    .toEqual({ workers: [] });
  const refused = await (await api.book({ departmentId: api.byWorker.id })).json();
  expect(refused.error.details).toEqual([
    { field: "workerId", message: expect.stringContaining(`GET ${workers}`) },
  ]);
  const notFound = { status: 404, code: "DEPARTMENT_NOT_FOUND" };
  expect(await refusalOf(await api.send("GET", `${path}/99/workers`))).toEqual(notFound);
  await api.application.updateDepartment(api.byWorker.id, { isActive: false });
  expect(await refusalOf(await api.send("GET", workers))).toEqual(notFound);
  expect((await api.send("GET", workers, { key: null })).status).toBe(401);
});

test("the first free slots of several departments are one answer for either scope", async () => {
  const api = await openApi();
  const search = `/api/v1/slots?departmentIds=${api.dental.id},${api.byWorker.id}`;
  for (const key of ["reader", "writer"] as const) {
    const answer = await api.send("GET", `${search}&from=2026-03-05T10:10&limit=2`, { key });
    expect(await answer.json()).toEqual({
      slots: ([[api.dental.id, []], [api.byWorker.id, api.byWorker.workerIds]] as const).map((
        [departmentId, workerIds],
      ) => ({
        departmentId,
        slotTime: "2026-03-05T10:30:00",
        remainingSlots: workerIds.length === 0 ? 2 : 1,
        workerIds,
      })),
    });
  }
  expect(await refusalOf(await api.send("GET", `${search}&limit=x&from=y`)))
    .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["from", "limit"] });
  expect(await refusalOf(await api.send("GET", `${search}&from=y`)))
    .toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
  expect((await api.send("GET", search, { key: null })).status).toBe(401);
});
