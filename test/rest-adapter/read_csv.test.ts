import { expect, test } from "vitest";
import { readCsv, undefused } from "./read_csv.ts";

test.each([
  ['a,"b""c\r\n,",\r\n', [["a", 'b"c\r\n,', ""]]],
  ["\r\na\r\n", [[""], ["a"]]],
])("%j is parsed as %j", (text, records) => {
  expect(readCsv(text)).toEqual(records);
});

test.each(["a", "a\n", "a\r", 'a"b\r\n', '"a\r\n', '"a"b\r\n', "a,", "a,b\r\nc"])(
  "%j is refused as malformed",
  (text) => {
    expect(() => readCsv(text)).toThrow(/./);
  },
);

test.each([["'=1", "=1"], ["''=1", "'=1"], ["'x", "'x"], ["x'=1", "x'=1"], ["=1", "=1"]])(
  "the escaped cell %j gives the text %j",
  (cell, text) => {
    expect(undefused(cell)).toBe(text);
  },
);
