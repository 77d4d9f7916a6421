import type { Page } from "playwright-core";

interface Watching {
  longest: number;
  observe(): void;
}

// What a page knows of its own work; written as text, since Node has no such things.
const watch = `(() => {
  const watching = { longest: 0 };
  const note = (list) => {
    for (const { duration } of list.getEntries()) {
      watching.longest = Math.max(watching.longest, duration);
    }
  };
  const observer = new PerformanceObserver(note);
  observer.observe({ entryTypes: ["longtask"] });
  watching.observe = () => note({ getEntries: () => observer.takeRecords() });
  globalThis.watching = watching;
})()`;

/** The longest task of the page's one thread meanwhile, in milliseconds; what is below 50 counts as 0. */
export async function longestTaskWhile(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watch);
  await act();
  // Two frames later everything that was caused is drawn.
  await page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))");
  return page.evaluate(() => {
    const { watching } = globalThis as unknown as { watching: Watching };
    watching.observe();
    return watching.longest;
  });
}

/** Milliseconds from a press of a key that moves the choice to the frame that shows it moved. */
export async function paintTime(page: Page, key: string): Promise<number> {
  await page.evaluate(`(() => {
    const chosen = () => document.querySelector("[role=row][aria-selected=true]")?.id;
    const before = chosen();
    globalThis.painted = new Promise((resolve) => {
      addEventListener("keydown", ({ timeStamp }) => {
        const look = () => chosen() === before
          ? requestAnimationFrame(look)
          : requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        look();
      }, { once: true, capture: true });
    });
  })()`);
  await page.keyboard.press(key);
  return page.evaluate<number>("globalThis.painted");
}
