/**
 * Returns the seconds of a `Retry-After` header, which is a number or a date; 0 for a date that has passed, and null if there
 * is no header or a text that is neither.
 */
export function retryAfterSecondsOf(headers: Headers): number | null {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  // `Date.parse` reads "-5" and "1.5" as dates. Every form of an HTTP date names its day.
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
