import type { BookingGate, Ledger } from "../../../core/mod.ts";
import { unavailable } from "../faults.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { bookBatch } from "./batch.ts";
import { BookingQueue } from "./booking_queue.ts";
import { changeAppointment, type ChangeTools } from "./change.ts";
import { inGate, RolledBackError } from "./transaction.ts";

const grant: Statement<never> = {
  name: "grant credits",
  text: `insert into credit_entries
      (organization_id, environment, kind, amount, balance_after, note, created_at)
    values ($1, $2, 'GRANTED', $3, $4, $5, $6)`,
};

/** Core's gate in Postgres. */
export function createBookingGate(tools: ChangeTools): BookingGate {
  const { pool, now } = tools;
  const queues = new Map<string, BookingQueue>();

  function queueOf(ledger: Ledger): BookingQueue {
    const key = `${ledger.organizationId} ${ledger.environment}`;
    let queue = queues.get(key);
    if (!queue) {
      queue = new BookingQueue(
        (requests) => bookBatch(tools, ledger, requests),
        () => queues.delete(key),
      );
      queues.set(key, queue);
    }
    return queue;
  }

  return {
    book: (ledger, request) => queueOf(ledger).book(request),
    change: (ledger, appointment, decide) =>
      undoneIsUnavailable(() => changeAppointment(tools, ledger, { ...appointment, decide })),
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
