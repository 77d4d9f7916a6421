import { decodeGlobalID } from "@pothos/plugin-relay";

/** The id of no row. */
const nobody = 0;

/** A REST id as a number; what no row can have is 0, which finds nothing. */
export function numberOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : nobody;
  return Number.isSafeInteger(id) ? id : nobody;
}

/** A node's type and id; undefined for a text that is no global id. */
export function nodeNameOf(globalId: string): { typename: string; id: string } | undefined {
  try {
    return decodeGlobalID(globalId);
  } catch {
    return undefined;
  }
}

/** What an argument names, by its global id or its REST id; another type's id is nobody's. */
export function idOf(typename: string, text: string): number {
  if (/^\d+$/.test(text)) return numberOf(text);
  const name = nodeNameOf(text);
  return name?.typename === typename ? numberOf(name.id) : nobody;
}

/** As `idOf` for a filter, which null and what is left out do not narrow. */
export function idIn(typename: string, text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : idOf(typename, text);
}
