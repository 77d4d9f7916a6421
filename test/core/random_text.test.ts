import * as fc from "fast-check";
import { expect, test } from "vitest";
import { randomBase62, toBase62 } from "../../core/random_text.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns every byte value in turn, so that each is used equally often. */
function countingBytes() {
  let next = 0;
  return { randomBytes: (length: number) => Uint8Array.from({ length }, () => next++ % 256) };
}

test("each of the 62 characters is used equally often", () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(248 * 5, countingBytes())) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect([...counts.keys()].sort().join("")).toBe([...digits].sort().join(""));
  expect(new Set(counts.values())).toEqual(new Set([20]));
});

test("a text has exactly the requested length, however many bytes are skipped", () => {
  const source = fc.infiniteStream(fc.constantFrom(0, 61, 62, 247, 248, 255));
  fc.assert(fc.property(fc.nat(60), source, (length, bytes) => {
    const randomBytes = (count: number) => Uint8Array.from(bytes.take(count));
    expect(randomBase62(length, { randomBytes })).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
  }));
});

test("any 32-bit number is six base62 digits, most significant first", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (number) => {
      const text = toBase62(number);
      expect(text).toHaveLength(6);
      expect([...text].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)).toBe(number);
    }),
    { examples: [[0], [61], [62], [0xffffffff]] },
  );
});
