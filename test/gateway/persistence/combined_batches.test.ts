import { expect, onTestFinished, test, vi } from "vitest";
import type { BookingRequest, BookingVerdict } from "../../../core/mod.ts";
import type { ScopeBatch } from "../../../gateway/persistence/booking/batch_reads.ts";
import { CombinedBatches } from "../../../gateway/persistence/booking/combined_batches.ts";
import { unavailable } from "../../../gateway/persistence/database/faults.ts";

interface Running {
  kind: "shared" | "alone";
  /** The numbers of the organizations. */
  organizations: number[];
  /** Ends the transaction. The balances of these organizations were locked by another session. */
  end(held?: number[]): void;
  fail(error: Error): void;
}

/** Batches of organizations, whose transactions the test ends by hand. */
function byHand() {
  const running: Running[] = [];
  const run = (kind: Running["kind"], batches: readonly ScopeBatch[]) =>
    new Promise<(BookingVerdict[] | undefined)[]>((resolve, reject) => {
      const organizations = batches.map(({ scope }) => scope.organizationId);
      const verdictsOf = ({ scope, requests }: ScopeBatch) =>
        requests.map(() => ({ kind: "replayed", answer: { id: scope.organizationId } }) as never);
      const end = (held: number[] = []) =>
        resolve(
          batches.map((batch) =>
            held.includes(batch.scope.organizationId) ? undefined : verdictsOf(batch)
          ),
        );
      running.push({ kind, organizations, end, fail: reject });
    });
  const combined = new CombinedBatches({
    runShared: (batches) => run("shared", batches),
    runAlone: async (batch) => (await run("alone", [batch]))[0]!,
  });
  const book = (organizationId: number, size = 1) =>
    combined.book(
      { organizationId, environment: "LIVE" },
      Array.from({ length: size }, () => ({}) as BookingRequest),
    );
  const transaction = async (number: number) => {
    await expect.poll(() => running.length).toBeGreaterThan(number);
    return running[number]!;
  };
  return { book, running, transaction };
}

const ofOrganization = (id: number) => [{ kind: "replayed", answer: { id } }];

test("while two transactions are in progress, the batches of other organizations wait and share the next one", async () => {
  const { book, running, transaction } = byHand();
  const booked = [1, 2, 3, 4, 5].map((id) => book(id));
  expect(running.map(({ organizations }) => organizations)).toEqual([[1], [2]]);
  running[0]!.end();
  expect(await transaction(2)).toMatchObject({ kind: "shared", organizations: [3, 4, 5] });
  running[1]!.end();
  running[2]!.end();
  expect(await Promise.all(booked)).toEqual([1, 2, 3, 4, 5].map(ofOrganization));
});

test("a transaction has at most 128 bookings, or one batch", async () => {
  const { book, running, transaction } = byHand();
  for (const id of [1, 2]) void book(id);
  for (const [id, size] of [[3, 100], [4, 28], [5, 1], [6, 128]] as const) void book(id, size);
  running[0]!.end();
  expect((await transaction(2)).organizations).toEqual([3, 4]);
  running[1]!.end();
  expect((await transaction(3)).organizations).toEqual([5]);
  running[2]!.end();
  expect((await transaction(4)).organizations).toEqual([6]);
});

test("an organization whose balance another session has locked gets a transaction of its own", async () => {
  const { book, running, transaction } = byHand();
  const booked = [1, 2, 3, 4].map((id) => book(id));
  running[0]!.end();
  (await transaction(2)).end([3]);
  expect(await transaction(3)).toMatchObject({ kind: "alone", organizations: [3] });
  expect(await booked[3]).toEqual(ofOrganization(4));
  running[3]!.end();
  expect(await booked[2]).toEqual(ofOrganization(3));
});

test("after a failed transaction each organization is tried alone; one that fails again shares none for 10 s", async () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const { book, running, transaction } = byHand();
  const booked = [1, 2, 3, 4].map((id) => book(id));
  running[0]!.end();
  (await transaction(2)).fail(new Error("a defect of one of them"));
  expect(await transaction(4)).toMatchObject({ kind: "alone", organizations: [4] });
  running[3]!.fail(new Error("its defect"));
  running[4]!.end();
  await expect(booked[2]).rejects.toThrow("its defect");
  expect(await booked[3]).toEqual(ofOrganization(4));

  void book(3);
  expect(await transaction(5)).toMatchObject({ kind: "alone", organizations: [3] });
  running[1]!.end();
  await booked[1];
  nowMs = 10_000;
  for (const id of [6, 7, 3, 8]) void book(id);
  running[6]!.end();
  expect(await transaction(8)).toMatchObject({ kind: "shared", organizations: [3, 8] });
});

test("if the outcome of a transaction is not known, no booking is repeated", async () => {
  const { book, running, transaction } = byHand();
  const booked = [1, 2, 3, 4].map((id) => book(id));
  running[0]!.end();
  (await transaction(2)).fail(unavailable());
  await expect(booked[2]).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(booked[3]).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(running).toHaveLength(3);
});

test("organizations that wait for their gates do not keep others from starting", async () => {
  const { book, transaction } = byHand();
  for (const id of [1, 2, 3]) void book(id);
  expect(await transaction(2)).toMatchObject({ organizations: [3] });
});

test("shared transactions that hang delay others by 1 s", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { book, running } = byHand();
  const organizationsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return running.map(({ organizations }) => organizations);
  };
  for (const id of [1, 2, 3, 4]) void book(id);
  running[0]!.end();
  expect(await organizationsAfter(0)).toEqual([[1], [2], [3, 4]]);
  for (const id of [5, 6]) void book(id);
  running[1]!.end();
  expect(await organizationsAfter(0)).toEqual([[1], [2], [3, 4], [5, 6]]);
  void book(7);
  expect(await organizationsAfter(999)).toHaveLength(4);
  expect(await organizationsAfter(1)).toEqual([[1], [2], [3, 4], [5, 6], [7]]);
});
