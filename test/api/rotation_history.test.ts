import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Rotation, type Verification, wrongsOf } from "../support/rotation_history.ts";

const rotation: Rotation = { oldKey: "a", newKey: "b", startedAt: 10, endedAt: 20 };
const next: Rotation = { oldKey: "b", newKey: "c", startedAt: 30, endedAt: 40 };

/** `a+ 1-5`: the key `a` was taken by a call from 1 to 5; `a-` that it was not. */
function history(text: string): Verification[] {
  return text.split(",").filter((call) => call !== "").map((call) => {
    const [, key, sign, sentAt, answeredAt] = /^ *(\w)([+-]) ([\d.]+)-([\d.]+)$/.exec(call)!;
    return {
      key: key!,
      sentAt: Number(sentAt),
      answeredAt: Number(answeredAt),
      isValid: sign === "+",
    };
  });
}

describe("a history is good", () => {
  test.each([
    "",
    "a+ 1-2, b- 1-2, a- 21-22, b+ 21-22",
    "a+ 12-13, b- 12-13, a- 14-15, b+ 14-15",
    // Calls that overlap may see the rotation in any order.
    "a+ 11-19, a- 11-19, b+ 11-19, b- 11-19",
    "b+ 11-16, a+ 15-18",
    "a- 12-17, b- 16-18",
    "a- 12-13, b+ 12-14, a+ 11-13, b- 11-12",
    "a+ 1-100, b- 1-29, a- 1-100, b+ 1-100",
  ])("%s", (text) => {
    expect(wrongsOf([rotation], history(text))).toEqual([]);
  });

  test.each([
    "a- 31-32, a- 41-42, b- 41-42, c+ 41-42",
    "b- 12-13, b+ 15-16, b+ 31-32, b- 35-36, c- 31-32, c+ 36-37",
    // Not valid: not yet, or not any more.
    "b- 1-50",
  ])("of two rotations: %s", (text) => {
    expect(wrongsOf([rotation, next], history(text))).toEqual([]);
  });
});

describe("a history is bad in which", () => {
  test.each([
    ["both work", "b+ 11-12, a+ 13-14"],
    ["both work, seen by one who waited", "b+ 11-13, a+ 13-14"],
    ["neither works", "a- 11-12, b- 13-14"],
    ["the old key comes back", "a- 11-12, a+ 13-14"],
    ["the new key goes away", "b+ 11-12, b- 13-14"],
    ["the old key ends before it is asked for", "a- 5-9"],
    ["the new key begins before it is asked for", "b+ 5-9"],
    ["the old key works after the answer", "a+ 21-22"],
    ["the new key does not work after the answer", "b- 21-22"],
    ["the old key works as the answer has come", "a+ 20-22"],
  ])("%s", (_, text) => {
    expect(wrongsOf([rotation], history(text))).toEqual([expect.stringMatching(/^rotation 0: /)]);
  });

  test.each([
    ["the middle key never works", "b- 22-23", [0, 1]],
    ["the first key comes back in the second rotation", "a+ 35-36", [0]],
    ["both work in the second rotation", "c+ 31-32, b+ 33-34", [1]],
    ["neither works in the second rotation", "b- 31-32, c- 33-34", [1]],
    ["both are broken", "a- 11-12, b- 13-14, b- 31-32, c- 33-34", [0, 1]],
  ])("of two rotations, %s", (_, text, broken) => {
    const wrongs = wrongsOf([rotation, next], history(text));
    expect(wrongs.map((wrong) => Number(/\d+/.exec(wrong)![0]))).toEqual(broken);
  });
});

const instants = fc.double({ min: 0, max: 50, noNaN: true });
const calls = fc.array(
  fc.record({ key: fc.constantFrom("a", "b", "c"), one: instants, other: instants, at: instants }),
);

/** What calls see when keys are exchanged at these instants. */
function seenBy(
  made: { key: string; one: number; other: number; at: number }[],
  isValidAt: (key: string, at: number) => boolean,
): Verification[] {
  return made.map(({ key, one, other, at }) => {
    const [sentAt, answeredAt] = [Math.min(one, other), Math.max(one, other) + 0.001];
    const looked = sentAt + (answeredAt - sentAt) * (at / 50);
    return { key, sentAt, answeredAt, isValid: isValidAt(key, looked) };
  });
}

test("no history of keys that are exchanged at once is bad, whatever calls look when", () => {
  const within = fc.double({ min: 0.01, max: 9.99, noNaN: true });
  fc.assert(fc.property(calls, within, within, (made, first, second) => {
    const [t, u] = [10 + first, 30 + second];
    const isValidAt = (key: string, at: number) =>
      key === "a" ? at < t : key === "b" ? at >= t && at < u : at >= u;
    expect(wrongsOf([rotation, next], seenBy(made, isValidAt))).toEqual([]);
  }));
});

test("a gap, or an overlap, that calls fall into is found", () => {
  const within = fc.double({ min: 0.01, max: 9.98, noNaN: true });
  fc.assert(fc.property(within, within, fc.boolean(), (one, other, isGap) => {
    fc.pre(Math.abs(one - other) > 0.01);
    const [t, u] = [10 + Math.min(one, other), 10 + Math.max(one, other)];
    // The old key ends at t and the new one begins at u, or the other way round.
    const isValidAt = (key: string, at: number) =>
      isGap ? key === "a" ? at < t : at >= u : key === "a" ? at < u : at >= t;
    const third = (u - t) / 3;
    const call = (key: string, sentAt: number): Verification => {
      return { key, sentAt, answeredAt: sentAt + third, isValid: isValidAt(key, sentAt) };
    };
    const seen = [call("a", t), call("b", t), call("a", t + third), call("b", t + third)];
    expect(wrongsOf([rotation], seen)).toHaveLength(1);
  }));
});
