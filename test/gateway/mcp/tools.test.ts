import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, test } from "vitest";
import { startApi } from "../../support/api.ts";
import { perFile } from "../../support/per_file.ts";

const main = fileURLToPath(new URL("../../../gateway/mcp/main.ts", import.meta.url));
const slot = "2038-03-05T10:00:00";

const api = await perFile(startApi());
const tenant = await api.organization({ slotCapacity: 2 });
const model = await connect();
afterAll(() => model.close());

/** Starts the server in a process of its own, as the client of a model does, and connects to it. */
async function connect(words: string[] = [], key = tenant.key): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, ...words],
      env: { BOOKING_API_KEY: key, BOOKING_URL: api.services[0]!.url },
      stderr: "pipe",
    }),
  );
  return client;
}

/** Calls a tool. Returns its result, or the text of its error. */
async function use(name: string, given: Record<string, unknown> = {}, client = model) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const { text } = content[0] as { text: string };
  if (!isError) expect(JSON.parse(text)).toEqual(structuredContent);
  // Tools answer with every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  return (isError ? text : structuredContent) as any;
}

describe("with the tools, a model", () => {
  test("finds a slot, holds it, books it, moves it, finds it and cancels it", async () => {
    const { departments } = await use("list_departments");
    const [{ id: departmentId }] = departments;
    expect(departmentId).toBe(tenant.departmentId);
    const days = { departmentId, startDate: "2038-03-05", endDate: "2038-03-05" };
    const { slots } = await use("list_slots", days);
    expect(slots).toContainEqual(expect.objectContaining({ slotTime: slot, remainingSlots: 2 }));
    const place = { departmentId, dateTime: slot };
    const hold = await use("hold_place", { ...place, seconds: 60 });
    const spare = await use("hold_place", place);
    expect((await use("list_slots", days)).slots).toHaveLength(slots.length - 1);
    expect((await use("list_slots", { ...days, onlyAvailable: false })).slots).toHaveLength(48);
    expect(await use("release_hold", { id: spare.id })).toEqual({ released: true });
    const booked = await use("book_appointment", { ...place, name: "Ada", holdId: hold.id });
    expect(booked).toMatchObject({ name: "Ada", dateTime: slot });
    const moved = await use("move_appointment", { id: booked.id, dateTime: "2038-03-05T11:00" });
    expect(moved.dateTime).toBe("2038-03-05T11:00:00");
    const contact = { email: "ada@example.org", metadata: { case: "7" } };
    await use("update_appointment", { id: booked.id, phone: null, ...contact });
    expect(await use("get_appointment", { id: booked.id }))
      .toMatchObject({ phone: null, ...contact });
    const found = await use("find_appointments", { startDate: "2038-03-05", size: 5 });
    expect(found.appointments.map(({ id }: { id: number }) => id)).toEqual([booked.id]);
    expect(found.nextCursor).toBeNull();
    expect(await use("archive_appointment", { id: booked.id, reason: "Is ill" }))
      .toEqual({ archived: true });
    expect(await use("get_appointment", { id: booked.id })).toHaveProperty("archivedAt");
    const { body } = await tenant.get(`/appointments/${booked.id}?include=cancelReason`);
    expect(body.cancelReason).toBe("Is ill");
  });

  test("joins the waiting list and books the place that is free", async () => {
    const { departmentId } = tenant;
    const dates = { fromDate: "2038-03-11", toDate: "2038-03-12" };
    const { offer } = await use("join_waitlist", { departmentId, ...dates, fromTime: "10:00" });
    expect(offer).toMatchObject({ slotTime: "2038-03-11T10:00:00" });
    const { holdId, slotTime: dateTime } = offer;
    const booked = await use("book_appointment", { departmentId, dateTime, name: "Ida", holdId });
    expect(booked.dateTime).toBe(dateTime);
  });

  test("finds the first free slots and the workers, and continues a list after its cursor", async () => {
    const { departmentId } = tenant;
    const from = "2038-03-09T09:10";
    const { slots } = await use("find_slots", { departmentIds: [departmentId], from, limit: 2 });
    expect(slots).toEqual(["09:30", "10:00"].map((time) => ({
      departmentId,
      slotTime: `2038-03-09T${time}:00`,
      remainingSlots: 2,
      workerIds: [],
    })));
    expect(await use("list_workers", { departmentId })).toEqual({ workers: [] });
    for (const { slotTime } of slots) {
      await use("book_appointment", { departmentId, dateTime: slotTime, name: "Emmy" });
    }
    const day = { startDate: "2038-03-09", endDate: "2038-03-09", size: 1 };
    const { appointments: [first], nextCursor } = await use("find_appointments", day);
    await use("archive_appointment", { id: first.id });
    const next = await use("find_appointments", { ...day, after: nextCursor });
    expect(next).toMatchObject({ appointments: [{ dateTime: "2038-03-09T10:00:00" }] });
  });

  test("knows the zone, the local time, the environment and the balance", async () => {
    const { localTime, rateLimit, ...state } = await use("get_organization");
    const { timeZone, environment, creditBalance } = state;
    const { body } = await tenant.get("/key");
    expect(rateLimit.limit).toBe(body.rateLimit.limit);
    expect({ timeZone, environment, creditBalance }).toEqual({
      timeZone: body.organization.timeZone,
      environment: "LIVE",
      creditBalance: body.creditBalance,
    });
    const agoMs = Date.now() -
      Temporal.PlainDateTime.from(localTime).toZonedDateTime(timeZone).epochMilliseconds;
    expect(Math.abs(agoMs)).toBeLessThan(60_000);
    expect(model.getInstructions()).toContain("get_organization");
  });

  test("does not hear that an unknown hold was released", async () => {
    expect(await use("release_hold", { id: 999_999 })).toMatchObject({ released: false });
  });

  test("does not book twice by repeating a call, with or without a key", async () => {
    const { departmentId } = tenant;
    const booking = { departmentId, dateTime: "2038-03-06T10:00", name: "Grace Hopper" };
    const { id } = await use("book_appointment", booking);
    expect(await use("book_appointment", { ...booking, name: " grace  hopper" }))
      .toMatch(new RegExp(`^Not booked: appointment ${id} has the same name.* isAnother true`));
    const another = await use("book_appointment", { ...booking, isAnother: true });
    expect(another.id).not.toBe(id);
    const later = { ...booking, dateTime: "2038-03-06T11:00", idempotencyKey: "visit of Grace" };
    const first = await use("book_appointment", later);
    expect((await use("book_appointment", later)).id).toBe(first.id);
    const hold = { departmentId, dateTime: "2038-03-06T12:00", idempotencyKey: "hold of Grace" };
    expect((await use("hold_place", hold)).id).toBe((await use("hold_place", hold)).id);
  });

  test("reads why a request is refused, and what to do", async () => {
    const { departmentId } = tenant;
    expect(await use("book_appointment", { departmentId, dateTime: "soon", name: "A" }))
      .toMatch(/^VALIDATION_ERROR: .*\ndateTime: Must be a local date-time/);
    expect(await use("get_appointment", { id: 999_999 }))
      .toMatch(/^APPOINTMENT_NOT_FOUND: .*\nCall find_appointments/);
    expect(await use("get_appointment", { id: "x" })).toContain("id");
    const reader = await connect([], await tenant.newKey("LIVE", ["READ_APPOINTMENTS"]));
    const booking = { departmentId, dateTime: slot, name: "A" };
    expect(await use("book_appointment", booking, reader)).toMatch(/^INSUFFICIENT_SCOPE: /);
    await reader.close();
  });
});

