const integerForm = /^-?\d+$/;
const idForm = /^[1-9]\d{0,14}$/;

/**
 * Returns the named parameters of a request's query. An absent parameter is left out; of a repeated parameter the
 * first value counts. A parameter of `integers` becomes a number if it looks like one, and `true` and `false` of
 * `booleans` become booleans. Other text stays text, so that the domain reports the fault.
 */
export function readQuery(
  request: Request,
  { names, integers = [], booleans = [] }: {
    names: readonly string[];
    integers?: readonly string[];
    booleans?: readonly string[];
  },
): Record<string, string | number | boolean> {
  const query: Record<string, string | number | boolean> = {};
  if (!request.url.includes("?")) return query;
  const { searchParams } = new URL(request.url);
  for (const name of names) {
    const text = searchParams.get(name);
    if (text === null) continue;
    const isBoolean = booleans.includes(name) && (text === "true" || text === "false");
    if (isBoolean) query[name] = text === "true";
    else query[name] = integers.includes(name) && integerForm.test(text) ? Number(text) : text;
  }
  return query;
}

/** Parses the id in a path. Text that is not a positive integer gives 0, an id that nothing has. */
export function readPathId(text: string | undefined): number {
  return text !== undefined && idForm.test(text) ? Number(text) : 0;
}
