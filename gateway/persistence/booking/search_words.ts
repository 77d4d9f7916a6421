import {
  type Appointment,
  type BookingScope,
  searchWordsOf,
  type TextSearch,
} from "../../../core/ports.ts";

/** Returns the column `search_words` of an appointment, as the text of a tsvector. */
export function searchWordsColumn(appointment: Appointment): string {
  const prefix = prefixOf(appointment);
  return searchWordsOf(appointment).map((word) => prefix + word).join(" ");
}

/** Returns a search as the text of a tsquery: `('7L/muller':* | '7L/mueller':*) & '7L/anna':*`. */
export function searchQueryOf(scope: BookingScope, { terms }: TextSearch): string {
  const prefix = prefixOf(scope);
  // Folded words have only letters and digits, so nothing needs an escape.
  const beginning = (word: string) => `'${prefix}${word}':*`;
  const allOf = (words: string[]) => words.map(beginning).join(" & ");
  return terms.map((alternatives) => `(${alternatives.map(allOf).join(" | ")})`).join(" & ");
}

/** The index has the words of all organizations, so each word begins with its organization and environment. */
function prefixOf({ organizationId, environment }: BookingScope): string {
  return `${organizationId}${environment[0]}/`;
}
