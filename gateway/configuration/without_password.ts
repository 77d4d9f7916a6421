/**
 * A connection string as it may be shown: where it leads, without its password and its parameters. Of several
 * hosts, one URL for each, it is the one that names them all.
 */
export function withoutPassword(...connectionStrings: string[]): string {
  const [first] = connectionStrings;
  if (first === undefined || !connectionStrings.every((text) => URL.canParse(text))) {
    return "(not a URL)";
  }
  const url = new URL(first);
  const password = url.password === "" ? "" : ":****";
  const user = url.username === "" && password === "" ? "" : `${url.username}${password}@`;
  const hosts = connectionStrings.map((text) => new URL(text).host).join();
  // Parameters can hold a password too (?password=…).
  return `${url.protocol}//${user}${hosts}${url.pathname}`;
}
