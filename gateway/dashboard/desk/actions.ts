import { type Mutation, useMutationState } from "@tanstack/react-query";
import { useWrite } from "../api/hooks.ts";
import { timeOf } from "../api/time.ts";
import type { Appointment, AppointmentStatus } from "../api/types.ts";
import { toast, toastFailure } from "../ui/toast.tsx";
import { allowedActions } from "./allowed_actions.ts";

/** The queries that a change of an appointment affects. They are loaded again after it. */
export const affectedQueries = [
  "appointments",
  "desk",
  "departments.day",
  "departments.range",
] as const;

/** Returns the two status changes that need no confirmation, because each can be corrected into the other. */
export function useStatusMoves() {
  const complete = useWrite("appointments.complete", { changes: affectedQueries });
  const miss = useWrite("appointments.markMissed", { changes: affectedQueries });

  function move(
    { id, environment }: Appointment,
    write: typeof complete | typeof miss,
    onDone: () => void,
  ): void {
    // React Query drops the callbacks of `mutate` when the next call follows, so the toast would be missing.
    const send = () =>
      void write.mutateAsync({ id, environment }).then(
        onDone,
        (error: unknown) => toastFailure(error, send),
      );
    send();
  }

  function completeOne(appointment: Appointment): void {
    move(
      appointment,
      complete,
      () =>
        toast(`${appointment.name} (${timeOf(appointment.dateTime)}) is checked in`, {
          label: "Mark missed instead",
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
          label: "Check in instead",
          onPress: () => completeOne({ ...appointment, status: "MISSED" }),
        }),
    );
  }

  return {
    complete: (one: Appointment) => allowedActions(one).complete && completeOne(one),
    miss: (one: Appointment) => allowedActions(one).miss && missOne(one),
  };
}

const outcomes: Record<string, AppointmentStatus> = {
  "appointments.complete": "COMPLETED",
  "appointments.markMissed": "MISSED",
};

/**
 * Returns the status changes whose requests are still running, oldest first. The list shows their outcome at once.
 * A poll that is answered meanwhile still has the old status, and must not bring it back.
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
