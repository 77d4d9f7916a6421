import { z } from "zod";

// A view is a zod schema in the file of the function that makes it. Nothing parses with it: its type is the type of the
// view, and its texts are those of the OpenAPI document (core/README.md 6).

/** The form of a local date-time in views (rest-adapter/README.md 1). */
const localDateTimePattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$";

/** Makes the schema of a local date-time of a view. */
export function localDateTime(description: string, example: string) {
  return z.string().regex(new RegExp(localDateTimePattern)).meta({
    description: `${description}; local to the organization, YYYY-MM-DDTHH:mm:ss`,
    // Not `date-time`, which has a zone.
    format: "date-time-local",
    examples: [example],
  });
}

/** Makes the schema of an instant of a view, in UTC. */
export function instant(description: string, example: string) {
  return z.string().meta({ description, format: "date-time", examples: [example] });
}

/** Makes the schema of an id of a view. */
export function id(description: string, example: number) {
  return z.int().min(1).meta({ description, format: "int64", examples: [example] });
}

/** Makes the schema of a text of a view. */
export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** Makes the schema of a whole number from 0 of a view. */
export function count(description: string, example: number) {
  return z.int().min(0).meta({ description, format: "int64", examples: [example] });
}

/** Makes the schema of a duration in whole milliseconds. */
export function milliseconds(description: string) {
  return count(`${description}, in milliseconds`, 12);
}
