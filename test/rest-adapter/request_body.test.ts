import { describe, expect, test } from "vitest";
import { type CallOptions, errorOf, openApi, refusalOf } from "./support.ts";

const path = "/api/v1/appointments";
const json = { "Content-Type": "application/json" };
const onBody = { status: 400, code: "VALIDATION_ERROR", fields: ["body"] };
const tooLarge = { status: 413, code: "PAYLOAD_TOO_LARGE" };
const maxBytes = 65_536;

describe("a body that is not a JSON object is refused with a fault of the field body", () => {
  test.each<[string, CallOptions["body"]]>([
    ["absent", undefined],
    ["empty", ""],
    ["cut off", '{"name": "Ada"'],
    ["no JSON", "name=Ada"],
    ["an array", "[]"],
    ["null", "null"],
    ["a number", "12"],
    ["a string", '"Ada"'],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])("%s", async (_, body) => {
    const api = await openApi();
    const sent = { headers: json, ...(body !== undefined && { body }) };
    expect(await refusalOf(await api.send("POST", path, sent))).toEqual(onBody);
  });
});

describe("the content type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/json ; charset=utf-8",
  ])("%s is accepted", async (type) => {
    const api = await openApi();
    const headers = { "Content-Type": type };
    expect((await api.send("POST", path, { headers, json: api.bookingBody() })).status).toBe(201);
  });

  test.each([
    "text/plain",
    "application/jsonp",
    "application/json-patch+json",
    "application/x-www-form-urlencoded",
    "text/plain; a=application/json",
  ])("%s is refused with a message that names application/json", async (type) => {
    const api = await openApi();
    const headers = { "Content-Type": type };
    const response = await api.send("POST", path, { headers, json: api.bookingBody() });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toEqual([
      { field: "body", message: expect.stringContaining("application/json") },
    ]);
  });

  test("of a body is required", async () => {
    const api = await openApi();
    const body = new TextEncoder().encode(JSON.stringify(api.bookingBody()));
    expect(await refusalOf(await api.send("POST", path, { body }))).toEqual(onBody);
  });
});

describe("the size of a body", () => {
  test("may be 65,536 bytes and not 65,537", async () => {
    const api = await openApi();
    const exact = JSON.stringify(api.bookingBody()).padEnd(maxBytes);
    expect((await api.send("POST", path, { headers: json, body: exact })).status).toBe(201);
    const over = await api.send("POST", path, { headers: json, body: `${exact} ` });
    expect(await refusalOf(over)).toEqual(tooLarge);
  });

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
    const bytes = new TextEncoder().encode(
      JSON.stringify(api.bookingBody({ name: "Åsa Ødegård" })),
    );
    const stream = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const response = await api.send("POST", path, { headers: json, body: stream });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ name: "Åsa Ødegård" });
  });

  test("of a body that breaks off is a fault of the caller and not a defect", async () => {
    const api = await openApi();
    const stream = new ReadableStream({ pull: () => Promise.reject(new Error("reset by peer")) });
    const response = await api.send("POST", path, { headers: json, body: stream });
    expect(await refusalOf(response)).toEqual(onBody);
    expect(api.defects).toEqual([]);
  });
});

describe("all invalid fields are reported in one answer", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["nothing given", {}, ["departmentId", "dateTime", "name"]],
    ["a null dateTime", { departmentId: 1, dateTime: null, name: "Ada" }, ["dateTime"]],
    ["a zone", { departmentId: 1, dateTime: "2026-03-05T14:30:00Z", name: "Ada" }, ["dateTime"]],
    ["a text for an id", { departmentId: "1", dateTime: "2026-03-05T14:30", name: "Ada" }, [
      "departmentId",
    ]],
    ["all wrong", { departmentId: 1.5, dateTime: 3, name: " ", workerId: "x", externalUserId: 1 }, [
      "departmentId",
      "dateTime",
      "name",
      "workerId",
      "externalUserId",
    ]],
  ])("%s", async (_, body, fields) => {
    const api = await openApi();
    const refusal = await refusalOf(await api.send("POST", path, { json: body }));
    expect(refusal).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
  });

  test("an invalid Idempotency-Key is reported together with invalid fields, and with an invalid body", async () => {
    const api = await openApi();
    const headers = { "Idempotency-Key": "" };
    const faulty = await api.send("POST", path, { headers, json: api.bookingBody({ name: "" }) });
    expect((await refusalOf(faulty)).fields).toEqual(["name", "Idempotency-Key"]);
    const noObject = await api.send("POST", path, { headers, json: [] });
    expect((await refusalOf(noObject)).fields).toEqual(["body", "Idempotency-Key"]);
  });
});

describe("Idempotency-Key", () => {
  test.each([["empty", ""], ["not ASCII", "clé"], ["too long", "k".repeat(256)]])(
    "that is %s is a fault of the header",
    async (_, key) => {
      const api = await openApi();
      const response = await api.book({}, { headers: { "Idempotency-Key": key } });
      expect((await refusalOf(response)).fields).toEqual(["Idempotency-Key"]);
    },
  );

  test("is never read from a body field of the same name", async () => {
    const api = await openApi();
    const first = await api.book({ "Idempotency-Key": "k1" });
    const second = await api.book({ "Idempotency-Key": "k1" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"));
    expect((await api.book({ "Idempotency-Key": 7, dateTime: "2026-04-01T10:00" })).status).toBe(
      201,
    );
  });
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
