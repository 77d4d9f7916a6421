/**
 * The ranges of days between the creation of an appointment and the appointment, in order. Each begins with its number of
 * days and ends before the next one.
 */
export const leadTimes = {
  SAME_DAY: { fromDays: 0, description: "Created on the day of the appointment, or after it." },
  NEXT_DAY: { fromDays: 1, description: "Created on the day before." },
  DAYS_2_TO_3: { fromDays: 2, description: "Created 2 or 3 days before." },
  DAYS_4_TO_7: { fromDays: 4, description: "Created 4 to 7 days before." },
  DAYS_8_TO_14: { fromDays: 8, description: "Created 8 to 14 days before." },
  DAYS_15_TO_30: { fromDays: 15, description: "Created 15 to 30 days before." },
  DAYS_31_OR_MORE: { fromDays: 31, description: "Created 31 days before, or earlier." },
} as const;
export type LeadTime = keyof typeof leadTimes;

/** The names of the ranges. */
export const leadTimeNames = Object.keys(leadTimes) as LeadTime[];
