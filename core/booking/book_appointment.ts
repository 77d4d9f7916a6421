import { z } from "zod";
import {
  booleanField,
  forms,
  idField,
  inSchema,
  localDateTimeField,
  nameField,
  parseInput,
  proseField,
  textField,
} from "../input.ts";
import { randomBase62 } from "../random_text.ts";
import type { UsageOfBooking } from "../usage/usage_entry.ts";
import { type BookingScope, environmentField } from "../environment.ts";
import type { AppointmentView, StaffAppointmentView } from "./appointment_views.ts";
import type { Caller, StaffCaller } from "../access/caller.ts";
import { withClaim } from "../access/idempotent_requests.ts";
import type { RequestClaim } from "../audit/audit_record.ts";
import type { Appointments } from "./appointments.ts";
import type { BookingGate } from "./booking_gate.ts";
import type { IdempotencyClaim } from "./idempotency.ts";
import { dailyCapOf } from "./daily_cap.ts";
import {
  type Contact,
  contactEmailField,
  localeField,
  metadataField,
  noContact,
  seenContact,
} from "../contact.ts";
import { holderOf, type KeyOfCaller } from "./hold.ts";
import type { Hashing, Randomness } from "../platform.ts";

/** The hold whose place a request takes (core/booking/README.md 18). */
export const holdIdField = idField("A hold of the caller, whose place the appointment takes")
  .nullish()
  .meta({
    description: "Id of a hold in this slot: the appointment takes its place, and the hold ends",
    examples: [1],
  });

/** The worker of a new appointment or hold. */
export const bookedWorkerField = idField(
  "The worker of the appointment; required if the department books by worker",
).nullish().meta({
  description:
    "Id of an active worker of the department. Required if the department is booked by worker",
  examples: [1],
});

/** The phone number of the person the appointment is for. Null becomes "". */
export const phoneField = proseField(50, "")
  .nullable()
  .transform((phone) => phone ?? "")
  .meta({
    description: "Phone number of the person; null if unknown",
    examples: ["+49 30 5550199"],
  });

/** The fields of a creation (rest-adapter/README.md 5.1). */
export const bookAppointmentFields = z.object({
  departmentId: idField("Id of the department to book in", 1),
  dateTime: localDateTimeField.meta({
    ...forms.dateTime,
    description:
      "Time of the appointment, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    examples: ["2030-03-05T14:30:00"],
  }),
  name: nameField(255, "Name of the person the appointment is for", "Ada Lovelace"),
  workerId: bookedWorkerField,
  externalUserId: textField(255, "The caller's own user identifier").nullish()
    .meta({ description: "Your own id of the user", examples: ["user-1815"] }),
  holdId: holdIdField,
  phone: phoneField.optional(),
  email: contactEmailField.optional(),
  locale: localeField.optional(),
  metadata: metadataField.optional(),
});

const [wrongForm, severalValues] = [inSchema("idempotencyKeyForm"), inSchema("severalValues")];

/** The optional `Idempotency-Key` of the public API. A list is a key that was sent several times. */
export const idempotencyKeyField = z
  .string({ error: ({ input }) => Array.isArray(input) ? severalValues : wrongForm })
  .regex(/^[\x20-\x7e]{1,255}$/, wrongForm)
  .optional()
  .meta({
    description:
      "Makes the request safe to repeat. For 24 hours the same key with the same fields returns " +
      "the first answer and costs no credit. The same key with different fields is refused.",
    examples: ["b7c1f1de-5f0e-4d67-9f0b-0c6d4f6a2f11"],
  });

/** The fields with the optional `Idempotency-Key`, so that one answer reports all invalid fields. */
export const bookAppointmentInput = bookAppointmentFields.extend({
  "Idempotency-Key": idempotencyKeyField,
});

/** The answer of a creation. A replay returns the first answer of the same `Idempotency-Key`. */
export interface BookingAnswer {
  appointment: AppointmentView;
  isReplay: boolean;
  /** The balance after the booking; null for a replay, which costs nothing. */
  creditsRemaining: number | null;
}

/** The caller of a booking. `usage` is stored with a new booking; the surface records refusals and replays. */
export interface BookingCaller extends BookingScope, Pick<Caller, "actor">, KeyOfCaller {
  usage?: UsageOfBooking | null;
  /** See `BookingRequest`. */
  isConfirmed?: Promise<boolean> | undefined;
}

/**
 * Books an appointment for one credit (rest-adapter/README.md 5.1). Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND,
 * INSUFFICIENT_CREDITS, or SERVICE_UNAVAILABLE. After SERVICE_UNAVAILABLE the outcome may be unknown; repeating the
 * request with its `Idempotency-Key` resolves it. Throws NotConfirmedError if the caller is not confirmed in time.
 */
