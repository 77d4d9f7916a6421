import { z } from "zod";
import { DomainError } from "../errors.ts";
import { idField, inSchema, localDateTimeField, nameField } from "../input.ts";
import { dateAndTime } from "../local_date_time.ts";
import { appointmentStatuses, requireStatus } from "./appointment.ts";
import type { ChangeContext } from "./appointment_change.ts";
import { staffAppointmentInput } from "./appointment_views.ts";
import { say } from "../messages.ts";

/** What the caller has seen of an appointment. A field that is left out is not compared. */
export const seenField = z.object({
  dateTime: localDateTimeField,
  departmentId: idField("Its department"),
  workerId: idField("Its worker; null for none").nullable().optional(),
  status: z.enum(appointmentStatuses, {
    error: inSchema("mustBe", { what: `one of ${appointmentStatuses.join(", ")}` }),
  }).optional(),
}, { error: inSchema("mustBe", { what: "an object" }) }).nullish().meta({
  description: "How the caller has seen it. The change is made only if it is still like this",
});

export type SeenAppointment = z.output<typeof seenField>;

/** Input of a change of an appointment by staff: `{id, environment?, from?}`. */
export const appointmentChangeInput = staffAppointmentInput.extend({ from: seenField });

/** Why an appointment is cancelled. It may name the person, so an erasure removes it (core/booking/README.md 26). */
export const cancelReasonField = nameField(255, "Why it is cancelled", "The person is ill")
  .nullish();

/** Input of a cancellation by staff: `{id, environment?, from?, reason?}`. */
export const cancelAppointmentInput = appointmentChangeInput.extend({ reason: cancelReasonField });

/**
 * Throws a CONFLICT that says what has changed, unless the appointment is as the caller has seen it: nobody acts on an
 * appointment that is not the one on their page any more (core/booking/README.md 6).
 */
export function requireAsSeen(
  from: SeenAppointment,
  { appointment, department }: Pick<ChangeContext, "appointment" | "department">,
): void {
  if (!from) return;
  if (from.status !== undefined) requireStatus(appointment, from.status);
  const { dateTime, departmentId, workerId } = appointment;
  if (!dateTime.equals(from.dateTime) || departmentId !== from.departmentId) {
    const to = { ...dateAndTime(dateTime), department: department.name };
    throw new DomainError("CONFLICT", say("movedMeanwhile", to));
  }
  if (from.workerId === undefined || workerId === from.workerId) return;
  throw new DomainError("CONFLICT", say("otherWorker"));
}
