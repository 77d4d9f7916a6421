import { expect, test } from "vitest";
import { gather } from "../../../gateway/persistence/gather.ts";

/** A gathered read whose statements the test answers by hand. */
function byHand() {
  const sent: { keys: string[]; answer(): void; fail(error: Error): void }[] = [];
  const read = gather((keys: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      sent.push({ keys, answer: () => resolve(keys.map((key) => `${key}!`)), fail: reject });
    })
  );
  return { sent, read };
}

test("a read alone is sent at once", async () => {
  const { sent, read } = byHand();
  const value = read("a");
  expect(sent.map(({ keys }) => keys)).toEqual([["a"]]);
  sent[0]!.answer();
  expect(await value).toBe("a!");
});

test("what is asked while statements are in flight is read by the next, and joins none of those", async () => {
  const { sent, read } = byHand();
  const values = Promise.all(["a", "b", "c", "d", "c"].map(read));
  expect(sent.map(({ keys }) => keys)).toEqual([["a"], ["b"]]);
  sent[1]!.answer();
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]!.keys).toEqual(["c", "d", "c"]);
  sent[0]!.answer();
  sent[2]!.answer();
  expect(await values).toEqual(["a!", "b!", "c!", "d!", "c!"]);
});

test("a statement that fails fails those that it read for, and no others", async () => {
  const { sent, read } = byHand();
  const values = Promise.allSettled(["a", "b", "c"].map(read));
  sent[0]!.fail(new Error("lost"));
  await expect.poll(() => sent.length).toBe(3);
  sent[1]!.answer();
  sent[2]!.answer();
  expect((await values).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

test("a statement reads 200 at most", async () => {
  const { sent, read } = byHand();
  const values = Promise.all(Array.from({ length: 300 }, (_, i) => read(`${i}`)));
  for (let answered = 0; answered < 4; answered += 1) {
    await expect.poll(() => sent.length).toBeGreaterThan(answered);
    sent[answered]!.answer();
  }
  expect(sent.map(({ keys }) => keys.length)).toEqual([1, 1, 200, 98]);
  expect(await values).toHaveLength(300);
});
