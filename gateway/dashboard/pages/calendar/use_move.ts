import { useRef } from "react";
import { useWrite } from "../../api/hooks.ts";
import { dayText, timeOf } from "../../api/time.ts";
import type { Appointment, Input } from "../../api/types.ts";
import {
  affectedQueries,
  confirmUndoable,
  forgetChange,
  toastConflict,
} from "../../desk/actions.ts";
import { positionOf } from "../../desk/seen.ts";
import { toast, toastFault } from "../../ui/toast.tsx";
import type { Column } from "./columns.ts";
import { timeOfSlot } from "./slots.ts";
import { t } from "./texts.ts";

type MoveInput = Input<"appointments.reschedule">;
type Destination = Pick<MoveInput, "dateTime" | "departmentId" | "workerId" | "anyWorker">;

/** Returns a function that moves an appointment to a slot of a column, with a toast that undoes it. */
export function useMove() {
  const write = useWrite("appointments.reschedule", { changes: affectedQueries });
  // The appointments whose last move has no answer yet. Another move would have the same key, and be refused.
  const moving = useRef(new Set<number>());

  /** Sends a move. It is refused if somebody else has moved the appointment meanwhile. */
  function send(
    from: Appointment,
    to: Destination & { overrideReason?: string },
    onMoved: (moved: Appointment) => void,
  ): void {
    const { id, environment, name } = from;
    const input = { id, environment, from: positionOf(from), ...to };
    const attempt = (): void => {
      if (moving.current.has(id)) return toastFault(t("stillMoving", { name }));
      moving.current.add(id);
      void write.mutateAsync(input)
        .finally(() => moving.current.delete(id))
        .then(onMoved, (error: unknown) => toastConflict(error, from, attempt));
    };
    attempt();
  }
  /** Moves an appointment back. `reason` is the one of its move, if that needed one. */
  function undo(
    moved: Appointment,
    { id, name, ...before }: Appointment,
    reason: { overrideReason?: string },
  ): void {
    forgetChange(id);
    send(moved, { ...positionOf(before), ...reason }, () => toast(t("movedBack", { name })));
  }
  return (
    appointment: Appointment,
    to: { column: Column; minute: number },
    overrideReason?: string,
  ): void => {
    const { id, name } = appointment;
    const destination = destinationOf(appointment, to);
    const reason = overrideReason === undefined ? {} : { overrideReason };
    send(appointment, { ...destination, ...reason }, (moved) => {
      const facts = { name, day: dayText(moved.dateTime), time: timeOf(moved.dateTime) };
      const where = placeName(to.column);
      const text = where === undefined ? t("moved", facts) : t("movedTo", { ...facts, where });
      confirmUndoable(text, { id, undo: () => undo(moved, appointment, reason) });
    });
  };
}

function placeName({ isOfWorker, worker, department }: Column): string | undefined {
  return isOfWorker ? worker?.name : department.name;
}

/**
 * Returns what a drop on a column means. In the column of another department, any free worker may take the appointment;
 * in that of its own department it keeps its worker.
 */
function destinationOf(
  { departmentId, workerId }: Appointment,
  { column: { department, date, isOfWorker, worker }, minute }: { column: Column; minute: number },
): Destination {
  const at = { dateTime: timeOfSlot({ date }, { minute }), departmentId: department.id };
  if (isOfWorker) return { ...at, workerId: worker?.id ?? null };
  return department.id === departmentId
    ? { ...at, workerId }
    : { ...at, workerId: null, anyWorker: true };
}
