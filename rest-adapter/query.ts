const integerForm = /^-?\d+$/;
const idForm = /^[1-9]\d{0,14}$/;

/**
 * The named parameters of a request's query: the first of each, left out where absent. Those of `integers`
 * become numbers where they look like one; other text stays, so that the domain reports it as its fault.
 */
export function readQuery(
  request: Request,
  { names, integers = [] }: { names: readonly string[]; integers?: readonly string[] },
): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  if (!request.url.includes("?")) return query;
  const { searchParams } = new URL(request.url);
  for (const name of names) {
    const text = searchParams.get(name);
    if (text === null) continue;
    query[name] = integers.includes(name) && integerForm.test(text) ? Number(text) : text;
  }
  return query;
}

/** The id that a path names; what is no positive integer is 0, which nothing has (decisions 5). */
export function readPathId(text: string | undefined): number {
  return text !== undefined && idForm.test(text) ? Number(text) : 0;
}
