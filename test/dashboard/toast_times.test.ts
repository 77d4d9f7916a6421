import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastTimes } from "../../gateway/dashboard/ui/toast_times.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a toast ends after 5 seconds", () => {
  const ended: number[] = [];
  const times = new ToastTimes((id) => ended.push(id));
  times.start(1);
  vi.advanceTimersByTime(3000);
  times.start(2);
  vi.advanceTimersByTime(2000);
  expect(ended).toEqual([1]);
  vi.advanceTimersByTime(3000);
  expect(ended).toEqual([1, 2]);
});

test("a toast stays while the pointer or the focus is on it, and two seconds longer", () => {
  const ended: number[] = [];
  const times = new ToastTimes((id) => ended.push(id));
  times.start(1);
  vi.advanceTimersByTime(4900);
  times.pause();
  vi.advanceTimersByTime(60_000);
  expect(ended).toEqual([]);
  times.resume();
  vi.advanceTimersByTime(1999);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual([1]);
});

test("a toast that was dismissed does not end again", () => {
  const ended: number[] = [];
  const times = new ToastTimes((id) => ended.push(id));
  times.start(1);
  times.stop(1);
  vi.advanceTimersByTime(10_000);
  expect(ended).toEqual([]);
});
