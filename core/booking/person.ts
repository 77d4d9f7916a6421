import { z } from "zod";
import type { Caller, StaffCaller, WaitingCaller } from "../access/caller.ts";
import { answering } from "../audit/audit_record.ts";
import { environmentField } from "../environment.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { parseInput, textField, wholeNumberField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import type { Clock } from "../platform.ts";
import { parseSearch } from "../search.ts";
import {
  appointmentNotFound,
  staffAppointmentInput,
  type StaffAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";
import type { ReadAppointment } from "./appointment.ts";
import type { Appointments } from "./appointments.ts";
import type { BookingGate } from "./booking_gate.ts";
import { eraseAppointment, isErasable } from "./erase_appointment.ts";

const maxErasedAtOnce = 200;
const maxSuggestions = 6;
const searchedForSuggestions = 60;

/** Input of a person's visits: one of their appointments, and the page. */
export const listPersonInput = staffAppointmentInput.extend({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0").default(0),
  size: wholeNumberField(1, 100, "Appointments per page").default(20),
});

/** A page of the visits of a person. */
export interface PersonView extends Page<StaffAppointmentView> {
  person: { name: string; phone: string; externalUserId: string | null };
}

/**
 * Lists the appointments of the person of an appointment, newest first, archived ones too: those with the same
 * reference, and those with the same name and phone number. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function listPerson(
  { appointments }: { appointments: Appointments },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<PersonView> {
  const { id, environment, ...page } = parseInput(listPersonInput, input);
  const scope = { organizationId, environment };
  const person = await appointments.find(scope, id);
  if (!person) throw appointmentNotFound();
  const { items, totalElements } = await appointments.ofPerson(scope, { ...person, ...page });
  const { name, phone, externalUserId } = person;
  return {
    person: { name, phone, externalUserId },
    ...pageOf(items.map((item) => toStaffAppointmentView(item, timeZone)), page, totalElements),
  };
}

/** Input of suggestions: the beginning of a name, phone number or reference. */
export const suggestPeopleInput = z.object({
  environment: environmentField,
  text: textField(255, "Beginnings of words in name, phone or reference"),
});

/** A person who was here before. */
export interface SuggestedPerson {
  name: string;
  /** "" if unknown. */
  phone: string;
  externalUserId: string | null;
  /** The latest appointment. */
  last: StaffAppointmentView;
}

/**
 * Suggests people who had appointments before, the latest first, at most 6. Throws VALIDATION_ERROR and the errors of
 * `inTurn`.
 */
export async function suggestPeople(
  ports: { appointments: Appointments; heavyWork?: HeavyWork },
  caller: WaitingCaller,
  input: unknown,
): Promise<SuggestedPerson[]> {
  const { environment, text } = parseInput(suggestPeopleInput, input);
  const search = parseSearch(text);
  if (search === null) return [];
  const scope = { organizationId: caller.organizationId, environment };
  const query = {
    ...everything,
    // A code names one appointment and not a person.
    search: { ...search, code: null },
    page: 0,
    size: searchedForSuggestions,
  };
  const { items } = await inTurn(
    ports,
    { kind: "desk", ...caller },
    ({ signal }) => ports.appointments.search(scope, query, signal),
  );
  const people = new Map<string, ReadAppointment>();
  for (const item of items) {
    const key = personKey(item);
    if (!people.has(key)) people.set(key, item);
  }
  return [...people.values()].slice(0, maxSuggestions).map((last) => {
    const { name, phone, externalUserId } = last;
    return { name, phone, externalUserId, last: toStaffAppointmentView(last, caller.timeZone) };
  });
}

const everything = {
  status: null,
  departmentId: null,
  externalUserId: null,
  startDate: null,
  endDate: null,
  qrCode: null,
  workerId: null,
  includeArchived: false,
  sort: { field: "dateTime", direction: "desc" },
} as const;

function personKey({ name, phone, externalUserId }: ReadAppointment): string {
  return JSON.stringify(externalUserId === null ? [name.toLowerCase(), phone] : externalUserId);
}

/** The outcome of erasing a person. */
export interface ErasedPersonView {
  /** The number of erased appointments. */
  erased: number;
  /** The number of appointments in the future that are not archived. They keep their data. */
  kept: number;
  /** Whether there are more to erase: call again. */
  hasMore: boolean;
}

/**
 * Erases the person of an appointment from their past and archived appointments, at most 200 in a call. Each is erased in
 * a transaction of its own, the given one last: if the call fails, a repeated one goes on. Throws VALIDATION_ERROR,
 * APPOINTMENT_NOT_FOUND, SERVICE_UNAVAILABLE, and CONFLICT if an appointment is moved into the future meanwhile.
 */
export async function erasePerson(
  ports: Clock & { appointments: Appointments; gate: BookingGate },
  caller: Caller & Pick<StaffCaller, "timeZone">,
  input: unknown,
): Promise<ErasedPersonView> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const { organizationId, timeZone } = caller;
  const scope = { organizationId, environment };
  const person = await ports.appointments.find(scope, id);
  if (!person) throw appointmentNotFound();
  const page = { page: 0, size: maxErasedAtOnce };
  const { items, totalElements } = await ports.appointments.ofPerson(scope, { ...person, ...page });
  const isPartial = totalElements > items.length;
  const others = items.filter((one) => one.id !== id);
  // The person is found by the given appointment, so it is erased with the last ones.
  const visits = isPartial ? others : [...others, person];
  const at = { timeZone, now: ports.now() };
  const past = visits.filter((one) => isErasable(one, at));
  const answer = {
    erased: past.length,
    kept: visits.length - past.length,
    hasMore: isPartial && past.length > 0,
  };
  const { claim: _, ...actor } = caller.actor;
  for (const one of past) {
    // The last transaction records the Idempotency-Key. A repeat after a crash before it goes on.
    const by = one === past.at(-1) ? answering(caller.actor, answer) : actor;
    await eraseAppointment(ports, { ...caller, actor: by }, { id: one.id, environment });
  }
  return answer;
}
