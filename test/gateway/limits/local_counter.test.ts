import { afterEach, expect, test, vi } from "vitest";
import { createLocalCounter } from "../../../gateway/limits/counter.ts";

afterEach(() => void vi.useRealTimers());

test("windows that have ended are forgotten, so that memory does not grow", async () => {
  let nowMs = 5000;
  const counter = createLocalCounter({ seconds: 60 }, () => nowMs);
  for (let i = 0; i < 50; i += 1) await counter.count(`${i}`);
  nowMs += 59_999;
  await counter.count("last");
  expect(counter.size()).toBe(51);
  nowMs += 1;
  await counter.count("last");
  expect(counter.size()).toBe(1);
});

test.each([40, -40])(
  "a window lasts as long when the machine's clock jumps by %i days",
  async (days) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let nowMs = 0;
    const counter = createLocalCounter({ seconds: 3600 }, () => nowMs);
    await counter.count("key");
    vi.setSystemTime(Date.now() + days * 86_400_000);
    nowMs = 3_599_999;
    expect(await counter.count("key")).toMatchObject({ count: 2, msLeft: 1 });
    nowMs = 3_600_000;
    expect(await counter.count("key")).toMatchObject({ count: 1, msLeft: 3_600_000 });
  },
);
