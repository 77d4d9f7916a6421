import { type Mutation, useMutationState } from "@tanstack/react-query";
import { useWrite } from "../api/hooks.ts";
import { timeOf } from "../api/time.ts";
import type { Appointment, AppointmentStatus } from "../api/types.ts";
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
    { id, environment }: Appointment,
    write: typeof complete | typeof miss,
    onDone: () => void,
  ): void {
    // Not by what `mutate` takes: it is forgotten when the next one follows, and nobody is told.
    void write.mutateAsync({ id, environment }).then(onDone, toastFault);
  }

  function completeOne(appointment: Appointment): void {
    move(
      appointment,
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

const outcomes: Record<string, AppointmentStatus> = {
  "appointments.complete": "COMPLETED",
  "appointments.markMissed": "MISSED",
};

/**
 * The moves that are under way, oldest first, so that their outcome is shown before the service has said it. What
 * is read meanwhile, for a poll or after another move, shows the state of before: it must not bring that back.
 */
export function useMovesUnderWay(): readonly { id: number; status: AppointmentStatus }[] {
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
