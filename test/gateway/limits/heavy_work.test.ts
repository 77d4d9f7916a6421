import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { DomainError, HeavyTurn } from "../../../core/mod.ts";
import { createHeavyWork, type HeavyWorkOptions } from "../../../gateway/limits/heavy_work.ts";

const two = { maxAtOnce: 2, maxPerOrganization: 1 };

function open(options: Partial<HeavyWorkOptions> = {}) {
  const work = createHeavyWork({ bounds: { report: two, desk: two }, ...options });
  const order: number[] = [];
  /** Enters for an organization. `order` gets its id when it has entered. */
  const enter = (organizationId: number, more: object = {}): Promise<HeavyTurn> => {
    const entered = work.enter({ kind: "report", organizationId, ...more }).then((turn) => {
      order.push(organizationId);
      return turn;
    });
    // A test may end before a request of it is refused.
    entered.catch(() => {});
    return entered;
  };
  return { ...work, enter, order };
}

const leave = async (turn: HeavyTurn) => {
  turn[Symbol.dispose]();
  // A report's place is free in the next turn of timers.
  await new Promise((resolve) => setTimeout(resolve, 5));
};
const codeOf = (refused: Promise<unknown>) =>
  refused.then(() => undefined, (error: DomainError) => error.code);

describe("heavy work", () => {
  test("of one organization runs one at a time, at the same time as another organization's", async () => {
    const { enter, order } = open();
    const first = await enter(1);
    void enter(1);
    const other = await enter(2);
    await setImmediate();
    expect(order).toEqual([1, 2]);
    await leave(first);
    expect(order).toEqual([1, 2, 1]);
    await leave(other);
  });

  test("is admitted organization by organization, however many requests one has", async () => {
    const { enter, order } = open({ bounds: { report: { ...two, maxAtOnce: 1 }, desk: two } });
    const turns = [1, 1, 1, 1, 2, 3].map((organizationId) => enter(organizationId));
    for (const place of [0, 1, 4, 5, 2, 3]) await leave(await turns[place]!);
    expect(order).toEqual([1, 1, 2, 3, 1, 1]);
  });

  test("knows whether it has waited", async () => {
    const { enter } = open();
    const first = await enter(1);
    const second = enter(1);
    await leave(first);
    expect([first.hasWaited, (await second).hasWaited]).toEqual([false, true]);
  });

  test("of reports and of the desk do not wait for each other", async () => {
    const { enter, order } = open();
    await enter(1);
    await enter(1, { kind: "desk" });
    expect(order).toEqual([1, 1]);
  });

  test("is refused with 503 after too long a wait; its place goes to the next in the queue", async () => {
    const { enter, order } = open({ maxWaitMs: 20 });
    const first = await enter(1);
    const patient = enter(1, { isPatient: true });
    expect(await codeOf(enter(1))).toBe("SERVICE_UNAVAILABLE");
    await leave(first);
    await patient;
    expect(order).toEqual([1, 1]);
  });

  test("of a disconnected caller does not start, and its running work is aborted", async () => {
    const { enter, order } = open();
    const gone = new AbortController();
    const running = await enter(1, { signal: gone.signal });
    const waiting = enter(1, { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(running.pause()).rejects.toThrow("gone");
    expect(order).toEqual([1]);
  });

  test.each([
    ["its deadline", { deadlineMs: 20 }, {}],
    ["the deadline of its request", {}, { deadlineMs: 20 }],
  ])("ends at %s", async (_, options, request) => {
    const { enter } = open(options);
    const { signal, pause } = await enter(1, request);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(await codeOf(pause())).toBe("QUERY_TIMEOUT");
  });

  test("releases its place only once, also if disposed twice", async () => {
    const { enter, order } = open();
    const first = await enter(1);
    await leave(first);
    await leave(first);
    await enter(1);
    void enter(1);
    await setImmediate();
    expect(order).toEqual([1, 1]);
  });

  test("takes turns of the event loop one after another", async () => {
    const { nextTurn } = open();
    let turn = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turn += 1) await setImmediate();
    })();
    const turns = await Promise.all([1, 2, 3].map(() => nextTurn().then(() => turn)));
    isOver = true;
    await counting;
    expect(new Set(turns).size).toBe(3);
  });
});