export async function bookAppointment(
  ports: Randomness & Hashing & { gate: BookingGate },
  caller: BookingCaller,
  input: unknown,
): Promise<BookingAnswer> {
  const { organizationId, environment, actor, usage = null, isConfirmed } = caller;
  const fields = parseInput(bookAppointmentInput, input);
  const { holdId, phone } = fields;
  const contact = contactIn(fields);
  // Stored fingerprints must stay valid after an upgrade, so a new field is in the fingerprint only where it is given.
  const request = {
    ...requestedIn(fields),
    // 0 is an id that no hold has.
    ...(typeof holdId === "number" && { holdId }),
  };
  // In an object, so that no other request has the same list of values.
  const reach = { ...(phone && { phone }), ...contact };
  const identity = Object.keys(reach).length === 0
    ? Object.values(request)
    : [...Object.values(request), reach];
  const key = fields["Idempotency-Key"];
  const dailyCap = dailyCapOf(caller);
  const verdict = await ports.gate.book({ organizationId, environment }, {
    ...request,
    ...(typeof holdId === "number" && { holder: holderOf(caller) }),
    ...noContact,
    ...contact,
    phone: phone ?? "",
    note: "",
    qrCode: randomBase62(22, ports),
    actor,
    usage,
    ...(dailyCap && { dailyCap }),
    ...(isConfirmed && { isConfirmed }),
    idempotency: key === undefined
      ? null
      : { key, fingerprint: await ports.sha256(JSON.stringify(identity)) },
  });
  if (verdict.kind === "refused") throw verdict.error;
  const isReplay = verdict.kind === "replayed";
  const creditsRemaining = isReplay ? null : verdict.creditEntry.balanceAfter;
  return { appointment: verdict.answer, isReplay, creditsRemaining };
}

/** Returns the fields of the appointment that every surface can give. */
function requestedIn(
  { departmentId, dateTime, name, workerId = null, externalUserId = null }: Pick<
    z.output<typeof bookAppointmentFields>,
    "departmentId" | "dateTime" | "name" | "workerId" | "externalUserId"
  >,
) {
  return { departmentId, dateTime, name, workerId, externalUserId };
}

/** Returns the fields of the contact that a request gives. */
function contactIn(
  { email, locale, metadata }: { [K in keyof Contact]?: Contact[K] | undefined },
): Partial<Contact> {
  return {
    ...(typeof email === "string" && { email }),
    ...(typeof locale === "string" && { locale }),
    ...(typeof metadata === "string" && { metadata }),
  };
}

/** What staff note about an appointment. Null becomes "". */
export const noteField = proseField(1000, "A note for staff; null for none")
  .nullable()
  .transform((note) => note?.trim() ?? "");

/** Why staff book outside the booking window. It is audited, so it must not name a person. */
export const overrideReasonField = nameField(
  255,
  "Why the appointment may be outside the booking window",
);

/** Input of a creation by staff: the fields of the public API and those of the front desk. */
export const createAppointmentInput = bookAppointmentFields.omit({ holdId: true }).extend({
  environment: environmentField,
  note: noteField.optional(),
  anyWorker: booleanField("Whether any free worker may take the appointment").nullish(),
  overrideReason: overrideReasonField.nullish(),
});

/** The ports and the caller of a booking at the front desk. */
export type DeskPorts = Randomness & Hashing & { gate: BookingGate; appointments: Appointments };
export type DeskCaller = Pick<
  StaffCaller,
  "organizationId" | "staffUserId" | "actor" | "idempotencyKey"
>;

/**
 * Books an appointment at the front desk (core/booking/README.md 13). It costs one credit. No API usage is recorded. An
 * `Idempotency-Key` counts for the staff user. Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, INSUFFICIENT_CREDITS or
 * SERVICE_UNAVAILABLE.
 */
export async function createAppointment(
  ports: DeskPorts,
  caller: DeskCaller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { actor: { claim } } = await withClaim(ports, caller, {
    useCase: "createAppointment",
    input,
  });
  const fields = parseInput(createAppointmentInput, input);
  return await bookAtDesk(ports, caller, { ...fields, idempotency: claimOf(claim) });
}

/**
 * Returns what identifies a request of staff, or one booking of a request for several. A key of the public API has no tab,
 * so it never equals a key of staff.
 */
export function claimOf(
  claim: RequestClaim | undefined,
  index?: number,
): IdempotencyClaim | null {
  if (!claim) return null;
  const one = index === undefined ? "" : `\t${index}`;
  return { key: `staff ${claim.staffUserId}\t${claim.key}${one}`, fingerprint: claim.fingerprint };
}

/** Books a validated request at the front desk. It is in the queue of the gate when this function returns. */
export async function bookAtDesk(
  ports: DeskPorts,
  { organizationId, actor }: DeskCaller,
  { environment, phone = "", note = "", idempotency, ...fields }:
    & z.output<typeof createAppointmentInput>
    & { idempotency: IdempotencyClaim | null },
): Promise<StaffAppointmentView> {
  const scope = { organizationId, environment };
  const verdict = await ports.gate.book(scope, {
    ...requestedIn(fields),
    ...noContact,
    ...contactIn(fields),
    phone,
    note,
    qrCode: randomBase62(22, ports),
    desk: {
      takesAnyWorker: fields.anyWorker ?? false,
      overrideReason: fields.overrideReason ?? null,
    },
    actor,
    usage: null,
    idempotency,
  });
  if (verdict.kind === "refused") throw verdict.error;
  const made = verdict.kind === "booked"
    ? verdict.appointment
    : await ports.appointments.find(scope, verdict.answer.id);
  return {
    ...verdict.answer,
    environment,
    // Not what the request says: the appointment may be erased when it is sent again.
    phone: made?.phone ?? phone,
    ...seenContact(made ?? { ...noContact, ...contactIn(fields) }),
    cancelReason: made?.cancelReason ?? null,
    note: made?.note ?? note,
    workerId: made?.workerId ?? null,
  };
}
