import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenLimits } from "../../../gateway/limits/mod.ts";
import { hourlySubjects, type Subject } from "./subjects.ts";

for (const { place, open, isHere } of hourlySubjects) {
  describe.skipIf(!isHere)(`hourly limits in ${place}`, () => {
    let subject: Subject<Pick<OpenLimits, "hourlyLimits">>;
    beforeAll(async () => void (subject = await open()));
    afterAll(() => subject[Symbol.asyncDispose]());

    const hourMs = 3_600_000;
    const count = (lineageId: string, rateLimitPerHour = 3, windowNumber = 0) =>
      subject.limits.hourlyLimits.count({ lineageId, windowNumber, rateLimitPerHour });
    const pass = (lineageId: string, ms: number) => subject.pass(`*${lineageId}`, ms);
    async function counts(lineageId: string, times: number, rateLimitPerHour = 3) {
      const states = [];
      for (let i = 0; i < times; i += 1) states.push(await count(lineageId, rateLimitPerHour));
      return states;
    }

    test("remaining counts down to 0 and stays there; the request after it is refused", async () => {
      const states = await counts(randomUUID(), 5);
      expect(states.map(({ limit }) => limit)).toEqual([3, 3, 3, 3, 3]);
      expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      expect(states.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false, false]);
    });

    test.each([1, 7, 100])(
      "of ten times as many at once, exactly %i are allowed",
      async (limit) => {
        const lineageId = randomUUID();
        const states = await Promise.all(
          Array.from({ length: limit * 10 }, () => count(lineageId, limit)),
        );
        const allowed = states.filter(({ isAllowed }) => isAllowed);
        // Each answer has another number of remaining requests, so no two were counted as one.
        expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b))
          .toEqual(Array.from({ length: limit }, (_, i) => i));
        expect((await count(lineageId, limit)).isAllowed).toBe(false);
      },
    );

    test("counts of several keys at once each have the number that they would have alone", async () => {
      const lineageIds = Array.from({ length: 20 }, () => randomUUID());
      const rounds = [1, 2, 3, 4, 5];
      const remaining = async (id: string) => (await count(id, 4)).remaining;
      await Promise.all(lineageIds.slice(10).map(remaining));
      const answers = await Promise.all(rounds.map(() => Promise.all(lineageIds.map(remaining))));
      for (const i of lineageIds.keys()) {
        const first = i < 10 ? 3 : 2;
        expect(answers.map((round) => round[i]))
          .toEqual(rounds.map((round) => Math.max(0, first + 1 - round)));
      }
    });

    test("the window begins with the first request and lasts an hour", async () => {
      const lineageId = randomUUID();
      expect((await count(lineageId)).resetSeconds).toBe(3600);
      await pass(lineageId, hourMs / 2);
      const [half] = await counts(lineageId, 3);
      expect(half!.resetSeconds).toBeGreaterThan(1795);
      expect(half!.resetSeconds).toBeLessThanOrEqual(1800);
      await pass(lineageId, hourMs / 2 - 10_500);
      const late = await count(lineageId);
      expect(late).toMatchObject({ isAllowed: false, remaining: 0 });
      expect(late.resetSeconds).toBeGreaterThan(5);
      expect(late.resetSeconds).toBeLessThanOrEqual(11);
      // Rounded up: a caller who waits so long is allowed.
      await pass(lineageId, late.resetSeconds * 1000);
      expect(await count(lineageId))
        .toEqual({ limit: 3, remaining: 2, resetSeconds: 3600, isAllowed: true });
    });

    test("each lineage has its own window, also with the same limit", async () => {
      const [used, fresh, other] = [randomUUID(), randomUUID(), randomUUID()];
      await counts(used, 4);
      expect((await count(used)).isAllowed).toBe(false);
      expect(await count(fresh)).toMatchObject({ remaining: 2, isAllowed: true });
      expect(await count(other, 10)).toMatchObject({ limit: 10, remaining: 9, isAllowed: true });
      await pass(fresh, 1000);
      expect((await count(used)).isAllowed).toBe(false);
    });

    test("a limit that is changed starts a new window, and the window before it ends by itself", async () => {
      const lineageId = randomUUID();
      await counts(lineageId, 4);
      await pass(lineageId, 60_000);
      expect(await count(lineageId, 10, 1))
        .toEqual({ limit: 10, remaining: 9, resetSeconds: 3600, isAllowed: true });
      await pass(lineageId, 60_000);
      expect(await count(lineageId, 2, 2))
        .toEqual({ limit: 2, remaining: 1, resetSeconds: 3600, isAllowed: true });
      expect((await count(lineageId)).isAllowed).toBe(false);
    });
  });
}
