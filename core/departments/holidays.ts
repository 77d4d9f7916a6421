import type { Caller } from "../access/caller.ts";
import type { HolidayChoice, HolidayPlace, Organizations } from "../access/organization.ts";
import { requireOrganization } from "../access/organizations.ts";
import { validationError } from "../errors.ts";
import { textField } from "../input.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { Departments } from "./departments.ts";
import type { HolidayCalendar, HolidayCountry } from "./holiday_calendar.ts";
import type { Closure } from "./opening_hours.ts";

/** What the use cases of public holidays need. */
export type HolidayPorts = Clock & {
  departments: Departments;
  organizations: Organizations;
  holidays: HolidayCalendar;
};

/** The places whose public holidays are known, and the place that the organization has chosen. */
export interface HolidayPlacesView {
  countries: HolidayCountry[];
  chosen: HolidayChoice | null;
}

/** Returns the known places, and the chosen one. Throws ORGANIZATION_NOT_FOUND. */
export async function getHolidayPlaces(
  ports: Pick<HolidayPorts, "organizations" | "holidays">,
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<HolidayPlacesView> {
  const { holidays: chosen } = await requireOrganization(ports, organizationId);
  return { countries: await ports.holidays.countries(), chosen };
}

/** The fields of a place. */
export const placeFields = {
  country: textField(2, "Code of the country (ISO 3166-1)", "DE"),
  region: textField(10, "Code of the region; null for the whole country", "BY").nullish()
    .transform((region) => region ?? null),
};

/** Returns whether one of the closures contains a date. */
export function isClosedOn(closures: readonly Closure[], date: string): boolean {
  return closures.some(({ from, to }) => from <= date && date <= to);
}

/** Throws VALIDATION_ERROR unless the holidays of the place are known. */
export async function requirePlace(
  { holidays }: Pick<HolidayPorts, "holidays">,
  { country, region }: HolidayPlace,
): Promise<void> {
  const found = (await holidays.countries()).find(({ code }) => code === country);
  const fault = (field: string) => validationError({ field, message: say("holidaysUnknown") });
  if (!found) throw fault("country");
  if (region !== null && !found.regions.some(({ code }) => code === region)) throw fault("region");
}

/** Returns the local dates from today until a year ahead. */
export function yearFrom({ now }: Clock, timeZone: string) {
  const from = now().toZonedDateTimeISO(timeZone).toPlainDate();
  return { from, to: from.add({ years: 1 }) };
}
