import type { Caller } from "../access/caller.ts";
import { DomainError } from "../errors.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { startOf } from "../calendar.ts";
import { erasedEventBody } from "../webhooks/event_body.ts";
import { changed } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import {
  type AppointmentView,
  staffAppointmentInput,
  type StaffAppointmentView,
} from "./appointment_views.ts";
import { changeAsStaff } from "./change_status.ts";

/** What stands in the place of a person. */
const nobody = { name: "Erased", phone: "", externalUserId: null } as const;

/**
 * Replaces for good what is known of the person that a past or archived appointment was for, wherever it is
 * kept; counts and credits stay, and nobody is told. It can be done again, as after a change by hand. Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for one that is neither archived nor past.
 */
export async function eraseAppointment(
  ports: Pick<Ports, "gate">,
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const name = parseInput(staffAppointmentInput, input);
  return await changeAsStaff(ports, caller, { ...name, decide: decideErasing });
}

/** The first answer of a creation as it is given again once its appointment has been erased. */
export function erasedAnswer(answer: AppointmentView): AppointmentView {
  const { externalUserId: _, ...rest } = answer;
  return { ...rest, name: nobody.name };
}

/** The body of an event that tells of an appointment that has been erased since. */
export function erasedBody(body: string): string {
  return erasedEventBody(body, nobody);
}

function decideErasing(context: ChangeContext): AppointmentChange {
  const { appointment } = context;
  if (!appointment.archivedAt && !isPast(context)) {
    throw new DomainError("CONFLICT", "The appointment is neither archived nor past yet");
  }
  return {
    appointment: changed(appointment, nobody),
    creditEntry: null,
    eventName: null,
    action: "appointment.erased",
    isErasure: true,
  };
}

function isPast({ appointment, timeZone, now }: ChangeContext): boolean {
  return Temporal.Instant.compare(startOf(appointment.dateTime, timeZone), now) < 0;
}
