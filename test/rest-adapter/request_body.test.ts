import { describe, expect, test } from "vitest";
import { openStaffApi } from "./staff_support.ts";
import { type CallOptions, errorOf, openApi, refusalOf } from "./support.ts";

const path = "/api/v1/appointments";
const json = { "Content-Type": "application/json" };
const onBody = { status: 400, code: "VALIDATION_ERROR", fields: ["body"] };
const tooLarge = { status: 413, code: "PAYLOAD_TOO_LARGE" };
const maxBytes = 65_536;

const staffSession = "/api/staff/session";

// documented_statuses.test.ts tests 400 and 413 of each endpoint.
describe("an endpoint that needs a body", () => {
  const send = async (sent: CallOptions) => (await openApi()).send("POST", path, sent);

  test.each<[string, CallOptions]>([
    ["no body", {}],
    ["an empty body", { headers: json, body: "" }],
    ["a body that is cut off", { headers: json, body: '{"name":"Ada"' }],
    ["a body that is no JSON", { headers: json, body: "name=Ada" }],
    ["an array", { headers: json, body: "[]" }],
    ["null", { headers: json, body: "null" }],
    ["a string", { headers: json, body: '"Ada"' }],
    ["several content types", {
      headers: { "Content-Type": "application/json; charset=utf-8, text/plain" },
      body: "{}",
    }],
    ["another content type", { headers: { "Content-Type": "text/plain" }, body: "{}" }],
    ["no content type", { body: new TextEncoder().encode("{}") }],
  ])("refuses %s with a fault of the field body", async (_, sent) => {
    expect(await refusalOf(await send(sent))).toEqual(onBody);
  });

  test("accepts a body of 65,536 bytes and refuses one more", async () => {
    const api = await openApi();
    const exact = JSON.stringify(api.bookingBody()).padEnd(maxBytes);
    expect((await api.send("POST", path, { headers: json, body: exact })).status).toBe(201);
    const larger = await api.send("POST", path, { headers: json, body: `${exact} ` });
    expect(await refusalOf(larger)).toEqual(tooLarge);
  });
});

describe("an endpoint that needs no body", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const send = async (sent: CallOptions) => {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    return api.send("DELETE", staffSession, {
      ...sent,
      headers: { ...sent.headers, Cookie: cookie },
    });
  };

  test("accepts none and any JSON", async () => {
    const accepted: CallOptions[] = [{}, { json: { any: "thing" } }, { body: "" }, {
      headers: form,
    }];
    for (const sent of accepted) expect((await send(sent)).status).toBe(204);
  });

  test("refuses everything else, and more than 64 KiB", async () => {
    const refused: CallOptions[] = [
      { body: "x" },
      { body: "a=b", headers: form },
      { body: "{}", headers: { "Content-Type": "text/plain" } },
      { body: new Uint8Array([1]) },
    ];
    for (const sent of refused) expect(await refusalOf(await send(sent))).toEqual(onBody);
    expect(await refusalOf(await send({ body: "x".repeat(maxBytes + 1) }))).toEqual(tooLarge);
  });
});

test.each([
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
])("a body in %s is refused", async (_, body) => {
  const api = await openApi();
  expect(await refusalOf(await api.send("POST", path, { headers: json, body }))).toEqual(onBody);
});

test.each([
  "Application/JSON",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  "application/json ; charset=utf-8",
])("the content type %s is accepted", async (type) => {
  const api = await openApi();
  const headers = { "Content-Type": type };
  expect((await api.send("POST", path, { headers, json: api.bookingBody() })).status).toBe(201);
});

test.each([
  "application/jsonp",
  "application/json-patch+json",
  "application/x-www-form-urlencoded",
  "text/plain; a=application/json",
])("the content type %s is refused with a message that names application/json", async (type) => {
  const api = await openApi();
  const headers = { "Content-Type": type };
  const response = await api.send("POST", path, { headers, json: api.bookingBody() });
  expect((await errorOf(response)).details).toEqual([
    { field: "body", message: expect.stringContaining("application/json") },
  ]);
});

