import { expect, test } from "vitest";
import { createTurns } from "../../../gateway/security/turns.ts";

/** Work that has begun, in order, and goes on until it is released. */
function createWorks(inTurn: ReturnType<typeof createTurns>) {
  const started: number[] = [];
  const releases: (() => void)[] = [];
  const run = (i: number) =>
    inTurn(async () => {
      started.push(i);
      await new Promise<void>((resolve) => void (releases[i] = resolve));
      if (i === 0) throw new Error("failed");
    });
  return { started, run, release: (i: number) => releases[i]!() };
}

test("createTurns() runs no more than its limit at once, in order, also after a failure", async () => {
  const { started, run, release } = createWorks(
    createTurns(2, { maxWaiting: 10, maxWaitMs: 60_000 }),
  );
  const runs = [0, 1, 2, 3].map(run);
  expect(started).toEqual([0, 1]);
  release(0);
  await expect(runs[0]).rejects.toThrow("failed");
  expect(started).toEqual([0, 1, 2]);
  release(1);
  await runs[1];
  expect(started).toEqual([0, 1, 2, 3]);
  release(2);
  release(3);
  await Promise.all(runs.slice(1));
});

test("createTurns() refuses work at once, without running it, if the queue is full", async () => {
  const { started, run, release } = createWorks(
    createTurns(1, { maxWaiting: 2, maxWaitMs: 60_000 }),
  );
  const runs = [1, 2, 3].map(run);
  await expect(run(4)).rejects.toMatchObject({
    name: "DomainError",
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringMatching(/\. Try again shortly$/),
  });
  release(1);
  await runs[0];
  runs.push(run(5));
  await expect(run(6)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  for (const i of [2, 3, 5]) {
    await expect.poll(() => started).toContain(i);
    release(i);
  }
  await Promise.all(runs);
  expect(started).toEqual([1, 2, 3, 5]);
});

test("createTurns() refuses work that has waited too long, without running it", async () => {
  const { started, run, release } = createWorks(createTurns(1, { maxWaiting: 2, maxWaitMs: 20 }));
  const first = run(1);
  await expect(run(2)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  release(1);
  await first;
  const third = run(3);
  await expect.poll(() => started).toEqual([1, 3]);
  release(3);
  await third;
});
