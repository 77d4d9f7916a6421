import { dateOf } from "../../api/time.ts";
import type { Appointment, Visit } from "../../api/types.ts";
import { type useStatusMoves, useUndo } from "../../desk/actions.ts";
import { allowedActions, type AppointmentAction } from "../../desk/allowed_actions.ts";
import { statusName } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import type { OpenDialog } from "./dialogs.tsx";
import { t } from "./texts.ts";

export type AppointmentActions = ReturnType<typeof useAppointmentActions>;

/** Returns what can be done with an appointment. What its status forbids, a toast says; another day is asked about first. */
export function useAppointmentActions({ today, moves, visits, onAsk, onMoved }: {
  today: string;
  moves: ReturnType<typeof useStatusMoves>;
  /** The visits of the people who are in the office, by the id of their appointment. */
  visits: ReadonlyMap<number, Visit>;
  onAsk(dialog: OpenDialog): void;
  /** Called when a status change has started, or if it asked for a reason, when it was made. */
  onMoved(appointment: Appointment): void;
}) {
  const { undo } = useUndo();
  function when(action: AppointmentAction, act: (one: Appointment) => void) {
    return (one: Appointment): void => {
      if (allowedActions(one)[action]) act(one);
      else {
        const status = statusName(one.status).toLowerCase();
        toast(t("notAllowed", { name: one.name, status }));
      }
    };
  }
  function confirmed(action: "complete" | "miss", appointment: Appointment): void {
    const visit = visits.get(appointment.id);
    if (visit && appointment.status === "SCHEDULED") {
      const { name } = appointment;
      return toast(t("here.already", { name, number: String(visit.number) }));
    }
    moves[action](appointment, () => onMoved(appointment));
  }
  const move = (action: "complete" | "miss") =>
    when(action, (appointment) => {
      // Before its day, a completion asks for a reason anyway, and a no-show is not possible.
      if (dateOf(appointment.dateTime) >= today) confirmed(action, appointment);
      else onAsk({ kind: "other-day", action, appointment });
    });
  return {
    complete: move("complete"),
    miss: move("miss"),
    cancel: when("cancel", (appointment) => onAsk({ kind: "cancel", appointment })),
    reschedule: when("reschedule", (appointment) => onAsk({ kind: "reschedule", appointment })),
    undo,
    confirmed,
  };
}
