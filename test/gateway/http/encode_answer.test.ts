import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodingFor } from "../../../gateway/http/conditional.ts";
import { encodeAnswer } from "../../../gateway/http/encode_answer.ts";
import { serve } from "./support.ts";

const text = JSON.stringify({ result: { data: Array.from({ length: 200 }, () => "Ada") } });
const answered = () => new Response(text, { headers: { "Content-Type": "application/json" } });
const read = (headers: Record<string, string> = {}) =>
  encodeAnswer(new Request("http://api.test/trpc/desk.day", { headers }), answered());
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a read is compressed in the best form that the client accepts", async () => {
  const brotli = await read({ "Accept-Encoding": "gzip, br" });
  expect(brotli.headers.get("Content-Encoding")).toBe("br");
  expect(brotli.headers.get("Vary")).toBe("Accept-Encoding");
  expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(text);
  const gzip = await read({ "Accept-Encoding": "gzip, br;q=0" });
  expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(text);
  const plain = await read();
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  expect(await plain.text()).toBe(text);
});

test.each([
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0.2, identity", "identity"],
  ["*;q=0", "identity"],
  ["deflate, zstd", "identity"],
  ["br ; q=0.0 , gzip ; q=0.001", "gzip"],
])("Accept-Encoding %s gets %s", (accepted, encoding) => {
  const headers = { "Accept-Encoding": accepted };
  expect(encodingFor(new Request("http://api.test/", { headers }))).toBe(encoding);
});

test("an unchanged answer is 304 without a body", async () => {
  const tag = (await read()).headers.get("ETag")!;
  const again = await read({ "If-None-Match": tag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  expect((await read({ "If-None-Match": '"another"' })).status).toBe(200);
});

test("the answer to a POST that only reads has a tag, and a change, whose answer may have a secret, has none", async () => {
  await using server = await serve({
    trpc(request, { onRead }) {
      if (request.url.endsWith("desk.day")) onRead?.();
      return answered();
    },
  });
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/trpc/${path}`, { method: "POST", headers, body: "{}" });
  const known = await post("desk.day");
  expect(known.headers.get("Content-Encoding")).toBe("gzip");
  expect(await known.text()).toBe(text);
  const again = await post("desk.day", { "If-None-Match": known.headers.get("ETag")! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const response = await post("apiKeys.create");
  expect(response.headers.get("Content-Encoding")).toBeNull();
  expect(response.headers.get("ETag")).toBeNull();
  expect(await response.text()).toBe(text);
});
