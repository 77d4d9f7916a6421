/** Replaces a value that the log must not show. */
export const hiddenValue = "(hidden)";

const maxHeaders = 40;
const maxNameLength = 100;
const maxValueLength = 300;

/** Words in the names of headers whose values may be secrets. */
const secretWords =
  /cookie|auth|token|secret|signature|session|password|passwd|api-?key|credential/i;

/**
 * Returns the headers of an answer as the log keeps them (core/webhooks/README.md 12): at most 40, long values are cut
 * off, and values of headers that may hold secrets are hidden.
 */
export function loggedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, maxHeaders).map(([name, value]) => {
    if (secretWords.test(name)) return [printable(name, maxNameLength), hiddenValue];
    return [printable(name, maxNameLength), printable(value, maxValueLength)];
  });
  return Object.fromEntries(kept);
}

/** Cuts a text off and replaces control characters, which the database cannot store or a page cannot show. */
function printable(text: string, maxLength: number): string {
  const clean = text.slice(0, maxLength).replace(/\p{C}/gu, "\ufffd");
  return text.length > maxLength ? `${clean}…` : clean;
}
