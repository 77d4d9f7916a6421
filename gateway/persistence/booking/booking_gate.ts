import { type BookingGate, type BookingScope, CreditEntry } from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { organizationClosed } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { type BatchVerdicts, bookBatches } from "./batch.ts";
import type { LockedElsewhere, ScopeBatch } from "./batch_reads.ts";
import { BookingQueue } from "./booking_queue.ts";
import { BookingSettingsCache } from "./booking_settings.ts";
import { changeAppointment } from "./change.ts";
import { CombinedBatches } from "./combined_batches.ts";
import type { ChangeTools } from "./gates.ts";
import { placeHold, releaseHold } from "./holds.ts";
import { createWaitlistGate } from "./waitlist.ts";
import { withRetry } from "./with_retry.ts";

const grant: Statement<never> = {
  name: "grant credits",
  text: `insert into credit_entries
      (organization_id, environment, kind, amount, balance_after, note, created_at)
    values ($1, $2, 'GRANTED', $3, $4, $5, $6)`,
};

/** Implements core's `BookingGate` in Postgres. */
export function createBookingGate(tools: ChangeTools): BookingGate {
  const { gates, now, trace } = tools;
  const waitlist = createWaitlistGate(tools);
  const queues = new Map<string, BookingQueue>();
  const batchTools = { ...tools, settings: new BookingSettingsCache() };
  function runBatches(
    batches: readonly ScopeBatch[],
    how: { lockTimeoutMs: number; ifLocked: LockedElsewhere },
  ): Promise<BatchVerdicts[]> {
    const run = () => bookBatches(batchTools, batches, how);
    if (!trace) return run();
    return trace.runFor(batches.flatMap(({ requests }) => requests), run, "book in a transaction");
  }

  const combined = new CombinedBatches({
    runShared: (batches) =>
      gates.passFree((lockTimeoutMs) => runBatches(batches, { lockTimeoutMs, ifLocked: "skip" })),
    runAlone: (batch) =>
      gates.waitAt(async (lockTimeoutMs) => {
        const how = { lockTimeoutMs, ifLocked: "wait" } as const;
        const [verdicts] = await runBatches([batch], how);
        if (!verdicts) throw organizationClosed();
        return verdicts;
      }),
  });

  function queueOf(scope: BookingScope): BookingQueue {
    const key = `${scope.organizationId} ${scope.environment}`;
    let queue = queues.get(key);
    if (!queue) {
      queue = new BookingQueue(
        (job) => gates.inTurn(scope, job),
        (requests) => combined.book(scope, requests),
        () => queues.delete(key),
      );
      queues.set(key, queue);
    }
    return queue;
  }

  return {
    book(scope, request) {
      trace?.join(request);
      return queueOf(scope).book(request);
    },
    change: (scope, appointment, decide) =>
      gates.inTurn(
        scope,
        () => withRetry(() => changeAppointment(tools, scope, { ...appointment, decide })),
      ),
    hold: (scope, request) =>
      gates.inTurn(scope, () => withRetry(() => placeHold(tools, scope, request))),
    releaseHold: (scope, hold) =>
      gates.inTurn(scope, () => withRetry(() => releaseHold(tools, scope, hold))),
    joinWaitlist: (scope, request) =>
      gates.inTurn(scope, () => withRetry(() => waitlist.join(scope, request))),
    leaveWaitlist: (scope, entry) =>
      gates.inTurn(scope, () => withRetry(() => waitlist.leave(scope, entry))),
    grant: (scope, { amount, note }, audit) =>
      gates.inTurn(scope, () =>
        withRetry(() =>
          gates.enter(scope, async (transaction) => {
            const entry = new CreditEntry({
              ...scope,
              kind: "GRANTED",
              amount,
              balanceAfter: transaction.balance + amount,
              appointmentId: null,
              note,
              createdAt: now(),
            });
            await rowsIn(transaction.client, grant, [
              entry.organizationId,
              entry.environment,
              amount,
              entry.balanceAfter,
              note,
              entry.createdAt.toString(),
            ]);
            await writeAudit(transaction, [audit(entry)]);
            return { result: entry.balanceAfter, end: "commit" };
          })
        )),
  };
}
