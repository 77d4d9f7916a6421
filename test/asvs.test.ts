import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const file = fileURLToPath(new URL("../gateway/security/asvs.md", import.meta.url));
const text = await readFile(file, "utf8");

/** How many requirements of the levels 1 and 2 each section of ASVS 5.0.0 has. They are numbered from 1. */
const requirements = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2
`;

const states = new Set(["met", "not met", "operator", "not applicable"]);

const rows = [...text.matchAll(/^\| (?<first>\d+\.\d+\.\d+)(?:–(?<last>\d+))? .*$/gm)].map(
  ([row, first, last]) => {
    const [section, number] = [first!.replace(/\.\d+$/, ""), Number(first!.split(".")[2])];
    const length = Number(last ?? number) - number + 1;
    const [, , , state, how, shownBy] = row.split("|").map((cell) => cell.trim());
    const numbers = Array.from({ length }, (_, i) => `${section}.${number + i}`);
    return { first, numbers, state: state!, how: how!, shownBy: shownBy! };
  },
);

test("the table of ASVS has each requirement of the levels 1 and 2 once, in their order", () => {
  const expected = requirements.trim().split(/\s+/).flatMap((counted) => {
    const [section, count] = counted.split(":");
    return Array.from({ length: Number(count) }, (_, i) => `${section}.${i + 1}`);
  });
  expect(expected.length).toBe(253);
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(expected);
});

test("each row has a state and a reason, and what is met names what shows it", () => {
  expect(rows.filter(({ state, how }) => !states.has(state) || how === "")).toEqual([]);
  expect(rows.filter(({ state, shownBy }) => state === "met" && !/\.\w+/.test(shownBy))).toEqual(
    [],
  );
});

test("the summary counts the requirements of each state", () => {
  const counted = Map.groupBy(rows, ({ state }) => state);
  const actual = [...counted].map(([state, of]) =>
    [state, of.flatMap(({ numbers }) => numbers).length] as const
  );
  const summary = [...text.matchAll(/^\| ([a-z ]+?) +\| +(\d+) +\|$/gm)]
    .map(([, state, count]) => [state!, Number(count)] as const);
  expect(new Map(summary)).toEqual(new Map(actual));
});
