import type { HolidayPlace } from "../access/organization.ts";

/** A whole day that is a public holiday. */
export interface Holiday {
  /** `YYYY-MM-DD`. */
  date: string;
  /** In the language of the place. */
  name: string;
}

/** A country whose public holidays are known. Its regions have names in its language. */
export interface HolidayCountry {
  code: string;
  regions: { code: string; name: string }[];
}

/** The public holidays of the world. */
export interface HolidayCalendar {
  /** Returns the known countries by code. */
  countries(): Promise<HolidayCountry[]>;
  /** Returns the public holidays of a known place in a range of dates, both included; each date once, in order. */
  list(
    place: HolidayPlace,
    range: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  ): Promise<Holiday[]>;
}
