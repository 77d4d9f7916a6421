import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import { parseInput, textField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { randomBase62 } from "../random_text.ts";
import { bookAppointmentFields } from "./book_appointment.ts";
import { environmentField } from "./environment.ts";
import type { StaffAppointmentView } from "./read_appointments_as_staff.ts";

/** The phone number of the person that an appointment is for; null where it is unknown. */
export const phoneField = textField(50, "Phone number of that person; null when unknown")
  .nullable()
  .transform((phone) => phone ?? "");

/** What staff give of a new appointment: what callers of the public API give, and environment and phone. */
export const createAppointmentAsStaffInput = bookAppointmentFields.extend({
  environment: environmentField,
  phone: phoneField.optional(),
});

/**
 * Books an appointment at the front desk, for one credit like any other and by the same rule; no API usage is
 * recorded. Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, INSUFFICIENT_CREDITS or SERVICE_UNAVAILABLE.
 */
export async function createAppointmentAsStaff(
  ports: Pick<Ports, "gate" | "randomBytes">,
  caller: Pick<StaffCaller, "organizationId" | "staffUserId" | "name" | "ipAddress">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { environment, phone = "", ...fields } = parseInput(createAppointmentAsStaffInput, input);
  const { workerId = null, externalUserId = null } = fields;
  const { organizationId } = caller;
  const verdict = await ports.gate.book({ organizationId, environment }, {
    ...fields,
    phone,
    workerId,
    externalUserId,
    qrCode: randomBase62(22, ports),
    actor: actorOf(caller),
    usage: null,
    idempotency: null,
  });
  if (verdict.kind === "refused") throw verdict.error;
  return { ...verdict.answer, environment, phone, workerId };
}
