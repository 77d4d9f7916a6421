import { z } from "zod";
import type { StaffCaller, WaitingCaller } from "../access/caller.ts";
import { environmentField } from "../environment.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { parseInput, textField, wholeNumberField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import { parseSearch } from "../search.ts";
import {
  appointmentNotFound,
  staffAppointmentInput,
  type StaffAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";
import type { ReadAppointment } from "./appointment.ts";
import type { Appointments } from "./appointments.ts";

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

/** Input of suggestions: the beginning of a name, phone number, e-mail address or reference. */
export const suggestPeopleInput = z.object({
  environment: environmentField,
  text: textField(255, "Beginnings of words in name, phone, e-mail or reference"),
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

/** A person, as an appointment has them. */
export type Person = Pick<ReadAppointment, "name" | "phone" | "externalUserId">;

/**
 * Returns whether two appointments are of the same person: they have the same reference, or the same name and phone
 * number. A name alone joins nobody.
 */
export function isSamePerson(
  { name, phone, externalUserId }: Person,
  other: Person,
): boolean {
  return externalUserId !== null && other.externalUserId === externalUserId ||
    phone !== "" && other.name === name && other.phone === phone;
}

/** Returns whether an appointment that was of a person still is: it has the same person, or nothing was changed. */
export function isOfPerson(appointment: Person, person: Person): boolean {
  return isSamePerson(appointment, person) ||
    appointment.name === person.name && appointment.phone === person.phone &&
      appointment.externalUserId === person.externalUserId;
}

function personKey({ name, phone, externalUserId }: ReadAppointment): string {
  return JSON.stringify(externalUserId === null ? [name.toLowerCase(), phone] : externalUserId);
}
