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

    test("of 1,300 requests in a minute exactly 1,200 are allowed, for each user", async () => {
      const [id, other] = [newUser(), newUser()];
      const states = await Promise.all(Array.from({ length: 1300 }, () => count(id)));
      const allowed = states.filter(({ isAllowed }) => isAllowed);
      expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b))
        .toEqual(Array.from({ length: 1200 }, (_, i) => i));
      expect(await count(id)).toMatchObject({ limit: 1200, remaining: 0, isAllowed: false });
      const fresh = { limit: 1200, remaining: 1199, resetSeconds: 60, isAllowed: true };
      expect(await count(other)).toEqual(fresh);
      await subject.pass(`*:staff-limit:*}${id}`, 60_000);
      expect(await count(id)).toEqual(fresh);
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
