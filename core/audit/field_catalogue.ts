// The file imports nothing, so the dashboard uses it in the browser too.

/** What staff read in the dashboard, in each of its languages. */
interface Label {
  en: string;
  de: string;
}

/** What the product does with a field of a record besides storing it (core/audit/README.md 2). */
export type FieldEntry =
  /** An audit record has both values of a change. */
  | { audit: "VALUES"; label: Label }
  /** Personal: an audit record says only that it changed, and an erasure replaces the value by `erased`. */
  | { audit: "CHANGE"; erased: string | null; label: Label }
  /** It is not personal, and no audit record has it. */
  | { audit: "NONE" };

/** The entry of each field of a record. The compiler refuses a catalogue that lacks one. */
export type FieldCatalogue<T> = { readonly [K in keyof T]-?: FieldEntry };

export const unaudited = { audit: "NONE" } as const satisfies FieldEntry;

type Catalogue<C> = { readonly [K in keyof C]: FieldEntry };

/** The names of the fields that are audited in one of some ways. */
type NamesOf<C, Audit extends FieldEntry["audit"]> =
  & string
  & { [K in keyof C]: C[K] extends { audit: Audit } ? K : never }[keyof C];

/** Returns the audited fields in the order of the catalogue, as `changesBetween` takes them. */
export function auditedIn<C extends Catalogue<C>>(catalogue: C) {
  return { fields: namesOf(catalogue, "VALUES"), hidden: namesOf(catalogue, "CHANGE") };
}

/** Returns the values that replace the personal fields in an erasure. */
export function erasedIn<C extends Catalogue<C>>(
  catalogue: C,
): { readonly [K in NamesOf<C, "CHANGE">]: C[K] extends { erased: infer V } ? V : never } {
  const entries = Object.entries<FieldEntry>(catalogue);
  return Object.fromEntries(
    entries.flatMap(([name, entry]) => entry.audit === "CHANGE" ? [[name, entry.erased]] : []),
  ) as ReturnType<typeof erasedIn<C>>;
}

/** Returns a record in which the fields that it has are replaced by their erased values. */
export function withErased(
  record: object,
  erased: Readonly<Record<string, string | null>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map((
      [name, value],
    ) => [name, Object.hasOwn(erased, name) ? erased[name] : value]),
  );
}

/** Returns the labels of the audited fields. */
export function labelsOf<C extends Catalogue<C>>(
  catalogue: C,
): Record<NamesOf<C, "VALUES" | "CHANGE">, Label> {
  const entries = Object.entries<FieldEntry>(catalogue);
  return Object.fromEntries(
    entries.flatMap(([name, entry]) => entry.audit === "NONE" ? [] : [[name, entry.label]]),
  ) as ReturnType<typeof labelsOf<C>>;
}

function namesOf<C extends Catalogue<C>, Audit extends FieldEntry["audit"]>(
  catalogue: C,
  audit: Audit,
): NamesOf<C, Audit>[] {
  const entries = Object.entries<FieldEntry>(catalogue);
  return entries.filter(([, entry]) => entry.audit === audit)
    .map(([name]) => name as NamesOf<C, Audit>);
}
