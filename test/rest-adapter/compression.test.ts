import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressorFor } from "../../gateway/http/compressor.ts";
import { openApi } from "./support.ts";

const slots = "/slots?startDate=2026-03-01&endDate=2026-03-31";

/** Sends a GET with `Accept-Encoding` to the adapter on a host that can compress. */
async function open() {
  const api = await openApi({ corsOrigins: ["https://app.example"] });
  const get = (path: string, accepted: string, more: Record<string, string> = {}) => {
    const headers = { "X-API-Key": api.keys.full.key, "Accept-Encoding": accepted, ...more };
    const request = new Request(`http://api.test${path}`, { headers });
    return api.handle(request, { ipAddress: "", compressor: () => compressorFor(request) });
  };
  return { ...api, get, slots: `/api/v1/departments/${api.dental.id}${slots}` };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const encodingOf = ({ headers }: Response) => headers.get("Content-Encoding");

test("slots and documents are compressed, and are the same text as without", async () => {
  const { get, slots } = await open();
  for (const path of [slots, "/openapi.json", "/openapi.yaml"]) {
    const [plain, br, gzip] = [await get(path, ""), await get(path, "br"), await get(path, "gzip")];
    expect([plain, br, gzip].map(encodingOf)).toEqual([null, "br", "gzip"]);
    for (const { headers } of [plain, br, gzip]) {
      expect(headers.get("Vary")).toBe("Accept-Encoding");
      expect(headers.get("Content-Type")).toBe(plain.headers.get("Content-Type"));
    }
    const text = await plain.text();
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(text);
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(text);
  }
});

test("a long list of departments is compressed, a short one is not", async () => {
  const { application, organizationId, get } = await open();
  const path = "/api/v1/departments";
  expect(encodingOf(await get(path, "gzip"))).toBeNull();
  for (let i = 0; i < 120; i += 1) {
    await application.createDepartment(organizationId, { name: `Department ${i}` });
  }
  const [plain, gzip, br] = [
    await get(path, ""),
    await get(path, "gzip"),
    await get(path, "br"),
  ];
  expect([gzip, br].map(encodingOf)).toEqual(["gzip", "br"]);
  expect(brotliDecompressSync(await bytesOf(br))).toEqual(gunzipSync(await bytesOf(gzip.clone())));
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(await plain.text());
});

test("the tag of a list is the same in every encoding, and 304 has no encoding", async () => {
  const { get, slots } = await open();
  const tag = (await get(slots, "br")).headers.get("ETag")!;
  expect((await get(slots, "")).headers.get("ETag")).toBe(tag);
  const known = await get(slots, "br", { "If-None-Match": tag, Origin: "https://app.example" });
  expect([known.status, encodingOf(known)]).toEqual([304, null]);
  expect(known.headers.get("Vary")).toBe("Origin, Accept-Encoding");
});

test("an answer with codes and names of people is never compressed", async () => {
  const { book, get } = await open();
  for (let i = 0; i < 10; i += 1) await book({ dateTime: `2026-03-0${i % 5 + 3}T1${i}:00` });
  const list = await get("/api/v1/appointments?size=100", "br, gzip");
  expect(Number((await bytesOf(list)).length)).toBeGreaterThan(1024);
  expect(encodingOf(list)).toBeNull();
  expect(encodingOf(await get("/api/v1/events", "br, gzip"))).toBeNull();
});
