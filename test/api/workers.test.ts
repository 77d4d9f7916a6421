import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

let api: Api;
let tenant: Tenant;
let workers: number[];
let inactive: number;
let elsewhere: number;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 5, showAdminsInBooking: true });
  const { application } = api.seeding;
  const newWorker = async (departmentId: number, name: string) =>
    (await application.createWorker(departmentId, { name })).id;
  workers = [
    await newWorker(tenant.departmentId, "V"),
    await newWorker(tenant.departmentId, "W"),
  ];
  inactive = await newWorker(tenant.departmentId, "X");
  await application.updateWorker(inactive, { isActive: false });
  const other = await application.createDepartment(tenant.organizationId, { name: "Other" });
  elsewhere = await newWorker(other.id, "Y");
});
afterAll(async () => {
  await using stopped = api;
  await checkBooks(stopped.databaseUrl);
});

const wish = (hour: number, workerId?: number) => ({
  departmentId: tenant.departmentId,
  dateTime: `2027-03-01T${hour}:00:00`,
  name: "A",
  workerId,
});
const availability = async (hour: number, key = tenant.key) =>
  (await tenant.get(
    `/departments/${tenant.departmentId}/availability?dateTime=2027-03-01T${hour}:00`,
    { key },
  )).body;

test("workerId is required in a department with showAdminsInBooking", async () => {
  const { status, body } = await tenant.post(wish(10));
  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ field: "workerId", message: expect.any(String) }]);
});

test("workerId is accepted and never part of a response", async () => {
  const { status, body } = await tenant.post(wish(10, workers[0]));
  expect(status).toBe(201);
  expect(body).not.toHaveProperty("workerId");
  expect((await tenant.get(`/appointments/${body.id}`)).body).not.toHaveProperty("workerId");
});

test("a worker takes one appointment a slot; a busy worker is a fault of workerId", async () => {
  expect(await availability(11)).toMatchObject({ available: true, remainingSlots: 2 });
  expect((await tenant.post(wish(11, workers[0]))).status).toBe(201);
  expect(await availability(11)).toMatchObject({ available: true, remainingSlots: 1 });
  const busy = await tenant.post({ ...wish(11, workers[0]), dateTime: "2027-03-01T11:29:59" });
  expect(busy.status).toBe(400);
  expect(busy.body.error.details).toEqual([{ field: "workerId", message: expect.any(String) }]);
  expect((await tenant.post(wish(11, workers[1]))).status).toBe(201);
  expect(await availability(11)).toMatchObject({
    available: false,
    remainingSlots: 0,
    unavailabilityReason: "Slot is full (2/2 booked)",
  });
});

test("a worker is free again once the appointment is archived, and in TEST all along", async () => {
  const { body } = await tenant.post(wish(12, workers[0]));
  expect((await tenant.post(wish(12, workers[0]), { key: tenant.testKey })).status).toBe(201);
  await tenant.delete(`/appointments/${body.id}`);
  expect((await tenant.post(wish(12, workers[0]))).status).toBe(201);
});

test.each([
  ["an inactive worker", () => inactive],
  ["another department's worker", () => elsewhere],
  ["an unknown worker", () => 999_999],
  ["an id too large for the database", () => 1e30],
  ["a negative id", () => -1],
])("%s is a fault of workerId", async (_, workerId) => {
  const { status, body } = await tenant.post(wish(13, workerId()));
  expect(status).toBe(400);
  expect(body.error.code).toBe("VALIDATION_ERROR");
  expect(body.error.details).toEqual([{ field: "workerId", message: expect.any(String) }]);
});

test("without showAdminsInBooking a worker is optional, checked if given, and never busy", async () => {
  const { application } = api.seeding;
  const { id } = await application.createDepartment(tenant.organizationId, {
    name: "Free",
    slotCapacity: 5,
  });
  const worker = await application.createWorker(id, { name: "Z" });
  const book = (workerId?: number) =>
    tenant.post({ departmentId: id, dateTime: "2027-03-01T10:00", name: "A", workerId });
  expect((await book()).status).toBe(201);
  expect((await book(worker.id)).status).toBe(201);
  expect((await book(worker.id)).status).toBe(201);
  expect((await book(workers[0])).body.error.details[0].field).toBe("workerId");
});

test("a worker's fault comes before missing credits, and those before the slot", async () => {
  const poor = await api.organization({ credits: 0, showAdminsInBooking: true, slotCapacity: 2 });
  const { application } = api.seeding;
  const worker = await application.createWorker(poor.departmentId, { name: "V" });
  await application.updateDepartment(poor.departmentId, {
    closures: [{ from: "2027-01-01", to: "2027-12-31", reason: "Works" }],
  });
  const body = { departmentId: poor.departmentId, dateTime: "2027-03-01T10:00", name: "A" };
  expect((await poor.post({ ...body, workerId: 999_999 })).status).toBe(400);
  expect((await poor.post({ ...body, workerId: worker.id })).status).toBe(402);
  await application.grantCredits(poor.organizationId, { amount: 1 });
  const closed = await poor.post({ ...body, workerId: worker.id });
  expect(closed.body.error.details).toEqual([
    { field: "dateTime", message: "Closed on 2027-03-01: Works" },
  ]);
});
