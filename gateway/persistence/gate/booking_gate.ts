import { type BookingGate, type BookingScope, CreditEntry } from "../../../core/mod.ts";
import { writeAudit } from "../audit/write_audit.ts";
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

  function queueOf(scope: BookingScope): BookingQueue {
    const key = `${scope.organizationId} ${scope.environment}`;
    let queue = queues.get(key);
    if (!queue) {
      queue = new BookingQueue(
        (requests) => bookBatch(tools, scope, requests),
        () => queues.delete(key),
      );
      queues.set(key, queue);
    }
    return queue;
  }

  return {
    book: (scope, request) => queueOf(scope).book(request),
    change: (scope, appointment, decide) =>
      undoneIsUnavailable(() => changeAppointment(tools, scope, { ...appointment, decide })),
    grant(scope, { amount, note }, audit) {
      return undoneIsUnavailable(() =>
        inGate(pool, scope, async ({ client, balance }) => {
          const entry = new CreditEntry({
            ...scope,
            kind: "GRANTED",
            amount,
            balanceAfter: balance + amount,
            appointmentId: null,
            note,
            createdAt: now(),
          });
          await rowsIn(client, grant, [
            entry.organizationId,
            entry.environment,
            amount,
            entry.balanceAfter,
            note,
            entry.createdAt.toString(),
          ]);
          await writeAudit(client, [audit(entry)]);
          return { result: entry.balanceAfter, hasWritten: true };
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
