import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { BookingRequest, BookingVerdict } from "../../../core/mod.ts";
import { BookingQueue } from "../../../gateway/persistence/booking/booking_queue.ts";
import { Lane } from "../../../gateway/persistence/database/lane.ts";
import { RolledBackError } from "../../../gateway/persistence/database/faults.ts";

afterEach(() => void vi.restoreAllMocks());

const request = (name: string) => ({ name }) as BookingRequest;
const verdict = (name: string) => ({ kind: "replayed", answer: { name } }) as BookingVerdict;
const nameOf = (made: BookingVerdict) => made.kind === "replayed" && made.answer.name;

/** A queue in a lane of its own, whose batches the test ends by hand. */
function byHand() {
  const lane = new Lane(() => {});
  const batches: { names: string[]; end(): void; fail(error: Error): void }[] = [];
  const queue = new BookingQueue(
    (job) => lane.run(job),
    async (requests) => {
      // As the pool of the driver: it gives a connection after all microtasks.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      const names = requests.map(({ name }) => name);
      return new Promise((resolve, reject) => {
        batches.push({ names, end: () => resolve(names.map(verdict)), fail: reject });
      });
    },
    () => {},
  );
  const book = (name: string) => queue.book(request(name));
  const batch = async (number: number) => {
    await expect.poll(() => batches.length).toBeGreaterThan(number);
    return batches[number]!;
  };
  return { book, batch, batches, lane };
}

test("a single booking is decided at once, and bookings that arrive meanwhile form the next batch", async () => {
  const { book, batch } = byHand();
  const booked = [book("a")];
  expect((await batch(0)).names).toEqual(["a"]);
  booked.push(book("b"), book("c"));
  (await batch(0)).end();
  expect((await batch(1)).names).toEqual(["b", "c"]);
  (await batch(1)).end();
  expect((await Promise.all(booked)).map(nameOf)).toEqual(["a", "b", "c"]);
});

test("the next batch is sent before the callers of the batch before go on", async () => {
  const { book, batch, batches } = byHand();
  const sentBefore = book("a").then(() => batches.length);
  await batch(0);
  const second = book("b");
  (await batch(0)).end();
  expect(await sentBefore).toBe(2);
  (await batch(1)).end();
  expect(nameOf(await second)).toBe("b");
});

test("a batch has at most 128 bookings", async () => {
  const { book, batch } = byHand();
  const booked = Array.from({ length: 200 }, (_, i) => book(`${i}`));
  for (const [number, size] of [128, 72].entries()) {
    expect((await batch(number)).names).toHaveLength(size);
    (await batch(number)).end();
  }
  expect((await Promise.all(booked)).map(nameOf)).toEqual(booked.map((_, i) => `${i}`));
});

test("with 2,000 waiting bookings, another one is rejected at once", async () => {
  const { book, batches } = byHand();
  for (let i = 0; i < 2000; i += 1) book(`${i}`).catch(() => {});
  await expect(book("one more")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(batches.flatMap(({ names }) => names)).not.toContain("one more");
});

test("a booking that waited more than 5 s is rejected at its turn, and the others are decided", async () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const { book, batch } = byHand();
  void book("first");
  await batch(0);
  const late = book("late");
  nowMs = 4500;
  const inTime = book("in time");
  nowMs = 5001;
  (await batch(0)).end();
  await expect(late).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect((await batch(1)).names).toEqual(["in time"]);
  (await batch(1)).end();
  expect(nameOf(await inTime)).toBe("in time");
});

test("bookings that wait behind a batch that hangs are rejected after 5 s", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { book, batches } = byHand();
  void book("first");
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  const [refused] = await Promise.allSettled([
    book("second"),
    vi.advanceTimersByTimeAsync(5000),
  ]);
  expect(refused).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
  expect(batches).toHaveLength(1);
});

test("changes and bookings take turns: a change waits for one batch, not for all bookings", async () => {
  const { book, batch, batches, lane } = byHand();
  const order: string[] = [];
  const booked = [book("a")];
  await batch(0);
  booked.push(book("b"));
  const changed = lane.run(async () => void order.push(`change after ${batches.length} batches`));
  booked.push(book("c"));
  (await batch(0)).end();
  expect((await batch(1)).names).toEqual(["b", "c"]);
  expect(order).toEqual([]);
  booked.push(book("d"));
  (await batch(1)).end();
  await changed;
  expect(order).toEqual(["change after 2 batches"]);
  (await batch(2)).end();
  expect((await Promise.all(booked)).map(nameOf)).toEqual(["a", "b", "c", "d"]);
});

test("a batch that has certainly rolled back is tried again member by member", async () => {
  const { book, batch } = byHand();
  const booked = Promise.allSettled(["a", "b", "c"].map(book));
  (await batch(0)).fail(new Error("a defect of one of them"));
  expect((await batch(1)).names).toEqual(["a"]);
  (await batch(1)).end();
  expect((await batch(2)).names).toEqual(["b"]);
  (await batch(2)).fail(new Error("a defect"));
  (await batch(3)).end();
  expect((await booked).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("while the database stays away, the whole batch is rejected after one member was tried", async () => {
  const { book, batch, batches } = byHand();
  const booked = Promise.allSettled(["a", "b", "c"].map(book));
  (await batch(0)).fail(new RolledBackError("lost"));
  (await batch(1)).fail(new RolledBackError("lost"));
  const codes = (await booked).map((one) => one.status === "rejected" && one.reason.code);
  expect(codes).toEqual(Array.from({ length: 3 }, () => "SERVICE_UNAVAILABLE"));
  expect(batches).toHaveLength(2);
});
