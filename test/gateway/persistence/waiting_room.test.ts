import { describe, expect, test } from "vitest";
import { type Waiter, WaitingRoom } from "../../../gateway/persistence/webhooks/waiting_room.ts";

const live = { organizationId: 1, environment: "LIVE" as const };

/** A reader that notes in `ended` when its wait ends. */
function waiter(name: string, ended: string[], more: object = {}, position = 1): Waiter {
  const reader = { ...live, lineageId: "a", ...more };
  return { reader, position, end: (outcome) => void ended.push(`${name} ${outcome}`) };
}

test("a transaction wakes the readers of its scope that do not have it yet", () => {
  const room = new WaitingRoom();
  const ended: string[] = [];
  room.add(waiter("mine", ended));
  room.add(waiter("ahead", ended, {}, 2));
  room.add(waiter("in TEST", ended, { environment: "TEST" }));
  room.add(waiter("of another", ended, { organizationId: 2 }));
  room.announce(live, 1);
  expect(ended).toEqual(["mine transaction"]);
  expect(room.scopes).toHaveLength(3);
});

test("a key wakes its first readers, then the next, and does not delay another key", () => {
  const room = new WaitingRoom({ maxWokenPerKey: 2 });
  const ended: string[] = [];
  const all = ["1", "2", "3", "4", "5"].map((name) => waiter(name, ended));
  for (const one of all) room.add(one);
  room.add(waiter("other", ended, { lineageId: "b" }));
  room.announce(live, 1);
  expect(ended).toEqual(["1 transaction", "2 transaction", "other transaction"]);
  for (const one of all.slice(0, 2)) room.delete(one);
  ended.length = 0;
  room.announce(live, 1);
  expect(ended).toEqual(["3 transaction", "4 transaction", "other transaction"]);
});

describe("a full room", () => {
  test("has a place for another organization, however many readers one sends", () => {
    const room = new WaitingRoom({ maxReaders: 12 });
    const add = (organizationId: number, lineageId: string) =>
      room.add(waiter("", [], { organizationId, lineageId }));
    const admitted = Array.from({ length: 20 }, (_, i) => add(1, `key ${i}`)).filter(Boolean);
    expect(admitted).toHaveLength(6);
    expect(add(2, "its own key")).toBe(true);
    expect(add(1, "key 21")).toBe(false);
  });

  test("has a place again when a reader has left", () => {
    const room = new WaitingRoom({ maxReaders: 2 });
    const one = waiter("1", []);
    expect(room.add(one)).toBe(true);
    expect(room.add(waiter("2", []))).toBe(false);
    room.delete(one);
    expect(room.isEmpty).toBe(true);
    expect(room.add(waiter("2", []))).toBe(true);
  });
});
