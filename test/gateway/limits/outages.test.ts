import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchOutages } from "../../../gateway/limits/outages.ts";
import { linesOf } from "./lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one loss of Redis under load is one line, its return is one, and a late failure is no second loss", async () => {
  const { lines, log } = linesOf();
  const redis = new EventEmitter();
  let isThere = true;
  const count = async () => {
    if (!isThere) throw new Error("no answer");
    return { count: 1, msLeft: 1 };
  };
  const probed = { count, takeBack: async () => {} };
  const watching = watchOutages(
    Object.assign(redis, { disconnect() {} }) as never,
    { probed, form: "server", log },
  );
  redis.emit("ready");
  const { ask, isUp, close } = await watching;
  const late = Promise.withResolvers<never>();
  const underWay = Array.from({ length: 1000 }, (_, i) => ask(`${i}`, count));
  const lateOne = ask("late", () => late.promise);
  await Promise.all(underWay);

  isThere = false;
  await Promise.all(Array.from({ length: 1000 }, (_, i) => ask(`${i}`, count)));
  redis.emit("error", new Error("refused"));
  redis.emit("close");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isUp()).toBe(false);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1000);
  late.reject(new Error("no answer"));
  expect(await lateOne).toBeUndefined();
  expect(isUp()).toBe(true);
  close();
  expect(lines.map(({ msg, reason }) => reason ?? msg)).toEqual([
    "limits are counted in Redis",
    "no answer",
    "limits are counted in Redis",
  ]);
});
