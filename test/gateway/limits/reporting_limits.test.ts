import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "./defaults.ts";
import { type Subject, subjects } from "./subjects.ts";

for (const { place, open, isHere } of subjects) {
  describe.skipIf(!isHere)(`reporting limits in ${place}`, () => {
    let subject: Subject;
    beforeAll(async () => void (subject = await open()));
    afterAll(() => subject[Symbol.asyncDispose]());

    let lastId = Math.floor(Math.random() * 1e9) * 100;
    const newToken = () => (lastId += 1);
    const count = (id: number, cost: number) => subject.limits.reportingLimits.count(id, cost);
    const pass = (id: number, ms: number) => subject.pass(`*:reporting-limit:*}${id}`, ms);

    test("a query counts as many points as it costs, in a window of an hour", async () => {
      const id = newToken();
      expect(await count(id, 1))
        .toEqual({ limit: 200_000, remaining: 199_999, resetSeconds: 3600, isAllowed: true });
      expect(await count(id, 9_999)).toMatchObject({ remaining: 190_000, isAllowed: true });
      expect(await count(id, 190_000)).toMatchObject({ remaining: 0, isAllowed: true });
      expect(await count(id, 1)).toMatchObject({ remaining: 0, isAllowed: false });
      expect(await count(newToken(), 1)).toMatchObject({ remaining: 199_999, isAllowed: true });
      await pass(id, 3_600_000);
      expect(await count(id, 7)).toMatchObject({ remaining: 199_993, resetSeconds: 3600 });
    });

    test("a refused query costs nothing: a cheaper query is allowed", async () => {
      const id = newToken();
      await count(id, 199_000);
      for (let i = 0; i < 3; i += 1) {
        expect(await count(id, 1_001)).toMatchObject({ remaining: 1_000, isAllowed: false });
      }
      expect(await count(id, 1_000)).toMatchObject({ remaining: 0, isAllowed: true });
    });

    test("of 300 concurrent queries of 1,000 points each, at most 200 are allowed", async () => {
      const id = newToken();
      const states = await Promise.all(Array.from({ length: 300 }, () => count(id, 1_000)));
      expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(200);
      expect(await count(id, 1)).toMatchObject({ remaining: 0, isAllowed: false });
    });
  });
}

test("reporting limits are as many points as configured", async () => {
  const { reportingLimits } = await openLimits({ ...defaults, reportingCostPerHour: 10 });
  expect(await reportingLimits.count(1, 10)).toMatchObject({ limit: 10, isAllowed: true });
  expect(await reportingLimits.count(1, 1)).toMatchObject({ limit: 10, isAllowed: false });
});
