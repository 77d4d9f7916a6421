import { expect, test } from "vitest";
import { WaitingLine, type WaitingLineOptions } from "../../gateway/waiting_line.ts";

/** A line whose works begin in an order, and run until the test ends them. */
function openLine(options: Partial<WaitingLineOptions> = {}) {
  const line = new WaitingLine<string>({
    maxAtOnce: 1,
    refusal: () => new Error("refused"),
    ...options,
  });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (
    name: string,
    wait: { key?: string; maxWaitMs?: number; signal?: AbortSignal } = {},
  ) =>
    line.run({ key: "", ...wait }, () => {
      started.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      ends.set(name, () => name === "bad" ? reject(new Error("failed")) : resolve(name));
      return promise;
    });
  const end = async (name: string) => {
    await expect.poll(() => started).toContain(name);
    ends.get(name)!();
  };
  return { run, end, started };
}

test("no more than the bound runs at once, and the others follow in order, also after a failure", async () => {
  const { run, end, started } = openLine({ maxAtOnce: 2 });
  const runs = ["bad", "b", "c", "d"].map((name) => run(name));
  await end("bad");
  await expect(runs[0]).rejects.toThrow("failed");
  await end("b");
  expect(started).toEqual(["bad", "b", "c"]);
  await end("c");
  await end("d");
  expect(await Promise.all(runs.slice(1))).toEqual(["b", "c", "d"]);
});

test("with a full line, work is refused at once and never runs", async () => {
  const { run, end, started } = openLine({ maxWaiting: 1 });
  const runs = [run("a"), run("b")];
  await expect(run("c")).rejects.toThrow("refused");
  await end("a");
  await end("b");
  await Promise.all(runs);
  runs.push(run("d"));
  await end("d");
  expect(started).toEqual(["a", "b", "d"]);
});

test("work that waits too long is refused, never runs, and gives up its place in the line", async () => {
  const { run, end, started } = openLine({ maxWaiting: 1 });
  const first = run("a");
  await expect(run("b", { maxWaitMs: 20 })).rejects.toThrow("refused");
  const third = run("c");
  await end("a");
  await end("c");
  await Promise.all([first, third]);
  expect(started).toEqual(["a", "c"]);
});

test("a wait ends with the reason of its signal, also if the signal was aborted before", async () => {
  const { run, end, started } = openLine();
  const first = run("a");
  const leaving = new AbortController();
  const left = run("b", { signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await end("a");
  await first;
  await expect(run("c", { signal: leaving.signal })).rejects.toThrow("gone");
  expect(started).toEqual(["a"]);
});

test("keys take turns, and a key at its own bound lets the others pass", async () => {
  const { run, end, started } = openLine({ maxAtOnce: 2, maxPerKey: 1 });
  const names = ["a1", "a2", "a3", "b1", "c1"];
  const runs = names.map((name) => run(name, { key: name[0]! }));
  await expect.poll(() => started).toEqual(["a1", "b1"]);
  for (const name of ["b1", "a1", "c1", "a2", "a3"]) await end(name);
  await Promise.all(runs);
  expect(started).toEqual(["a1", "b1", "c1", "a2", "a3"]);
});

test("in a full line the key with most loses its last one to a key with fewer", async () => {
  const { run, end, started } = openLine({ maxWaiting: 3 });
  const first = run("a");
  const flood = ["b", "c", "d"].map((name) => run(name, { key: "flood" }));
  const refused = Promise.allSettled([flood[2], run("e", { key: "flood" })]);
  const own = run("own", { key: "own" });
  expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(run("later", { key: "own" })).rejects.toThrow("refused");
  for (const name of ["a", "b", "own", "c"]) await end(name);
  expect(await Promise.all([first, flood[0], own, flood[1]])).toEqual(["a", "b", "own", "c"]);
  expect(started).toEqual(["a", "b", "own", "c"]);
});
