import { expect, test } from "vitest";
import { gather } from "../../../gateway/persistence/database/gather.ts";

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

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a single read is sent in the same turn of the event loop", async () => {
  const { sent, read } = byHand();
  const value = read("a");
  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([["a"]]);
  sent[0]!.answer();
  expect(await value).toBe("a!");
});

test("keys of one turn, and keys that wait for statements in flight, are read in one statement", async () => {
  const { sent, read } = byHand();
  const values = ["a", "b"].map(read);
  await turn();
  values.push(read("c"));
  await turn();
  values.push(...["d", "e", "d"].map(read));
  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([["a", "b"], ["c"]]);
  sent[1]!.answer();
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]!.keys).toEqual(["d", "e", "d"]);
  sent[0]!.answer();
  sent[2]!.answer();
  expect(await Promise.all(values)).toEqual(["a!", "b!", "c!", "d!", "e!", "d!"]);
});

test("a failed statement rejects only the reads that it was sent for", async () => {
  const { sent, read } = byHand();
  const values = [read("a")];
  await turn();
  values.push(read("b"), read("c"));
  await turn();
  sent[0]!.fail(new Error("lost"));
  sent[1]!.answer();
  const statuses = (await Promise.allSettled(values)).map(({ status }) => status);
  expect(statuses).toEqual(["rejected", "fulfilled", "fulfilled"]);
});

test("a statement reads at most 200 keys", async () => {
  const { sent, read } = byHand();
  const values = Promise.all(Array.from({ length: 300 }, (_, i) => read(`${i}`)));
  for (let answered = 0; answered < 2; answered += 1) {
    await expect.poll(() => sent.length).toBeGreaterThan(answered);
    sent[answered]!.answer();
  }
  expect(sent.map(({ keys }) => keys.length)).toEqual([200, 100]);
  expect(await values).toHaveLength(300);
});
