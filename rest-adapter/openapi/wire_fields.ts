import { z } from "zod";

/** The one wire form of a local date-time (decisions 1). */
const localDateTimePattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";

/** A local date-time in a response. */
export function localDateTime(description: string, example: string) {
  return z.string().regex(new RegExp(localDateTimePattern)).meta({
    description: `${description}; local to the organization, YYYY-MM-DDTHH:mm:ss`,
    examples: [example],
  });
}

/** An id in a response. */
export function id(description: string, example: number) {
  return z.int().min(1).meta({ description, examples: [example] });
}

/** A text in a response. */
export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** A whole number from 0 in a response. */
export function count(description: string, example: number) {
  return z.int().min(0).meta({ description, examples: [example] });
}
