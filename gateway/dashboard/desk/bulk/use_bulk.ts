import { useEffect, useRef, useState } from "react";
import { client } from "../../api/client.ts";
import { hasErrorCode, shortMessageOf } from "../../api/errors.ts";
import { invalidate, useWrite } from "../../api/hooks.ts";
import { dateOf, minutesOf } from "../../api/time.ts";
import type { Appointment, Output } from "../../api/types.ts";
import { toastFault } from "../../ui/toast.tsx";
import { affectedQueries } from "../actions.ts";
import { seenOf } from "../seen.ts";
import { type Progress, summaryOf } from "./progress.ts";
import { t } from "./texts.ts";

const waitMs = 5000;
/** No answer, no network, or the user has closed the dialog. */
const endings = ["UNREACHABLE", "OFFLINE", "STOPPED"] as const;

const changes = [...affectedQueries, "departments", "credits.balance"] as const;

/** What can be done to many appointments. */
export type BulkAction = "complete" | "miss" | "move" | "cancel" | "archive";

/** What an action needs to know. */
export interface BulkDetails {
  /** The new date of a move; "" for other actions. */
  date: string;
  /** Why appointments are completed before their day; "" for none. */
  overrideReason: string;
  /** Why appointments are cancelled or archived; "" for none. */
  cancelReason: string;
}

/**
 * Changes many appointments, one call for each. Each call has its own `Idempotency-Key`, which stays the same until the
 * service has answered. So an action that was stopped or cut off can be started again, and changes nothing twice.
 * `onDone` is called for each appointment that was changed.
 */
export function useBulk({ onDone, leavesDate = false }: {
  onDone?(appointment: Appointment): void;
  /** Whether a move leaves the appointments as they are that are on the target date already. */
  leavesDate?: boolean;
} = {}) {
  // The queries are loaded again at the end: several reads after each call would use up the user's rate limit.
  const writes = {
    complete: useWrite("appointments.complete"),
    miss: useWrite("appointments.markMissed"),
    cancel: useWrite("appointments.cancel"),
    archive: useWrite("appointments.archive"),
  };
  const move = useWrite("appointments.reschedule");
  const [progress, setProgress] = useState<Progress | null>(null);
  // Calls without an answer. They are sent again as they were, because their keys stay the same.
  const unanswered = useRef(new Map<string, Appointment>());
  const isStopped = useRef(false);
  const isLeft = useRef(false);
  // An action does not go on under another page, where nobody sees it.
  useEffect(() => {
    isLeft.current = false;
    return () => void (isStopped.current = isLeft.current = true);
  }, []);

  async function actOn(
    appointment: Appointment,
    action: BulkAction,
    { date, overrideReason, cancelReason }: BulkDetails,
  ): Promise<void> {
    const { id, environment } = appointment;
    const input = { id, environment, from: seenOf(appointment) };
    if (action === "complete" && overrideReason !== "") {
      return void await writes.complete.mutateAsync({ ...input, overrideReason });
    }
    if (action === "cancel" || action === "archive") {
      return void await writes[action].mutateAsync({ ...input, reason: cancelReason || null });
    }
    if (action !== "move") return void await writes[action].mutateAsync(input);
    if (leavesDate && dateOf(appointment.dateTime) === date) return;
    await move.mutateAsync({ ...input, ...await freePlaceOn(date, appointment) });
  }

  /** Changes appointments, each unless it is not any more as it was when the user was asked. */
  async function run(
    action: BulkAction,
    { appointments, ...details }: BulkDetails & { appointments: readonly Appointment[] },
  ): Promise<void> {
    isStopped.current = false;
    let state: Progress = { total: appointments.length, done: 0, faults: [], isRunning: true };
    const show = (change: Partial<Progress>) => setProgress(state = { ...state, ...change });
    show({});
    try {
      for (const appointment of appointments) {
        if (isStopped.current) break;
        const call = `${action} ${appointment.id}`;
        const shown = unanswered.current.get(call) ?? appointment;
        unanswered.current.delete(call);
        try {
          await withPatience(() => actOn(shown, action, details));
          show({ done: state.done + 1 });
          onDone?.(appointment);
        } catch (error) {
          const isOwn = error instanceof NoFreeTime;
          const message = isOwn ? error.message : shortMessageOf(error);
          show({ faults: [...state.faults, { appointment, message }] });
          // The next call would fail too. Nobody knows whether this one has arrived.
          if (!isOwn && endings.some((code) => hasErrorCode(error, code))) {
            unanswered.current.set(call, shown);
            break;
          }
        }
      }
    } finally {
      if (isLeft.current && state.done < state.total) {
        toastFault(summaryOf({ ...state, isRunning: false }));
      }
      await invalidate(changes);
      show({ isRunning: false });
    }
  }

  return {
    progress,
    run,
    stop: () => void (isStopped.current = true),
    /** Forgets what the last action has done. */
    clear: () => setProgress(null),
  };
}

/**
 * Finds the free time of a date that is nearest to the present time of an appointment: with its worker, or if the worker
 * is not free on that date, with a colleague.
 */
async function freePlaceOn(
  date: string,
  { departmentId: id, workerId, environment, dateTime }: Appointment,
): Promise<{ dateTime: string; workerId?: null; anyWorker?: boolean }> {
  const nearest = async (workerId: number | null) => {
    const input = { id, from: date, to: date, environment, workerId };
    const { days } = await client.query("departments.range", input) as Output<"departments.range">;
    const distance = (slotTime: string) => Math.abs(minutesOf(slotTime) - minutesOf(dateTime));
    return (days[0]?.slots ?? []).map(({ slotTime }) => slotTime)
      .toSorted((a, b) => distance(a) - distance(b))[0];
  };
  const own = workerId === null ? undefined : await nearest(workerId).catch(withoutWorker);
  if (own) return { dateTime: own };
  const other = await nearest(null);
  if (!other) throw new NoFreeTime(t("noTime"));
  return { dateTime: other, workerId: null, anyWorker: true };
}

/** A worker who takes no bookings any more has no free time. */
function withoutWorker(error: unknown): undefined {
  if (!hasErrorCode(error, "VALIDATION_ERROR")) throw error;
}

/** The target date has no free time. */
class NoFreeTime extends Error {}

/** Repeats a call that was refused because there were too many. The service has not carried it out. */
async function withPatience<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!hasErrorCode(error, "RATE_LIMIT_EXCEEDED")) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
