import { expect, test } from "vitest";
import { summaryOf } from "../../gateway/dashboard/desk/bulk/progress.ts";
import { minutesText } from "../../gateway/dashboard/ui/minutes_text.ts";
import { durationText } from "../../gateway/dashboard/ui/value_text.ts";

test("an hour and more is said in hours and minutes", () => {
  expect([0, 59, 60, 289].map(minutesText)).toEqual(["0 min", "59 min", "1 h", "4 h 49 min"]);
  expect([null, 45, 90, 17_340].map(durationText)).toEqual(["–", "45 s", "2 min", "4 h 49 min"]);
});

test("an action on many says each number once", () => {
  const progress = (done: number, refused: number) =>
    summaryOf({
      total: 13,
      done,
      faults: Array.from({ length: refused }, () => ({ appointment: {} as never, message: "" })),
      isRunning: false,
    });
  expect(progress(0, 13)).toBe("None of 13 could be done");
  expect(progress(13, 0)).toBe("13 of 13 done");
  expect(progress(11, 2)).toBe("11 of 13 done · 2 not done");
  expect(progress(1, 2)).toBe("1 of 13 done · 2 not done · 10 not tried");
});
