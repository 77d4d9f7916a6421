import type { Caller } from "../access/caller.ts";
import { z } from "zod";
import type { BookingScope } from "../environment.ts";
import { idField, inSchema, nameField, parseChange, parseInput, textField } from "../input.ts";
import { activeWorkersOf, checkWorker, placeIn } from "./admission.ts";
import { type Appointment, changed, requireScheduled } from "./appointment.ts";
import type { ChangeContext, DecideChange } from "./appointment_change.ts";
import { bookAppointmentFields, noteField, phoneField } from "./book_appointment.ts";
import { contactEmailField, localeField, metadataField } from "../contact.ts";
import { slotOf } from "../departments/slot.ts";
import {
  appointmentNotFound,
  type AppointmentView,
  includeInput,
  type StaffAppointmentView,
  toAppointmentView,
} from "./appointment_views.ts";
import { changeAppointment } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";
import { handoverAction, type ManageUrlPorts, withManageUrls } from "./person_link.ts";
import { appointmentChangeInput } from "./seen_appointment.ts";
import { requireSeenFields } from "../version.ts";

/** Input of an edit. An absent field does not change; null clears a field. */
export const updateAppointmentInput = appointmentChangeInput.extend({
  name: nameField(255, "Name of the person the appointment is for").optional(),
  phone: phoneField.optional(),
  workerId: idField("The worker of the appointment; null for none").nullable().optional(),
  externalUserId: textField(255, "The caller's own user identifier").nullable().optional(),
  email: contactEmailField.optional(),
  locale: localeField.optional(),
  metadata: metadataField.optional(),
  note: noteField.optional(),
  otherPerson: z.boolean({ error: inSchema("mustBe", { what: "true or false" }) }).optional().meta({
    description:
      "Whether the appointment is for another person now, so that earlier links of the person end",
  }),
  before: z.object({
    name: textField(255, "Its name"),
    phone: textField(50, "Its phone number; empty if unknown"),
    workerId: idField("Its worker; null for none").nullable(),
    externalUserId: textField(255, "Its user identifier; null for none").nullable(),
    email: contactEmailField,
    note: textField(1000, "Its note; empty for none"),
  }, { error: inSchema("mustBe", { what: "an object" }) }).partial().nullish().meta({
    description:
      "The values that the caller has seen. The edit is made only if they are still the same, or already the new ones",
  }),
});

/** The fields of an edit through the public API (rest-adapter/README.md 9.10). */
export const editAppointmentFields = updateAppointmentInput.pick({
  phone: true,
  email: true,
  locale: true,
  metadata: true,
}).extend({
  name: bookAppointmentFields.shape.name.optional(),
  externalUserId: textField(255, "Your own id of the user; null for none", "user-1815")
    .nullable().optional(),
});

type Edit = Omit<z.output<typeof updateAppointmentInput>, "id" | "environment" | "from">;

/**
 * Edits an appointment. If it is not SCHEDULED, only the note can change. A new worker must be able to take it, by the
 * rule of creation (core/booking/README.md 6). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT unless it is
 * SCHEDULED, not archived, and as `from` and `before` say.
 */
export async function updateAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, from, ...edit } = parseInput(updateAppointmentInput, input);
  const decide = decideUpdating(edit);
  return await changeAppointment(ports, caller, { id, environment, from, decide });
}

/**
 * Edits an appointment for a caller of the public API: the person and what the caller keeps with it. Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT unless it is SCHEDULED and not archived.
 */
export async function editAppointment(
  ports: { gate: BookingGate } & ManageUrlPorts,
  { organizationId, environment, timeZone, actor }:
    & BookingScope
    & Pick<Caller, "actor" | "timeZone">,
  { id, include, ...input }: { id: number; include?: unknown; [field: string]: unknown },
): Promise<AppointmentView> {
  const included = parseInput(includeInput, { include });
  const edit = parseChange(editAppointmentFields, input);
  const scope = { organizationId, environment };
  const appointment = await ports.gate.change(scope, { id, actor }, decideUpdating(edit));
  if (!appointment) throw appointmentNotFound();
  const view = toAppointmentView(appointment, timeZone, included);
  return (await withManageUrls(ports, scope, [view], included))[0]!;
}

function decideUpdating({ before, workerId, note, otherPerson, ...edit }: Edit): DecideChange {
  return (context) => {
    const { appointment } = context;
    const wanted = { workerId, note, ...edit };
    requireSeenFields(before, { now: appointment, wanted });
    const changesOthers = (Object.keys(edit) as (keyof typeof edit)[])
      .some((field) => edit[field] !== undefined && edit[field] !== appointment[field]);
    const keepsRest = !changesOthers &&
      (workerId === undefined || workerId === appointment.workerId);
    const isHandover = isOtherPerson(appointment, edit, otherPerson);
    const keepsNote = note === undefined || note === appointment.note;
    if (!keepsRest || note === undefined) requireScheduled(appointment);
    if (keepsRest && keepsNote) return null;
    const after = {
      ...given(edit),
      ...(note !== undefined && { note }),
      ...(workerId !== undefined && withWorker(workerId, context)),
    };
    return {
      appointment: changed(appointment, after),
      creditEntry: null,
      // The note is not in the event.
      eventName: keepsRest ? null : "APPOINTMENT_UPDATED",
      action: isHandover ? handoverAction : "appointment.updated",
    };
  };
}

const personFields = ["name", "phone", "email", "externalUserId"] as const;

/**
 * Returns whether an edit gives the appointment to another person (core/screens/README.md 9). One that changes nothing of
 * the person does not, so the same edit sent twice does it once.
 */
function isOtherPerson(
  before: Appointment,
  edit: Pick<Edit, (typeof personFields)[number]>,
  isSaid: boolean | undefined,
): boolean {
  const isChanged = personFields.some((field) =>
    edit[field] !== undefined && edit[field] !== before[field]
  );
  // Two references are two people (core/booking/README.md 15). One that is added or removed says nothing.
  const hasOtherReference = Boolean(before.externalUserId && edit.externalUserId) &&
    edit.externalUserId !== before.externalUserId;
  return isChanged && (isSaid ?? hasOtherReference);
}

/** Leaves out the fields whose value is undefined. */
function given(edit: Partial<Appointment> | Edit): Partial<Appointment> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}

/**
 * Returns the changes of another worker. An unchanged worker is not validated again, so the name can be edited even if
 * the worker is inactive now.
 */
function withWorker(
  workerId: number | null,
  { appointment, department, workers, others }: ChangeContext,
): Partial<Appointment> {
  if (workerId === appointment.workerId) return {};
  const activeWorkers = activeWorkersOf(department.id, workers);
  const { dateTime } = appointment;
  checkWorker(workerId, { department, activeWorkers, occupancy: others, dateTime });
  const slot = slotOf(appointment.dateTime, department);
  return {
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // The grid may have changed since the booking. The worker was checked in the slot of the present grid.
    ...placeIn(slot, { appointment, department, others }),
  };
}
