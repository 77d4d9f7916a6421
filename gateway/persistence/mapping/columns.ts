import {
  instantFromDatabase,
  localDateFromDatabase,
  localDateTimeFromDatabase,
} from "./temporal_types.ts";

/** The type of a column, and how its values are converted. */
export interface Column<T> {
  /** The type in Postgres. */
  type: string;
  isNullable: boolean;
  /** Converts the value of the driver, or the text of Postgres. Left out if both are the value itself. */
  read?(stored: never): T;
  /** Converts a value to a parameter. Left out if it is the parameter itself. */
  write?(value: T): unknown;
}

const toText = (value: { toString(): string }) => value.toString();

/** Returns a column of texts, or of some texts that a constraint allows. */
export function text<T extends string>(): Column<T> {
  return { type: "text", isNullable: false };
}

export const integer: Column<number> = { type: "int", isNullable: false, read: Number };
export const bigInteger: Column<number> = { type: "bigint", isNullable: false, read: Number };
export const uuid: Column<string> = { type: "uuid", isNullable: false };

export const boolean: Column<boolean> = {
  type: "boolean",
  isNullable: false,
  read: (stored: boolean | string) => stored === true || stored === "t",
};

export const localDate: Column<Temporal.PlainDate> = {
  type: "date",
  isNullable: false,
  read: localDateFromDatabase,
  write: toText,
};

export const localDateTime: Column<Temporal.PlainDateTime> = {
  type: "timestamp(0)",
  isNullable: false,
  read: localDateTimeFromDatabase,
  write: toText,
};

export const instant: Column<Temporal.Instant> = {
  type: "timestamptz(3)",
  isNullable: false,
  read: instantFromDatabase,
  write: toText,
};

/** Returns a column of JSON objects or arrays. The driver parses them; a lookup gets their text. */
export function json<T extends object>(): Column<T> {
  return {
    type: "jsonb",
    isNullable: false,
    read: (stored: T | string) => typeof stored === "string" ? JSON.parse(stored) : stored,
    write: (value: T) => JSON.stringify(value),
  };
}

/** Returns a column of arrays of texts. The text of such an array is not parsed. */
export function textArray<T extends string>(): Column<T[]> {
  return { type: "text[]", isNullable: false };
}

export const integerArray: Column<number[]> = { type: "int[]", isNullable: false };

/** Returns the same column with null as a possible value. */
export function nullable<T>({ read, write, ...column }: Column<T>): Column<T | null> {
  return {
    ...column,
    isNullable: true,
    ...(read && { read: (stored: never) => stored === null ? null : read(stored) }),
    ...(write && { write: (value: T | null) => value === null ? null : write(value) }),
  };
}

/** The fields of a class that are stored: all but its methods. */
export type Stored<T> = {
  [K in keyof T as T[K] extends (...args: never) => unknown ? never : K]: T[K];
};

/** Whether a statement writes one record, whose values are scalars, or any number of them by arrays. */
export type RecordCount = "one" | "many";

/** A row of the columns of a record, as the driver returns it. */
export type RowOf<T> = { [K in keyof T]: unknown };

/**
 * The columns of a table that a record has, in their order. The name of a column is that of its property, such as
 * `created_at` of `createdAt`.
 */
export class Table<T extends object> {
  readonly name: string;
  readonly columns: { readonly [K in keyof T]-?: Column<T[K]> };
  readonly #entries: readonly { property: string; column: string; of: AnyColumn }[];
  readonly #converted: readonly { property: string; read: (stored: unknown) => unknown }[];

