import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { Seeded } from "../seeded.ts";

/** Where callers book, and how many of them do. */
export interface CallersOptions {
  url: string;
  tenant: Pick<Seeded, "departmentId"> & { key: string };
  count: number;
  /** Whether bookings are repeated under their keys: some at once, and the very first one all the time. */
  replays: boolean;
}

/** Creates appointments without a pause, each until it is answered 201. Any other answer than 503 is a fault. */
export function startCallers({ url, tenant, count, replays: hasReplays }: CallersOptions) {
  const made = new Map<string, number>();
  let number = 0;
  let replays = 0;
  let refused = 0;
  let isOver = false;
  const faults: unknown[] = [];

  async function post(name: string): Promise<{ status: number; id?: number; isReplay: boolean }> {
    const response = await fetch(`${url}/api/v1/appointments`, {
      method: "POST",
      headers: {
        "X-API-Key": tenant.key,
        "Content-Type": "application/json",
        "Idempotency-Key": name,
      },
      body: JSON.stringify({
        departmentId: tenant.departmentId,
        dateTime: dateTimeOf(name),
        name,
      }),
    });
    const body = await response.json() as { id?: number };
    const { status } = response;
    if (status !== 201 && status !== 503) {
      throw new Error(`A creation was answered ${status}: ${JSON.stringify(body)}`);
    }
    const isReplay = response.headers.get("Idempotent-Replayed") === "true";
    return { status, isReplay, ...(body.id !== undefined && { id: body.id }) };
  }

  async function book(name: string): Promise<void> {
    const { status, id } = await post(name);
    if (status === 503) {
      refused += 1;
      await delay(20);
      return isOver ? undefined : book(name);
    }
    made.set(name, id!);
  }

  async function replay(name: string): Promise<void> {
    const { status, id, isReplay } = await post(name);
    if (status === 503) return;
    if (id !== made.get(name) || !isReplay) throw new Error(`${name} was booked again: ${id}`);
    replays += 1;
  }

  async function call(): Promise<void> {
    while (!isOver) {
      number += 1;
      const name = `booking ${number}`;
      await book(name);
      if (!hasReplays) continue;
      if (number % 4 === 0 && made.has(name)) await replay(name);
      if (number % 4 === 2 && made.has("booking 1")) await replay("booking 1");
    }
  }

  const calls = Array.from({ length: count }, () =>
    call().catch((error: unknown) => {
      faults.push(error);
    }));
  async function stop(): Promise<void> {
    isOver = true;
    await Promise.all(calls);
    expect(faults.map(String)).toEqual([]);
  }
  return {
    made,
    replays: () => replays,
    refused: () => refused,
    stop,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(calls);
    },
  };
}

/** The same time for the same name; a slot for each thousand bookings, since one slot holds 10,000 at most. */
function dateTimeOf(name: string): string {
  const thousands = Math.floor(Number(name.split(" ")[1]) / 1000);
  const first = Temporal.PlainDateTime.from("2038-03-01T10:00:00");
  return first.add({ hours: thousands }).toString({ smallestUnit: "second" });
}