describe("the size of a body", () => {
  test("is counted in bytes, not in characters", async () => {
    const api = await openApi();
    const body = JSON.stringify(api.bookingBody({ note: "é".repeat(40_000) }));
    expect(body.length).toBeLessThan(maxBytes);
    const response = await api.send("POST", path, { headers: json, body });
    expect(await refusalOf(response)).toEqual(tooLarge);
  });

  test("above the limit in Content-Length is refused without reading the body", async () => {
    const api = await openApi();
    const body = countedStream(1024, { chunks: 1 });
    const headers = { ...json, "Content-Length": String(maxBytes + 1) };
    const response = await api.send("POST", path, { headers, body: body.stream });
    expect(await refusalOf(response)).toEqual(tooLarge);
    expect(body.pulled()).toBeLessThanOrEqual(1);
  });

  test("is also counted while reading, so an endless body is cut at the limit", async () => {
    const api = await openApi();
    const body = countedStream(16_384, { chunks: Infinity });
    const headers = { ...json, "Content-Length": "10" };
    const response = await api.send("POST", path, { headers, body: body.stream });
    expect(await refusalOf(response)).toEqual(tooLarge);
    expect(body.pulled()).toBeLessThanOrEqual(6);
    expect(body.isCancelled()).toBe(true);
  });

  test("is counted over all chunks, which are joined", async () => {
    const api = await openApi();
    const name = "Åsa Ødegård";
    const bytes = new TextEncoder().encode(JSON.stringify(api.bookingBody({ name })));
    const stream = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const response = await api.send("POST", path, { headers: json, body: stream });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ name });
  });

  test("of a body that breaks off is a fault of the caller and not a defect", async () => {
    const api = await openApi();
    const stream = new ReadableStream({ pull: () => Promise.reject(new Error("reset by peer")) });
    const response = await api.send("POST", path, { headers: json, body: stream });
    expect(await refusalOf(response)).toEqual(onBody);
    expect(api.defects).toEqual([]);
  });
});

// core/booking tests every field; this tests that all faults reach the answer.
test("all invalid fields and an invalid Idempotency-Key are reported in one answer", async () => {
  const api = await openApi();
  const headers = { "Idempotency-Key": "clé" };
  const body = { departmentId: 1.5, dateTime: 3, name: " ", workerId: "x", externalUserId: 1 };
  const faulty = await api.send("POST", path, { headers, json: body });
  expect(await refusalOf(faulty)).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: [...Object.keys(body), "Idempotency-Key"],
  });
  const noObject = await api.send("POST", path, { headers, json: [] });
  expect((await refusalOf(noObject)).fields).toEqual(["body", "Idempotency-Key"]);
});

test("null in an optional field is absence, in each body", async () => {
  const api = await openApi();
  const nulls = { workerId: null, externalUserId: null, holdId: null };
  expect((await api.book(nulls)).status).toBe(201);
  expect((await api.hold({ workerId: null, seconds: null })).status).toBe(201);
  const moved = { dateTime: "2026-03-06T09:00", departmentId: null, workerId: null, holdId: null };
  expect((await api.send("POST", `${path}/1/reschedule`, { json: moved })).status).toBe(200);
});

test("an empty Idempotency-Key is a fault, and a body field of that name is ignored", async () => {
  const api = await openApi();
  const empty = await api.book({}, { headers: { "Idempotency-Key": "" } });
  expect((await refusalOf(empty)).fields).toEqual(["Idempotency-Key"]);
  const first = await api.book({ "Idempotency-Key": "k1" });
  const second = await api.book({ "Idempotency-Key": "k1" });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"));
});

function countedStream(bytes: number, { chunks }: { chunks: number }) {
  let pulled = 0;
  let isCancelled = false;
  const stream = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(bytes).fill(0x20));
      if (pulled >= chunks) controller.close();
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { stream, pulled: () => pulled, isCancelled: () => isCancelled };
}
