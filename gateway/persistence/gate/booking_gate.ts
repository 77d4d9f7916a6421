import type { Pool } from "pg";
import type { BookingGate, Ledger } from "../../../core/mod.ts";
import { unavailable } from "../faults.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { bookBatch } from "./batch.ts";
import { BookingQueue } from "./booking_queue.ts";
import { inGate, RolledBackError } from "./transaction.ts";

const archive: Statement<{ isFound: boolean }> = {
  text: `
    with archived as (
      update appointments set archived_at = $4
      where id = $1::bigint and organization_id = $2 and environment = $3 and archived_at is null
    )
    select exists (
      select from appointments
      where id = $1::bigint and organization_id = $2 and environment = $3
    ) as "isFound"`,
};

const grant: Statement<never> = {
  name: "grant credits",
  text: `insert into credit_entries
      (organization_id, environment, kind, amount, balance_after, note, created_at)
    values ($1, $2, 'GRANTED', $3, $4, $5, $6)`,
};

/** Core's gate in Postgres. */
export function createBookingGate(
  database: { pool: Pool; now(): Temporal.Instant },
): BookingGate {
  const { pool, now } = database;
  const queues = new Map<string, BookingQueue>();

  function queueOf(ledger: Ledger): BookingQueue {
    const key = `${ledger.organizationId} ${ledger.environment}`;
    let queue = queues.get(key);
    if (!queue) {
      queue = new BookingQueue(
        (requests) => bookBatch(database, ledger, requests),
        () => queues.delete(key),
      );
      queues.set(key, queue);
    }
    return queue;
  }

  return {
    book: (ledger, request) => queueOf(ledger).book(request),
    async archive(ledger, id) {
      const { organizationId, environment } = ledger;
      const isFound = await undoneIsUnavailable(() =>
        inGate(pool, ledger, async ({ client }) => {
          const values = [id, organizationId, environment, now().toString()];
          const [row] = await rowsIn(client, archive, values);
          return { result: row!.isFound, hasWritten: row!.isFound };
        })
      );
      return isFound ?? false;
    },
    grant(ledger, { amount, note }) {
      const { organizationId, environment } = ledger;
      return undoneIsUnavailable(() =>
        inGate(pool, ledger, async ({ client, balance }) => {
          const result = balance + amount;
          const values = [organizationId, environment, amount, result, note, now().toString()];
          await rowsIn(client, grant, values);
          return { result, hasWritten: true };
        })
      );
    },
  };
}

async function undoneIsUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RolledBackError ? unavailable() : error;
  }
}
