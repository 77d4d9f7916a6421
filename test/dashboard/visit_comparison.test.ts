import { expect, test } from "vitest";
import type { VisitFigures } from "../../gateway/dashboard/api/types.ts";
import { changesBetween, verdictOf } from "../../gateway/dashboard/pages/visits/comparison.ts";

const usual: VisitFigures = {
  visits: 105,
  served: 90,
  left: 5,
  noShows: 5,
  open: 5,
  due: 50,
  punctuality: 0.8,
  p50WaitingSeconds: 300,
  p90WaitingSeconds: 1200,
  p50HandlingSeconds: 600,
  p90HandlingSeconds: 900,
};

function compare(now: Partial<VisitFigures>, before: VisitFigures = usual) {
  const changes = changesBetween({ ...usual, ...now }, before);
  return {
    verdict: verdictOf(changes),
    trends: Object.fromEntries(changes.map(({ measure, trend }) => [measure, trend])),
  };
}

test.each<[Partial<VisitFigures>, string, object]>([
  [{}, "same", { waiting: "same", punctuality: "same", left: "same", noShows: "same" }],
  [{ p90WaitingSeconds: 1080 }, "better", { waiting: "better" }],
  [{ p90WaitingSeconds: 1320 }, "worse", { waiting: "worse" }],
  [{ punctuality: 0.82 }, "better", { punctuality: "better" }],
  [{ punctuality: 0.78 }, "worse", { punctuality: "worse" }],
  [{ served: 87, left: 8 }, "worse", { left: "worse" }],
  [{ served: 93, noShows: 2 }, "better", { noShows: "better" }],
  [{ punctuality: 0.9, served: 80, noShows: 15 }, "mixed", { noShows: "worse" }],
])("%j is %s", (now, verdict, trends) => {
  const found = compare(now);
  expect(found.verdict).toBe(verdict);
  expect(found.trends).toMatchObject(trends);
});

test("a difference of a minute or a percent is none", () => {
  expect(compare({ p90WaitingSeconds: 1260, punctuality: 0.79, served: 89, left: 6 }).verdict)
    .toBe("same");
});

test("people who are still here are in no share", () => {
  expect(compare({ visits: 1100, open: 1000 }).verdict).toBe("same");
});

test("what one of the periods does not have is not compared", () => {
  const nobody = { ...usual, visits: 0, served: 0, left: 0, noShows: 0, open: 0, due: 0 };
  const before = { ...nobody, punctuality: null, p90WaitingSeconds: null };
  expect(compare({}, before)).toEqual({ verdict: null, trends: {} });
  expect(compare({ punctuality: null }).trends).not.toHaveProperty("punctuality");
});
