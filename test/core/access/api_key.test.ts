import { randomBytes } from "node:crypto";
import { crc32 as zlibCrc32 } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc32, generateKey, isWellFormedKey, maskKey } from "../../../core/access/key_text.ts";
import { toBase62 } from "../../../core/random_text.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const environments = fc.constantFrom("LIVE" as const, "TEST" as const);
const seededBytes = fc.uint8Array({ max: 247, minLength: 100, maxLength: 100 });

/** Generates keys of both environments from bytes that fast-check can shrink. */
const keys = fc.tuple(environments, seededBytes).map(([environment, bytes]) =>
  generateKey(environment, { randomBytes: (length) => bytes.slice(0, length) })
);

/** Computes the six digits of a checksum without core. */
function checksumOf(text: string): string {
  let rest = zlibCrc32(text);
  let digits = "";
  for (let i = 0; i < 6; i += 1) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

test("crc32() computes the checksum of zip", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32("")).toBe(0);
  const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });
  fc.assert(fc.property(ascii, (text) => {
    expect(crc32(text)).toBe(zlibCrc32(text));
  }));
});

describe("an API key", () => {
  test.each([["LIVE", "mk_live_"], ["TEST", "mk_test_"]] as const)(
    "of %s is %s, 36 random characters and their checksum",
    (environment, prefix) => {
      const key = generateKey(environment, { randomBytes });
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{42}$`));
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
      expect(isWellFormedKey(key)).toBe(true);
    },
  );

  test("is never generated twice", () => {
    const made = Array.from({ length: 500 }, () => generateKey("LIVE", { randomBytes }));
    expect(new Set(made).size).toBe(500);
  });

  test("is well-formed for any random bytes", () => {
    fc.assert(fc.property(keys, (key) => {
      expect(isWellFormedKey(key)).toBe(true);
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
    }));
  });

  test("with one changed character is refused", () => {
    const characters = fc.oneof(
      fc.constantFrom(...base62),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(keys, fc.nat(49), characters, (key, at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("with an added, removed or swapped character is refused", () => {
    fc.assert(fc.property(keys, fc.nat(48), fc.constantFrom(...base62), (key, at, character) => {
      expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false);
      expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at))).toBe(false);
      fc.pre(key[at] !== key[at + 1]);
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      expect(isWellFormedKey(swapped)).toBe(false);
    }));
  });

  test.each([
    ["another prefix", "mk_prod_", 36],
    ["upper case in the prefix", "MK_live_", 36],
    ["no environment", "mk_", 41],
    ["35 characters", "mk_live_", 35],
    ["37 characters", "mk_live_", 37],
  ])("with %s is refused, even with the right checksum", (_, prefix, length) => {
    const body = prefix + "a".repeat(length);
    expect(isWellFormedKey(body + checksumOf(body))).toBe(false);
    expect(toBase62(crc32(body))).toBe(checksumOf(body));
  });

  test.each([["mk_live_", "mk_live_****a1B2"], ["mk_test_", "mk_test_****a1B2"]])(
    "with the prefix %s is masked as %s",
    (prefix, masked) => {
      expect(maskKey(`${prefix}${"x".repeat(38)}a1B2`)).toBe(masked);
    },
  );
});
