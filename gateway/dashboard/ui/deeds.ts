/** An audited deed in words: `appointment.marked_missed` reads as "Appointment marked missed". */
export function deedOf(action: string): string {
  const words = action.replace(".", " ").replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1).replace(/^pi /, "PI ");
}

/** A changed field in words; those of people and secrets come without values. */
export function changeText(
  { field, before, after }: { field: string; before?: unknown; after?: unknown },
): string {
  if (before === undefined && after === undefined) return field;
  if (isNothing(before)) return `${field}: ${valueText(after)}`;
  return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function valueText(value: unknown): string {
  if (isNothing(value)) return "none";
  if (typeof value === "string") return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d$/, "$1");
  if (Array.isArray(value)) return value.map(valueText).join(" + ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
