/** Returns the networks of a field: one on each line, or apart by commas and spaces. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== "");
}
