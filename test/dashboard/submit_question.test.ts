import { expect, test } from "vitest";
import { outcomeOf } from "../../gateway/dashboard/ui/keys/submit_question.ts";

const enter = { at: 5000, openedAt: 0, isEnter: true, isCode: false, askedAt: null };

test("an Enter within two seconds after a key has acted asks first", () => {
  expect(outcomeOf({ ...enter, openedAt: 3001 })).toBe("ask");
  expect(outcomeOf({ ...enter, openedAt: 3000 })).toBe("send");
});

test("a press of the button sends at once", () => {
  expect(outcomeOf({ ...enter, openedAt: 4900, isEnter: false })).toBe("send");
});

test("a name in the form of a code asks first, however it is sent", () => {
  expect(outcomeOf({ ...enter, isCode: true })).toBe("ask");
  expect(outcomeOf({ ...enter, isCode: true, isEnter: false })).toBe("ask");
});

test("the second Enter of a scanner is no answer to the question, and a later one is", () => {
  expect(outcomeOf({ ...enter, openedAt: 4000, askedAt: 4600 })).toBe("nothing");
  expect(outcomeOf({ ...enter, openedAt: 4000, askedAt: 4000 })).toBe("send");
});
