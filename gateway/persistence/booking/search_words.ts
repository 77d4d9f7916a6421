import {
  type Appointment,
  type BookingScope,
  searchWordsOf,
  type TextSearch,
} from "../../../core/ports.ts";

const minIndexedLength = 4;

/** Returns the column `search_words` of an appointment, as the text of a tsvector. */
export function searchWordsColumn(appointment: Appointment): string {
  const prefix = prefixOf(appointment);
  return searchWordsOf(appointment).map((word) => prefix + word).join(" ");
}

/** Returns a search as the text of a tsquery: `('7L/muller':* | '7L/mueller':*) & ('7L/anna':*)`. */
export function searchQueryOf(scope: BookingScope, terms: TextSearch["terms"]): string {
  const prefix = prefixOf(scope);
  // Folded words have only letters and digits, so nothing needs an escape.
  const beginning = (word: string) => `'${prefix}${word}':*`;
  const allOf = (words: string[]) => words.map(beginning).join(" & ");
  return terms.map((alternatives) => `(${alternatives.map(allOf).join(" | ")})`).join(" & ");
}

/**
 * Returns terms that find the same and perhaps more, for the index. GIN collects everything that a beginning finds
 * before it combines beginnings. So the index is asked for the longest word of each alternative, and for a term that is
 * short only if no other term is longer: `ref-777 a` finds by `777` or `ref777`.
 */
export function indexedTerms({ terms }: TextSearch): TextSearch["terms"] {
  const longest = terms.map((alternatives) =>
    alternatives.map((words) => [words.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]!])
  );
  const lengths = longest.map((alternatives) =>
    Math.min(...alternatives.map(([word]) => word!.length))
  );
  const limit = Math.min(minIndexedLength, Math.max(...lengths));
  return longest.filter((_, i) => lengths[i]! >= limit);
}

// Numbers are rarer than words of their length.
function lengthOf(word: string): number {
  return /^\d/.test(word) ? word.length + 10 : word.length;
}

/** The index has the words of all organizations, so each word begins with its organization and environment. */
function prefixOf({ organizationId, environment }: BookingScope): string {
  return `${organizationId}${environment[0]}/`;
}
