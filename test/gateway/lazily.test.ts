import { expect, test } from "vitest";
import { lazily, loadInSteps } from "../../gateway/lazily.ts";

test("concurrent and later calls share one load", async () => {
  let loads = 0;
  const value = lazily(async () => ({ load: ++loads }));
  expect(loads).toBe(0);
  const [first, second] = await Promise.all([value(), value()]);
  expect(first).toBe(second);
  expect(await value()).toEqual({ load: 1 });
});

test("a failed load fails the calls that wait for it, and the next call loads again", async () => {
  let loads = 0;
  const value = lazily(async () => {
    loads += 1;
    if (loads === 1) throw new Error("too many open files");
    return loads;
  });
  const results = await Promise.allSettled([value(), value()]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await value()).toBe(2);
});

test("a load in steps lets other work run between two steps", async () => {
  const done: string[] = [];
  await loadInSteps(
    async () => void setImmediate(() => done.push("a request")),
    async () => done.push("the second step"),
  );
  expect(done).toEqual(["a request", "the second step"]);
});
