import { expect, test } from "vitest";
import {
  type Appointment,
  appointmentStatuses,
  requireScheduled,
  withStatus,
} from "../../core/booking/appointment.ts";
import { allowedActions } from "../../gateway/dashboard/desk/allowed_actions.ts";

const archivedAt = Temporal.Instant.from("2026-03-02T10:00:00Z");
const states = appointmentStatuses.flatMap((status) => [
  { status, archivedAt: null },
  { status, archivedAt },
]);

test.each(states)(
  "the dashboard offers the actions that core accepts: $status, $archivedAt",
  (state) => {
    const appointment = state as Appointment;
    const isAccepted = (change: () => unknown): boolean => {
      try {
        change();
        return true;
      } catch {
        return false;
      }
    };
    const isScheduled = isAccepted(() => requireScheduled(appointment));
    const offered = allowedActions({
      status: state.status,
      ...(state.archivedAt && { archivedAt: state.archivedAt.toString() }),
    });
    expect(offered).toEqual({
      complete: isAccepted(() => withStatus(appointment, "COMPLETED")),
      miss: isAccepted(() => withStatus(appointment, "MISSED")),
      cancel: isAccepted(() => withStatus(appointment, "CANCELLED")),
      reschedule: isScheduled,
      edit: isScheduled,
    });
  },
);
