import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Holiday } from "../departments/holiday_calendar.ts";
import {
  type HolidayPorts,
  isClosedOn,
  placeFields,
  requirePlace,
  yearFrom,
} from "../departments/holidays.ts";
import { environmentField } from "../environment.ts";
import { parseInput } from "../input.ts";
import type { Appointments } from "./appointments.ts";

/** Input of the public holidays of a place, and whose appointments are counted. */
export const listHolidaysInput = z.object({ ...placeFields, environment: environmentField });

/** A public holiday of the next year. */
export interface HolidayView extends Holiday {
  /** Whether every department is closed on this date already. */
  isClosed: boolean;
  /** The number of SCHEDULED appointments on this date, at most `maxCounted`. */
  booked: number;
}

/** Lists the public holidays of a place from today until a year ahead, by date. Throws VALIDATION_ERROR. */
export async function listHolidays(
  ports: HolidayPorts & { appointments: Appointments },
  { organizationId, timeZone }: Pick<Caller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<HolidayView[]> {
  const { environment, ...place } = parseInput(listHolidaysInput, input);
  await requirePlace(ports, place);
  const found = await ports.holidays.list(place, yearFrom(ports, timeZone));
  const departments = await ports.departments.list(organizationId);
  const views: HolidayView[] = [];
  for (const { date, name } of found) {
    const from = Temporal.PlainDate.from(date).toPlainDateTime();
    const { totalElements } = await ports.appointments.scheduled({ organizationId, environment }, {
      departmentIds: null,
      workerId: null,
      minutes: null,
      from,
      to: from.add({ days: 1 }),
      page: 0,
      size: 1,
    });
    const isClosed = departments.length > 0 &&
      departments.every(({ closures }) => isClosedOn(closures, date));
    views.push({ date, name, isClosed, booked: totalElements });
  }
  return views;
}

/** A list counts the appointments of each holiday. */
export function weightOfHolidays(): number {
  return 10;
}
