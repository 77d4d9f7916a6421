import { expect } from "vitest";
import { BookingClient, BookingConnectionError } from "../../../rest-adapter/client/mod.ts";
import { type Api, startApi } from "../../support/api.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { startService } from "../../support/running_service.ts";
import { proof } from "./proof.ts";

const kills = 60;
const bookingsPerKill = 40;

/** A caller that follows the present address of one of the two processes. */
function clientOf(api: Api, process: number, apiKey: string): BookingClient {
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return globalThis.fetch(`${api.services[process]!.url}${pathname}${search}`, init);
  };
  return new BookingClient({ apiKey, baseUrl: "http://service", fetch, maxAttempts: 10 });
}

proof("feed", async (progress) => {
  await using api = await startApi({ processes: 2 });
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  const { nextCursor: start } = await clientOf(api, 0, tenant.key).events.list();
  const made = new Set<number>();
  const stop = new AbortController();
  let number = 0;
  const writers = Array.from({ length: 16 }, async (_, i) => {
    const client = clientOf(api, i % 2, tenant.key);
    while (!stop.signal.aborted) {
      number += 1;
      const body = {
        departmentId: tenant.departmentId,
        dateTime: `2038-03-01T10:${String(number % 60).padStart(2, "0")}`,
        name: `Person ${number}`,
      };
      const idempotencyKey = `booking ${number}`;
      for (let isDone = false; !isDone;) {
        try {
          made.add((await client.appointments.create(body, { idempotencyKey })).id);
          isDone = true;
        } catch (error) {
          if (!(error instanceof BookingConnectionError)) throw error;
        }
      }
    }
  });

  // Two readers follow while the processes are killed. One continues by its cursor after every hundred events.
  const reading = new AbortController();
  const seen: number[][] = [[], []];
  const readers = seen.map(async (ids, i) => {
    const client = clientOf(api, i, tenant.key);
    let cursor = start;
    while (!reading.signal.aborted) {
      let events = 0;
      const options = { after: cursor, types: ["appointment.created"] as const };
      for await (
        const one of client.events.subscribe({ ...options, signal: reading.signal })
      ) {
        ids.push((one.event.data.object as { id: number }).id);
        cursor = one.cursor;
        events += 1;
        if (i === 1 && events === 100) break;
      }
    }
  });

  for (let kill = 1; kill <= kills; kill += 1) {
    const before = made.size;
    await expect.poll(() => made.size, { timeout: 60_000 })
      .toBeGreaterThan(before + bookingsPerKill);
    const process = kill % 2;
    await api.services[process]!.stop("SIGKILL");
    api.services[process] = await startService(api.databaseUrl, { LOG_LEVEL: "error" });
    if (kill % 10 === 0) progress(`${kill} of ${kills} kills, ${made.size} bookings`);
  }
  stop.abort();
  await Promise.all(writers);
  const books = await checkLedger(api.databaseUrl);
  expect(books.appointments).toBe(made.size);
  // Both have read every booking. The ids are in the order of the commits of an organization.
  const inOrder = [...made].toSorted((a, b) => a - b);
  await expect.poll(() => seen.map((ids) => new Set(ids).size), { timeout: 120_000 })
    .toEqual([made.size, made.size]);
  reading.abort();
  await Promise.all(readers);
  for (const ids of seen) expect([...new Set(ids)]).toEqual(inOrder);
  // Without a restart of the reader, nothing came twice.
  expect(seen[0]).toHaveLength(made.size);
  return {
    "kill -9 of the services": kills,
    bookings: made.size,
    "missed by two readers": 0,
    "repeated after restarts of the second": seen[1]!.length - made.size,
  };
});