  constructor(name: string, columns: { readonly [K in keyof T]-?: Column<T[K]> }) {
    this.name = name;
    this.columns = columns;
    this.#entries = Object.entries<AnyColumn>(columns as Record<string, AnyColumn>)
      .map(([property, of]) => ({ property, column: columnOf(property), of }));
    this.#converted = this.#entries.flatMap(({ property, of }) =>
      of.read ? [{ property, read: of.read }] : []
    );
  }

  /** Returns the table with some of its columns. */
  only<K extends keyof T>(...properties: K[]): Table<Pick<T, K>> {
    const kept = properties.map((property) => [property, this.columns[property]]);
    return new Table(this.name, Object.fromEntries(kept));
  }

  /** Returns the table without some of its columns. */
  without<K extends keyof T>(...properties: K[]): Table<Omit<T, K>> {
    const kept = Object.entries(this.columns).filter(([property]) =>
      !(properties as unknown[]).includes(property)
    );
    return new Table<Omit<T, K>>(this.name, Object.fromEntries(kept) as never);
  }

  /** The number of columns. */
  get size(): number {
    return this.#entries.length;
  }

  /** The names of the columns, as an `insert` has them. */
  get names(): string {
    return this.#entries.map(({ column }) => column).join(", ");
  }

  /** Selects a `RowOf` the record, from a table with an alias if it has one. */
  select(alias?: string): string {
    const prefix = alias === undefined ? "" : `${alias}.`;
    return this.#entries.map(({ property, column }) => `${prefix}${column} as "${property}"`)
      .join(", ");
  }

  /** The types of the columns in Postgres, in their order. */
  get types(): string[] {
    return this.#entries.map(({ of }) => of.type);
  }

  /** Returns the placeholder of each column. That of the first one has the number `first`. */
  placeholders(first: number): Record<keyof T, string> {
    return this.#each((_, i) => `$${first + i}`);
  }

  /**
   * Returns an item of FROM that has the columns of the records and `nth`, their position. Its first placeholder has the number
   * `first`. For one record, scalars cost Postgres a third less than arrays.
   */
  source(alias: string, first: number, count: RecordCount): string {
    const end = count === "many" ? "[]" : "";
    const values = this.#entries.map(({ of }, i) => `$${first + i}::${of.type}${end}`).join(", ");
    const rows = count === "many" ? `unnest(${values}) with ordinality` : `(values (${values}, 1))`;
    return `${rows} as ${alias} (${this.names}, nth)`;
  }

  /** Returns the assignments of an `update`. */
  assignments(first: number): string {
    return this.#entries.map(({ column }, i) => `${column} = $${first + i}`).join(", ");
  }

  /** Returns the values of `placeholders` and `assignments`. */
  values(record: T): unknown[] {
    return this.#entries.map(({ property, of }) => written(of, record, property));
  }

  /** Returns the values of `source`. */
  sourceValues(records: readonly T[], count: RecordCount): unknown[] {
    return count === "one"
      ? this.values(records[0]!)
      : this.#entries.map(({ property, of }) =>
        records.map((record) => written(of, record, property))
      );
  }

  /** Converts a row of the driver in place: a copy costs as much as the conversion. Its other columns stay in the result. */
  fromRow<Row extends RowOf<T>>(row: Row): Omit<Row, keyof T> & T {
    const record = row as Record<string, unknown>;
    for (const { property, read } of this.#converted) record[property] = read(record[property]);
    return record as Omit<Row, keyof T> & T;
  }

  /** Converts the texts of a lookup, which selects all columns. */
  fromTexts(texts: readonly (string | null)[]): T {
    const record: Record<string, unknown> = {};
    this.#entries.forEach(({ property, of }, i) => {
      record[property] = of.read ? of.read(texts[i]) : texts[i];
    });
    return record as T;
  }

  #each(
    make: (entry: { column: string; of: AnyColumn }, position: number) => string,
  ): Record<keyof T, string> {
    const made = this.#entries.map((entry, i) => [entry.property, make(entry, i)]);
    return Object.fromEntries(made) as Record<keyof T, string>;
  }
}

interface AnyColumn extends Omit<Column<unknown>, "read" | "write"> {
  read?(stored: unknown): unknown;
  write?(value: unknown): unknown;
}

function written({ write }: AnyColumn, record: object, property: string): unknown {
  const value = (record as Record<string, unknown>)[property];
  return write ? write(value) : value;
}

/** Returns the name of the column of a property. */
export function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
