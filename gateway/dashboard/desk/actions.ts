import { queryClient } from "../api/client.ts";
import { keyOf, useWrite } from "../api/hooks.ts";
import { timeOf } from "../api/time.ts";
import type { Appointment, AppointmentStatus, DayView } from "../api/types.ts";
import { toast, toastFault } from "../ui/toast.tsx";

/** What an appointment's change may change of what is shown. */
export const affected = ["appointments", "departments.day", "departments.range"] as const;

/** What may be done with an appointment as it stands (decisions 4). */
export function possible({ status, archivedAt }: Pick<Appointment, "status" | "archivedAt">) {
  const isScheduled = status === "SCHEDULED" && archivedAt === undefined;
  return {
    complete: archivedAt === undefined && (status === "SCHEDULED" || status === "MISSED"),
    miss: archivedAt === undefined && (status === "SCHEDULED" || status === "COMPLETED"),
    cancel: isScheduled,
    reschedule: isScheduled,
    edit: isScheduled,
  };
}

/** The two moves that need no question: they can be corrected into one another. */
export function useStatusMoves() {
  const complete = useWrite("appointments.complete", { changes: affected });
  const miss = useWrite("appointments.markMissed", { changes: affected });

  function move(
    appointment: Appointment,
    status: AppointmentStatus,
    write: typeof complete | typeof miss,
    done: () => void,
  ): void {
    showAs(appointment.id, status);
    const { id, environment } = appointment;
    write.mutate({ id, environment }, { onSuccess: done, onError: toastFault });
  }

  function completeOne(appointment: Appointment): void {
    move(
      appointment,
      "COMPLETED",
      complete,
      () =>
        toast(`${appointment.name} (${timeOf(appointment.dateTime)}) is checked in`, {
          label: "Missed instead",
          onPress: () => missOne({ ...appointment, status: "COMPLETED" }),
        }),
    );
  }

  function missOne(appointment: Appointment): void {
    move(
      appointment,
      "MISSED",
      miss,
      () =>
        toast(`${appointment.name} (${timeOf(appointment.dateTime)}) is marked missed`, {
          label: "Completed instead",
          onPress: () => completeOne({ ...appointment, status: "MISSED" }),
        }),
    );
  }

  return {
    complete: (one: Appointment) => possible(one).complete && completeOne(one),
    miss: (one: Appointment) => possible(one).miss && missOne(one),
  };
}

/** Shows the outcome before the service has said it; what is asked anew afterwards corrects it. */
function showAs(id: number, status: AppointmentStatus): void {
  // A poll that is under way would show the state of before once more.
  void queryClient.cancelQueries({ queryKey: keyOf("departments.day") });
  queryClient.setQueriesData<DayView>({ queryKey: keyOf("departments.day") }, (day) =>
    day && {
      ...day,
      appointments: day.appointments.map((one) => one.id === id ? { ...one, status } : one),
    });
}
