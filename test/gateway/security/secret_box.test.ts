import { createDecipheriv, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox } from "../../../gateway/security/secret_box.ts";

const key = randomBytes(32);
const box = createSecretBox(key);
const context = "webhook 12";

test("a sealed text opens for its context, whatever the text", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 100 });
  fc.assert(fc.property(texts, texts, (text, place) => {
    expect(box.open(box.seal(text, place), place)).toBe(text);
  }));
});

test("it is AES-256-GCM: version 1, nonce, tag, and as many bytes as the text", () => {
  const sealed = Buffer.from(box.seal("whsec_abc", context), "base64");
  expect(sealed).toHaveLength(1 + 12 + 16 + 9);
  expect(sealed[0]).toBe(1);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from("1 webhook 12"));
  decipher.setAuthTag(sealed.subarray(13, 29));
  expect(decipher.update(sealed.subarray(29), undefined, "utf8") + decipher.final("utf8"))
    .toBe("whsec_abc");
});

test("the same text is sealed differently each time, with a nonce of its own", () => {
  const sealed = Array.from(
    { length: 200 },
    () => Buffer.from(box.seal("same", context), "base64"),
  );
  expect(new Set(sealed.map((bytes) => bytes.subarray(1, 13).toString("hex"))).size).toBe(200);
  expect(new Set(sealed.map((bytes) => bytes.subarray(29).toString("hex"))).size).toBe(200);
});

test("every single bit that changes makes it an error that does not show the text", () => {
  const sealed = Buffer.from(box.seal("whsec_secret", context), "base64");
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => box.open(changed.toString("base64"), context)).toThrow(
      "Cannot open the secret of webhook 12",
    );
  }
});

test("another context, another key, a cut or a longer text is an error", () => {
  const text = box.seal("whsec_secret", context);
  expect(() => box.open(text, "webhook 1")).toThrow("Cannot open the secret of webhook 1:");
  expect(() => createSecretBox(randomBytes(32)).open(text, context)).toThrow("Cannot open");
  const sealed = Buffer.from(text, "base64");
  const opened = (bytes: Buffer) => box.open(bytes.toString("base64"), context);
  expect(opened(sealed)).toBe("whsec_secret");
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => opened(sealed.subarray(0, length))).toThrow("Cannot open");
  }
  expect(() => opened(Buffer.concat([sealed, Buffer.of(0)]))).toThrow("Cannot open");
});

test("a box with a previous key opens what either has sealed, and seals with the present one", () => {
  const previous = randomBytes(32);
  const both = createSecretBox([key, previous]);
  expect(both.open(createSecretBox(previous).seal("old", context), context)).toBe("old");
  expect(both.open(box.seal("new", context), context)).toBe("new");
  expect(box.open(both.seal("text", context), context)).toBe("text");
  expect(() => both.open(createSecretBox(randomBytes(32)).seal("x", context), context))
    .toThrow("Cannot open the secret of webhook 12");
});

test.each([0, 16, 31, 33])("a key of %i bytes is refused", (length) => {
  expect(() => createSecretBox(randomBytes(length))).toThrow("must have 32 bytes");
});
