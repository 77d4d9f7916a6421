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

/** The values that replace personal data. */
const nobody = { name: "Erased", phone: "", externalUserId: null } as const;

/**
 * Replaces the personal data of a past or archived appointment for good, in every place that stores it
 * (core/booking/README.md 10). Counts and credits stay, and no event is published. Erasing again is allowed. Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it is neither archived nor past.
 */
export async function eraseAppointment(
  ports: Pick<Ports, "gate">,
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const ref = parseInput(staffAppointmentInput, input);
  return await changeAsStaff(ports, caller, { ...ref, decide: decideErasing });
}

/** Returns the stored answer of a creation without personal data. */
export function erasedAnswer(answer: AppointmentView): AppointmentView {
  const { externalUserId: _, ...rest } = answer;
  return { ...rest, name: nobody.name };
}

/** Returns the stored body of an event without personal data. */
export function erasedBody(body: string): string {
  return erasedEventBody(body, nobody);
}

function decideErasing(context: ChangeContext): AppointmentChange {
  const { appointment } = context;
  if (!appointment.archivedAt && !isPast(context)) {
    throw new DomainError(
      "CONFLICT",
      "The appointment is in the future and not archived. Archive it first, or wait until it is past.",
    );
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
