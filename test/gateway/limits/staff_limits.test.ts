import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "./defaults.ts";
import { type Subject, subjects } from "./subjects.ts";

for (const { place, open, isHere } of subjects) {
  describe.skipIf(!isHere)(`staff limits in ${place}`, () => {
    let subject: Subject;
    beforeAll(async () => void (subject = await open()));
    afterAll(() => subject[Symbol.asyncDispose]());

    let lastId = Math.floor(Math.random() * 1e9) * 100;
    const newUser = () => (lastId += 1);
    const count = (id: number) => subject.limits.staffLimits.count(id);
    const pass = (id: number, ms: number) => subject.pass(`*:staff-limit:${id}`, ms);
    const countAtOnce = (id: number, times: number) =>
      Promise.all(Array.from({ length: times }, () => count(id)));

    test("of 1,300 requests at once exactly 1,200 are allowed; the rest count too", async () => {
      const id = newUser();
      const states = await countAtOnce(id, 1300);
      const allowed = states.filter(({ isAllowed }) => isAllowed);
      expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b))
        .toEqual(Array.from({ length: 1200 }, (_, i) => i));
      expect(await count(id)).toMatchObject({ limit: 1200, remaining: 0, isAllowed: false });
    });

    test("the window begins with the first request, whatever comes later, and lasts a minute", async () => {
      const id = newUser();
      expect(await count(id))
        .toEqual({ limit: 1200, remaining: 1199, resetSeconds: 60, isAllowed: true });
      await pass(id, 45_000);
      await countAtOnce(id, 1199);
      const late = await count(id);
      expect(late.isAllowed).toBe(false);
      expect(late.resetSeconds).toBeGreaterThan(10);
      expect(late.resetSeconds).toBeLessThanOrEqual(15);
      await pass(id, late.resetSeconds * 1000);
      expect(await count(id)).toMatchObject({ remaining: 1199, resetSeconds: 60 });
    });

    test("users have windows of their own", async () => {
      const [used, fresh] = [newUser(), newUser()];
      await countAtOnce(used, 1201);
      expect((await count(used)).isAllowed).toBe(false);
      expect(await count(fresh)).toMatchObject({ remaining: 1199, isAllowed: true });
    });
  });
}

test("staff limits are as many requests as configured", async () => {
  const { staffLimits } = await openLimits({ ...defaults, staffRequestsPerMinute: 2 });
  const states = [
    await staffLimits.count(1),
    await staffLimits.count(1),
    await staffLimits.count(1),
  ];
  expect(states.map(({ limit }) => limit)).toEqual([2, 2, 2]);
  expect(states.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
});
