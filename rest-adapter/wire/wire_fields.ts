import { z } from "zod";

/** The form of a local date-time in responses (rest-adapter/README.md 1). */
const localDateTimePattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";

/** Makes the schema of a local date-time in a response. */
export function localDateTime(description: string, example: string) {
  return z.string().regex(new RegExp(localDateTimePattern)).meta({
    description: `${description}; local to the organization, YYYY-MM-DDTHH:mm:ss`,
    // Not `date-time`, which has a zone.
    format: "date-time-local",
    examples: [example],
  });
}

/** Makes the schema of an instant in a response, in UTC. */
export function instant(description: string, example: string) {
  return z.string().meta({ description, format: "date-time", examples: [example] });
}

/** Makes the schema of an id in a response. */
export function id(description: string, example: number) {
  return z.int().min(1).meta({ description, format: "int64", examples: [example] });
}

/** Makes the schema of a text in a response. */
export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** Makes the schema of a whole number from 0 in a response. */
export function count(description: string, example: number) {
  return z.int().min(0).meta({ description, format: "int64", examples: [example] });
}
