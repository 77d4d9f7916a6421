import { requireNetwork } from "../api/changes.ts";
import { queryClient } from "../api/client.ts";
import { isStateConflict } from "../api/errors.ts";
import { readNow, readOptions, useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { dateOf, dayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment, AuditEntry, QueueView, Visit } from "../api/types.ts";
import { pressedAt } from "../ui/keys/press_time.ts";
import { minutesText } from "../ui/minutes_text.ts";
import { toast, toastFailure, toastFault, toastWith } from "../ui/toast.tsx";
import { allowedActions } from "./allowed_actions.ts";
import { openDeskDialog } from "./desk_dialog.ts";
import { hasBegun, isBeforeItsDay, lateMinutes } from "./lateness.ts";
import { positionOf, seenOf, shownVisit } from "./seen.ts";
import { t } from "./texts.ts";

/** The queries that a change of an appointment affects. They are loaded again after it. */
export const affectedQueries = [
  "appointments",
  "desk",
  "departments.day",
  "departments.range",
  "visits",
] as const;

type Identified = Pick<Appointment, "id" | "environment" | "name">;
/** An appointment as a page shows it. */
type Shown = Identified & Parameters<typeof seenOf>[0];

/** A change of this tab, and a function that undoes it. */
interface UndoableChange {
  /** The appointment; null for a change of many. */
  id: number | null;
  undo(): void;
}

// Ctrl+Z undoes them in reverse order. The service refuses those that are too old.
const changes: (UndoableChange & { confirmedAt: number; dismiss(): void })[] = [];
const maxChanges = 20;

/** Notes another action on an appointment. Ctrl+Z must not undo an older one that the user does not think of any more. */
export function noteOtherAction(): void {
  changes.length = 0;
}

// A double click must not act on the row that has moved under the pointer.
const secondChangeMs = 400;
let lastChangeAt = -Infinity;

/** Returns the two status changes that need no confirmation, because each can be undone. */
export function useStatusMoves() {
  const { checkIn } = useCheckIn();
  const miss = useWrite("appointments.markMissed", { changes: affectedQueries });
  const timeZone = useTimeZone();
  const { restore } = useUndo();

  async function markMissed(appointment: Appointment): Promise<void> {
    const { id, environment } = appointment;
    const after = await miss.mutateAsync({ id, environment, from: seenOf(appointment) });
    // After a lost answer, the same key answers with the present state. If the change was undone meanwhile, it is due.
    if (after.status !== "MISSED") return await markMissed(appointment);
    confirmMove(appointment, { kind: "miss", late: 0, undo: () => restore(appointment, after) });
  }

  /**
   * Starts the change and calls `onStarted`. Does nothing if it comes too soon after the last one. Before the date of the
   * appointment, a completion may ask for a reason, and `onStarted` follows the change. Before its time, a no-show is not
   * possible.
   */
  function move(appointment: Appointment, kind: "complete" | "miss", onStarted = () => {}): void {
    if (!allowedActions(appointment)[kind]) return;
    const { name, dateTime } = appointment;
    const now = nowIn(timeZone);
    if (kind === "miss" && !hasBegun(dateTime, now)) {
      return toastFault(t("notBegun", { name, day: dayText(dateTime), time: timeOf(dateTime) }));
    }
    const at = pressedAt();
    if (at - lastChangeAt < secondChangeMs) return;
    lastChangeAt = at;
    const isOnItsDay = dateOf(dateTime) <= dateOf(now);
    async function act(): Promise<void> {
      if (kind === "miss") return await markMissed(appointment);
      const outcome = await checkIn(appointment, onStarted);
      if (outcome === "done" && !isOnItsDay) onStarted();
    }
    // React Query drops the callbacks of `mutate` when the next call follows, so the toast would be missing.
    const send = (): void =>
      void act().catch((error: unknown) => toastConflict(error, appointment, send));
    send();
    if (isOnItsDay) onStarted();
  }
  return {
    complete: (one: Appointment, onStarted?: () => void) => move(one, "complete", onStarted),
    miss: (one: Appointment, onStarted?: () => void) => move(one, "miss", onStarted),
  };
}

/**
 * Returns a function that checks a person in. It notes the arrival of a scheduled person if the department wants that and
 * the appointment is not of an earlier business day, and completes the appointment otherwise. Before the person can have
 * come, it asks for a reason instead, and returns "asked"; `onCompleted` follows the completion. It rejects with the
 * refusal of the service.
 */
export function useCheckIn() {
  const complete = useWrite("appointments.complete", { changes: affectedQueries });
  const arrive = useWrite("visits.arrive", { changes: affectedQueries });
  const timeZone = useTimeZone();
  const { restore, undoArrival } = useUndo();

  async function checkIn(
    appointment: Appointment,
    onCompleted?: () => void,
  ): Promise<"done" | "asked"> {
    requireNetwork();
    const { id, environment, dateTime } = appointment;
    const now = nowIn(timeZone);
    const late = lateMinutes(dateTime, now);
    if (await isEarly(appointment, now)) {
      openDeskDialog({ kind: "early", appointment, ...(onCompleted && { onCompleted }) });
      return "asked";
    }
    if (await isArrival(appointment)) {
      const from = positionOf(appointment);
      const visit = await arrive.mutateAsync({ environment, appointmentId: id, from });
      confirmArrival(appointment, { visit, late, undoArrival });
      return "done";
    }
    const after = await complete.mutateAsync({ id, environment, from: seenOf(appointment) });
    // See `markMissed`.
    if (after.status !== "COMPLETED") return await checkIn(appointment, onCompleted);
    confirmMove(appointment, { kind: "complete", late, undo: () => restore(appointment, after) });
    return "done";
  }
  /** Completes an appointment before its day. */
  async function completeEarly(appointment: Appointment, overrideReason: string): Promise<void> {
    const { id, environment } = appointment;
    const from = seenOf(appointment);
    const after = await complete.mutateAsync({ id, environment, from, overrideReason });
    if (after.status !== "COMPLETED") return await completeEarly(appointment, overrideReason);
    confirmMove(appointment, {
      kind: "complete",
      late: 0,
      undo: () => restore(appointment, after),
    });
  }
  return {
    checkIn,
    completeEarly,
    isPending: complete.isPending || arrive.isPending,
    error: complete.error ?? arrive.error,
  };
}

/** Returns whether a completion needs a reason. On the date of the appointment it never does. */
async function isEarly(appointment: Appointment, now: string): Promise<boolean> {
  const { dateTime } = appointment;
  if (dateOf(dateTime) <= dateOf(now)) return false;
  const arrivalMinutes = (await queueOf(appointment))?.rules.arrivalMinutes ?? null;
  return isBeforeItsDay({ dateTime, now, arrivalMinutes });
}

/** Reads the queue of the department of an appointment, with its rules, if it is not loaded. */
async function queueOf({ departmentId, environment }: Appointment) {
  const options = readOptions("visits.queue", { environment });
  const query = queryClient.getQueryCache().find<QueueView>({ queryKey: options.queryKey });
  // What a page shows is current, or is read again now. No person waits for that.
  const known = query?.isActive() ? query.state.data : undefined;
  const { departments } = known ??
    await queryClient.fetchQuery<QueueView>({ ...options, staleTime: Infinity });
  return departments.find(({ id }) => id === departmentId);
}

/**
 * Returns whether a check-in only notes that the person has come. The service decides whether the person is too early.
 */
async function isArrival(appointment: Appointment): Promise<boolean> {
  const { status, dateTime } = appointment;
  if (status !== "SCHEDULED") return false;
  const department = await queueOf(appointment);
  return department?.rules.checkIn === "ARRIVE" && dateOf(dateTime) >= department.date;
}

/** Confirms an arrival, and offers to undo it. */
function confirmArrival(
  appointment: Appointment,
  { visit, late, undoArrival }: {
    visit: Visit;
    late: number;
    undoArrival(before: Appointment, visit: Visit): void;
  },
): void {
  const { name, dateTime } = appointment;
  const facts = { name, time: timeOf(dateTime), ...lateFacts(late), number: String(visit.number) };
  confirmUndoable(t("arrived", facts), {
    id: appointment.id,
    undo: () => undoArrival(appointment, visit),
  });
}

/** What a message says of somebody who is late by so many minutes. */
function lateFacts(late: number): { late: number; lateText: string } {
  return { late, lateText: minutesText(late) };
}

/** Confirms a change by a toast. Its button and Ctrl+Z undo the change. */
export function confirmUndoable(text: string, change: UndoableChange): void {
  const dismiss = toastWith(text, { label: t("undo"), onPress: change.undo });
  changes.push({ ...change, confirmedAt: performance.now(), dismiss });
  if (changes.length > maxChanges) changes.shift();
}

/** Forgets the last change of an appointment, because it is being undone: its toast must not offer that again. */
export function forgetChange(id: number): void {
  const index = changes.findLastIndex((change) => change.id === id);
  if (index !== -1) changes.splice(index, 1)[0]!.dismiss();
}

/** Confirms a status change, and offers to undo it. */
function confirmMove(
  appointment: Appointment,
  { kind, late, undo }: { kind: "complete" | "miss"; late: number; undo(): void },
): void {
  const facts = {
    name: appointment.name,
    time: timeOf(appointment.dateTime),
    ...lateFacts(late),
  };
  const { id } = appointment;
  confirmUndoable(t(kind === "complete" ? "checkedIn" : "markedMissed", facts), { id, undo });
}

/** The status before a move, with the text that confirms it. A move of a settled appointment was a correction. */
const restored = {
  SCHEDULED: "undone",
  COMPLETED: "completedAgain",
  MISSED: "missedAgain",
} as const;

/** Returns functions that undo status changes. */
export function useUndo(): {
  /** Sets a completed, missed or cancelled appointment back to scheduled. */
  undo(appointment: Shown): void;
  /** Gives an appointment the status back that it had before, if it is still as the change has left it. */
  restore(before: Appointment, after: Shown): void;
  /** Cancels the visit of a person who was checked in by mistake. The appointment stays scheduled. */
  undoArrival(before: Appointment, visit: Visit): void;
  undoLast(): void;
  /** Undoes the last status change if a key has made it since then: it was part of a slow scan. */
  undoScanned(since: number): void;
} {
  const ways = {
    // The undo of a cancellation charges its credit again.
    SCHEDULED: useWrite("appointments.revert", {
      changes: [...affectedQueries, "credits.balance"],
    }),
    COMPLETED: useWrite("appointments.complete", { changes: affectedQueries }),
    MISSED: useWrite("appointments.markMissed", { changes: affectedQueries }),
  };
  const cancel = useWrite("visits.cancel", { changes: affectedQueries });
  function undoArrival({ id, name }: Appointment, visit: Visit): void {
    forgetChange(id);
    const send = (): void =>
      void cancel.mutateAsync(shownVisit(visit)).then(
        () => toast(t("arrivalUndone", { name })),
        (error: unknown) => toastFailure(error, send),
      );
    send();
  }
  function setBack(shown: Shown, status: keyof typeof ways): void {
    const { id, environment, name } = shown;
    forgetChange(id);
    const send = (): void =>
      void ways[status].mutateAsync({ id, environment, from: seenOf(shown) }).then(
        (now) => now.status === status ? toast(t(restored[status], { name })) : send(),
        (error: unknown) => toastFailure(error, send),
      );
    send();
  }
  // A cancelled appointment cannot be moved.
  const restore = ({ status }: Appointment, after: Shown) =>
    setBack(after, status === "CANCELLED" ? "SCHEDULED" : status);
  return {
    undo: (appointment) => setBack(appointment, "SCHEDULED"),
    restore,
    undoArrival,
    undoLast() {
      const last = changes.at(-1);
      if (last) last.undo();
      else toast(t("nothingToUndo"));
    },
    undoScanned(since) {
      const last = changes.at(-1);
      if (last && last.confirmedAt >= since && lastChangeAt >= since) last.undo();
    },
  };
}

const conflictTexts: Partial<
  Record<string, "cancelled" | "completed" | "missed" | "archived" | "moved">
> = {
  "appointment.rescheduled": "moved",
  "appointment.cancelled": "cancelled",
  "appointment.completed": "completed",
  "appointment.missed": "missed",
  "appointment.archived": "archived",
};

/** Says who has changed the appointment meanwhile and when, if that is why the action was refused. */
export async function toastConflict(
  error: unknown,
  { id, environment, name }: Identified,
  tryAgain: () => void,
): Promise<void> {
  if (!isStateConflict(error)) return toastFailure(error, tryAgain);
  const history = await historyOf({ id, environment });
  const last = history.toSorted((a, b) => a.at < b.at ? -1 : 1).at(-1);
  const text = last && conflictTexts[last.action];
  if (!text) return toastFailure(error, tryAgain);
  toast(t(`already.${text}`, { name, by: last.actor.name, at: timeOf(last.at) }));
}

/** Returns the history of an appointment as it is now; [] if it cannot be loaded. */
async function historyOf(input: Pick<Appointment, "id" | "environment">): Promise<AuditEntry[]> {
  try {
    return await readNow("appointments.history", input);
  } catch {
    return [];
  }
}
