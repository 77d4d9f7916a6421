/** A connection string as it may be shown: where it leads, without its password and its parameters. */
export function withoutPassword(connectionString: string): string {
  if (!URL.canParse(connectionString)) return "(not a URL)";
  const url = new URL(connectionString);
  if (url.password !== "") url.password = "****";
  // Parameters can hold a password too (?password=…).
  url.search = "";
  url.hash = "";
  return url.href;
}
