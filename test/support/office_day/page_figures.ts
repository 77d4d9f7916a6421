import type { Page } from "playwright-core";
import { percentile } from "../percentile.ts";
import { longTaskProbe } from "./probes.ts";

/** The memory of a page after its garbage is collected. */
export interface PageMemory {
  heapMb: number;
  nodes: number;
}

/** Returns the memory that a page needs now. */
export async function memoryOf(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("HeapProfiler.enable");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes } = await session.send("Memory.getDOMCounters");
    return { heapMb: Math.round(usedSize / 1e5) / 10, nodes };
  } finally {
    await session.detach();
  }
}

/** Observes a page from its first moment on. Returns the lengths of its tasks of 50 ms and more, in milliseconds. */
export async function observeLongTasks(page: Page): Promise<readonly number[]> {
  const longTasks: number[] = [];
  await page.exposeFunction("noteLongTask", (ms: number) => void longTasks.push(ms));
  await page.addInitScript(longTaskProbe);
  return longTasks;
}

/** Returns the distribution of some times as a text, such as `412 times, p50 120, p95 340, longest 520 ms`. */
export function timesText(ms: readonly number[]): string {
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) =>
    share === 1 ? Math.round(Math.max(0, ...ms)) : percentile(ms, share)
  );
  return `${ms.length} times, p50 ${p50}, p95 ${p95}, longest ${longest} ms`;
}

/**
 * Watches the main thread of a page from now on. Returns a function that returns the seconds that it has worked, in time of
 * the processor: other work of the machine does not count.
 */
export async function watchMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  const before = await worked();
  return async () => await worked() - before;
}