test("each tool says whether it changes something, and read-only leaves those out", async () => {
  const { tools } = await model.listTools();
  expect(
    tools.map(({ name, annotations: { readOnlyHint, destructiveHint } = {} }) =>
      `${name}${readOnlyHint ? "" : destructiveHint ? ": removes" : ": changes"}`
    ),
  ).toEqual([
    "get_organization",
    "list_departments",
    "list_workers",
    "find_slots",
    "list_slots",
    "find_appointments",
    "get_appointment",
    "hold_place: changes",
    "release_hold: changes",
    "join_waitlist: changes",
    "book_appointment: changes",
    "move_appointment: changes",
    "update_appointment: changes",
    "archive_appointment: removes",
  ]);
  const reader = await connect(["--read-only"]);
  expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual([
    "get_organization",
    "list_departments",
    "list_workers",
    "find_slots",
    "list_slots",
    "find_appointments",
    "get_appointment",
  ]);
  const refused = await reader.callTool({ name: "book_appointment", arguments: {} })
    .then(({ isError }) => isError === true, () => true);
  expect(refused).toBe(true);
  await reader.close();
});

test("an argument that a tool does not have is refused by its name", async () => {
  const { departmentId } = tenant;
  const booking = { departmentId, dateTime: slot, name: "Ada", hold_id: 7 };
  expect(await use("book_appointment", booking)).toContain("hold_id");
  const { tools } = await model.listTools();
  expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
  expect((await use("find_appointments")).appointments).not.toContainEqual(
    expect.objectContaining({ dateTime: slot, name: "Ada" }),
  );
});

test("a service that does not answer is an error of the tool", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, "--url", "http://127.0.0.1:1"],
      env: { BOOKING_API_KEY: "mk_test_1" },
      stderr: "pipe",
    }),
  );
  expect(await use("list_departments", {}, client)).toContain("does not answer");
  await client.close();
});

test.each<[string, string[], Record<string, string>, string, number]>([
  ["no key", [], {}, "BOOKING_API_KEY is not set", 2],
  ["a wrong address", ["--url", "x"], { BOOKING_API_KEY: "k" }, "must be an http", 2],
  [
    "an address with a password",
    ["--url", "http://me:word@x"],
    { BOOKING_API_KEY: "k" },
    "must not have a user",
    2,
  ],
  ["a key of two lines", [], { BOOKING_API_KEY: "k\nl" }, "BOOKING_API_KEY must be", 2],
  ["an unknown option", ["--x"], { BOOKING_API_KEY: "k" }, "Unknown option", 2],
  ["--help", ["--help"], {}, "Usage: npm run --silent mcp", 0],
])("with %s it says what is wrong and ends", async (_, words, env, said, exitCode) => {
  const run = promisify(execFile)(process.execPath, [main, ...words], { env });
  const { stderr, code = 0 } = await run.catch((error) => error);
  expect(stderr).toContain(said);
  expect(code).toBe(exitCode);
});
