import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { openPersistence } from "../../../gateway/persistence/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { noContact } from "../../../core/contact.ts";

const request = {
  name: "Ada",
  phone: "",
  note: "",
  ...noContact,
  workerId: null,
  externalUserId: null,
  idempotency: null,
  usage: null,
};

test("a transaction reports its bookings once, with the time until another session frees the balance", async () => {
  const connectionString = await freshDatabase();
  await using seeding = await openService(connectionString);
  const { actor, departmentId, ...scope } = await seedOrganization(seeding, { slotCapacity: 5 });
  const onBookings = vi.fn<(transaction: { bookings: number; lockSeconds: number }) => void>();
  const persistence = await openPersistence({
    connectionString,
    poolSize: 10,
    now: () => Temporal.Now.instant(),
    onBookings,
  });
  const dateTime = Temporal.PlainDateTime.from("2037-03-01T10:00");
  const book = () =>
    persistence.gate.book(scope, {
      ...request,
      actor,
      departmentId,
      dateTime,
      qrCode: crypto.randomUUID(),
    });
  expect((await book()).kind).toBe("booked");
  expect(onBookings.mock.calls).toEqual([[{ bookings: 1, lockSeconds: expect.any(Number) }]]);

  const holder = new Client({ connectionString });
  await holder.connect();
  await holder.query("begin; select from balances for update");
  const waiting = book();
  await vi.waitFor(async () => {
    const { rows } = await holder.query("select from pg_locks where not granted");
    expect(rows).toHaveLength(1);
  });
  await holder.query("select pg_sleep(0.1); commit");
  expect((await waiting).kind).toBe("booked");
  await holder.end();
  expect(onBookings).toHaveBeenCalledTimes(2);
  expect(onBookings.mock.lastCall![0].lockSeconds).toBeGreaterThan(0.05);

  const pools = persistence.pools();
  expect(pools.map(({ pool }) => pool)).toEqual(["main", "shared_reads", "reporting"]);
  expect(pools[0]).toMatchObject({ used: 0, waiting: 0 });
  expect(pools[0]!.idle).toBeGreaterThan(0);
  await persistence.close();
});
