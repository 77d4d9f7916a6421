import { expect, test } from "vitest";
import { isAt, paragraphs } from "./support/guide_machine/commands.ts";
import { notRun, proofs } from "./support/guide_machine/proofs.ts";

const groups = { ...proofs, ...notRun };

test("each command in a guide for operators is run by one proof, or has one reason why not", () => {
  const groupsOf = paragraphs.map((paragraph) => ({
    of: `${paragraph.guide}: ${paragraph.commands[0]}`,
    groups: Object.keys(groups).filter((name) => groups[name]!.some((at) => isAt(paragraph, at))),
  }));
  expect(groupsOf.filter(({ groups }) => groups.length !== 1)).toEqual([]);
});

test("each place in the lists of commands is in a guide", () => {
  const places = Object.values(groups).flat();
  expect(places.filter((place) => !paragraphs.some((one) => isAt(one, place)))).toEqual([]);
});
