import { type Mutation, useMutationState } from "@tanstack/react-query";
import { hasErrorCode } from "../api/errors.ts";
import { readNow, useWrite } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { nowIn, timeOf } from "../api/time.ts";
import type { Appointment, AppointmentStatus, AuditEntry } from "../api/types.ts";
import { texts } from "../messages/texts.ts";
import { toast, toastFailure } from "../ui/toast.tsx";
import { allowedActions } from "./allowed_actions.ts";
import { lateMinutes } from "./lateness.ts";

const t = texts("desk");

/** The queries that a change of an appointment affects. They are loaded again after it. */
export const affectedQueries = [
  "appointments",
  "desk",
  "departments.day",
  "departments.range",
] as const;

type Identified = Pick<Appointment, "id" | "environment" | "name">;

// The status changes of this tab, which Ctrl+Z undoes in reverse order. The service refuses those that are too old.
const changes: Appointment[] = [];
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
  const complete = useWrite("appointments.complete", { changes: affectedQueries });
  const miss = useWrite("appointments.markMissed", { changes: affectedQueries });
  const timeZone = useTimeZone();
  const { restore } = useUndo();

  /** Starts the change. Returns false if it comes too soon after the last one. */
  function move(appointment: Appointment, kind: "complete" | "miss"): boolean {
    if (!allowedActions(appointment)[kind]) return false;
    const now = performance.now();
    if (now - lastChangeAt < secondChangeMs) return false;
    lastChangeAt = now;
    const { id, environment, dateTime } = appointment;
    // React Query drops the callbacks of `mutate` when the next call follows, so the toast would be missing.
    const send = (): void =>
      void (kind === "complete" ? complete : miss).mutateAsync({ id, environment }).then((now) => {
        // After a lost answer, the same key answers with the present state. If the change was undone meanwhile, it is due.
        if (now.status !== (kind === "complete" ? "COMPLETED" : "MISSED")) return send();
        const late = lateMinutes(dateTime, nowIn(timeZone));
        confirmMove(appointment, { kind, late, restore });
      }, (error: unknown) => void toastConflict(error, appointment, send));
    send();
    return true;
  }
  return {
    complete: (one: Appointment) => move(one, "complete"),
    miss: (one: Appointment) => move(one, "miss"),
  };
}

/** Confirms a status change, and offers to undo it. */
export function confirmMove(
  appointment: Appointment,
  { kind, late, restore }: {
    kind: "complete" | "miss";
    late: number;
    restore(before: Appointment): void;
  },
): void {
  changes.push(appointment);
  if (changes.length > maxChanges) changes.shift();
  const facts = { name: appointment.name, time: timeOf(appointment.dateTime), late };
  toast(t(kind === "complete" ? "checkedIn" : "markedMissed", facts), {
    label: t("undo"),
    onPress: () => restore(appointment),
  });
}

/** The status before a move, with the text that confirms it. A move of a settled appointment was a correction. */
const restored = {
  SCHEDULED: "undone",
  COMPLETED: "completedAgain",
  MISSED: "missedAgain",
} as const;

/** Returns functions that undo status changes. */
export function useUndo(): {
  /** Sets a completed or missed appointment back to scheduled. */
  undo(appointment: Identified): void;
  /** Gives an appointment the status back that it had before. */
  restore(before: Appointment): void;
  undoLast(): void;
} {
  const ways = {
    SCHEDULED: useWrite("appointments.revert", { changes: affectedQueries }),
    COMPLETED: useWrite("appointments.complete", { changes: affectedQueries }),
    MISSED: useWrite("appointments.markMissed", { changes: affectedQueries }),
  };
  function setBack({ id, environment, name }: Identified, status: keyof typeof ways): void {
    const index = changes.findLastIndex((one) => one.id === id);
    if (index >= 0) changes.splice(index, 1);
    const send = (): void =>
      void ways[status].mutateAsync({ id, environment }).then(
        (now) => now.status === status ? toast(t(restored[status], { name })) : send(),
        (error: unknown) => toastFailure(error, send),
      );
    send();
  }
  // A cancelled appointment cannot be moved.
  const restore = (before: Appointment) =>
    setBack(before, before.status === "CANCELLED" ? "SCHEDULED" : before.status);
  return {
    undo: (appointment) => setBack(appointment, "SCHEDULED"),
    restore,
    undoLast() {
      const last = changes.at(-1);
      if (last) restore(last);
      else toast(t("nothingToUndo"));
    },
  };
}

const conflictTexts: Partial<Record<string, "cancelled" | "completed" | "missed" | "archived">> = {
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
  if (!hasErrorCode(error, "CONFLICT")) return toastFailure(error, tryAgain);
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

const outcomes: Record<string, AppointmentStatus> = {
  "appointments.complete": "COMPLETED",
  "appointments.markMissed": "MISSED",
  "appointments.revert": "SCHEDULED",
};

/**
 * Returns the status changes whose requests are still running, oldest first. The list shows their outcome at once.
 * An answer of a query that comes meanwhile still has the old status, and must not bring it back.
 */
export function usePendingMoves(): readonly { id: number; status: AppointmentStatus }[] {
  return useMutationState({
    filters: { status: "pending", predicate: (move) => outcomeOf(move) !== undefined },
    select: (move) => ({
      id: (move.state.variables as { id: number }).id,
      status: outcomeOf(move)!,
    }),
  });
}

function outcomeOf({ options: { mutationKey = [] } }: Mutation): AppointmentStatus | undefined {
  return outcomes[String(mutationKey[0])];
}
