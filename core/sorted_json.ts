/** The same text for the same JSON, whatever the order of its keys: the database keeps another one. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}
