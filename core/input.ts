import { z } from "zod";
import { DomainError, type Fault, validationError } from "./errors.ts";
import { canonicalTimeZone, parseLocalDate, parseLocalDateTime } from "./local_date_time.ts";
import { type Message, type MessageKey, say, textOf, type ValuesOf } from "./messages.ts";

/** What the document of the REST API says about a field of a request, besides what its schema says. */
function described(description: string, example: unknown, keywords: object = {}) {
  return { ...keywords, description, ...(example !== undefined && { examples: [example] }) };
}

/**
 * The id of a row. An id that no row can have (below 1, or too large to be exact) is an unknown id and not a fault. It
 * becomes 0, an id that no row has.
 */
export function idField(description: string, example?: number) {
  return z
    .number({ error: requiredOr("mustBe", { what: "an integer" }) })
    .refine((id) => Number.isInteger(id), inSchema("mustBe", { what: "an integer" }))
    .meta(described(description, example, { type: "integer", format: "int64" }))
    .transform((id) => (id >= 1 && Number.isSafeInteger(id) ? id : 0));
}

/** Input with only the id of a row. */
export const idInput = z.object({ id: idField("The id") });

/**
 * A field that accepts any value. The schema that uses it validates the value itself, with its own messages. `T` is
 * the type that callers in TypeScript must pass.
 */
export function rawField<T>() {
  return z.unknown() as z.ZodType<unknown, unknown> as z.ZodType<unknown, T>;
}

/**
 * A text of at most `max` code points, without NUL and lone surrogates (core/README.md 2). It is kept as it is, so it
 * suits what programs compare. Texts for people are a `proseField` or a `nameField`.
 */
export function textField(max: number, description: string, example?: string) {
  return bounded(anyText(), max, { description, example });
}

/** A `textField` that people read. It loses its direction controls (core/README.md 2). */
export function proseField(max: number, description: string) {
  return bounded(anyText().overwrite(withoutDirectionControls), max, { description });
}

/** A `proseField` of 1 to `max` characters after trimming, with at least one that can be seen. */
export function nameField(max: number, description: string, example?: string) {
  const trimmed = anyText()
    .overwrite((text) => withoutDirectionControls(text).trim())
    .refine((text) => text !== "", { abort: true, error: inSchema("empty") });
  return bounded(trimmed, max, { description })
    .refine((text) => visible.test(text), inSchema("invisible"))
    .meta(described(description, example, { minLength: 1, maxLength: max }));
}

// Embeddings, overrides and isolates. U+202E shows what follows it in reverse: `cod\u202egnp.exe` is read as codexe.png.
const directionControl = /[\u202a-\u202e\u2066-\u2069]/;
const directionControls = new RegExp(directionControl, "g");

// Marks are seen only on another character. The code points at the end have blank glyphs, but belong to no such class.
const visible =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/** Removes direction controls. Most texts have none, so it looks before it makes a new text. */
function withoutDirectionControls(text: string): string {
  return directionControl.test(text) ? text.replaceAll(directionControls, "") : text;
}

function anyText() {
  return z.string({ error: requiredOr("mustBe", { what: "a string" }) });
}

function bounded(
  text: z.ZodString,
  max: number,
  { description, example }: { description: string; example?: string | undefined },
) {
  const abort = true;
  return text
    .refine((text) => text.length <= max || [...text].length <= max, {
      abort,
      error: inSchema("tooLong", { max }),
    })
    .refine((text) => !text.includes("\0"), { abort, error: inSchema("nulCharacter") })
    .refine((text) => text.isWellFormed(), { abort, error: inSchema("brokenUnicode") })
    .meta(described(description, example, { maxLength: max }));
}

/** A whole number from `min` to `max`; `max` may be Infinity. */
export function wholeNumberField(min: number, max: number, description: string, example?: number) {
  const message = max === Infinity
    ? say("numberFrom", { min })
    : say("numberBetween", { min, max });
  return z
    .number({ error: requiredOr(message) })
    .refine(
      (number) => Number.isInteger(number) && number >= min && number <= max,
      inSchema(message),
    )
    .meta(described(description, example, {
      type: "integer",
      minimum: min,
      ...(max < Infinity && { maximum: max }),
    }));
}

/** A boolean. */
export function booleanField(description: string, example?: boolean) {
  return z.boolean({ error: requiredOr("mustBe", { what: "true or false" }) }).meta(
    described(description, example),
  );
}

/** The name of an IANA time zone. It becomes the spelling of the time zone database. */
export const timeZoneField = z
  .string({ error: requiredOr("timeZone") })
  .transform((name, context) => {
    const timeZone = canonicalTimeZone(name);
    if (timeZone) return timeZone;
    context.addIssue({ code: "custom", message: inSchema("timeZone") });
    return z.NEVER;
  });

// Callers may send more forms of a time than answers have (rest-adapter/README.md 1).
const dateTimeText = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?";

/** The forms of times and dates in requests, for the documents. */
export const forms = {
  dateTime: { type: "string", pattern: `^${dateTimeText}$` },
  dateTimeOrDate: { type: "string", pattern: `^(${dateTimeText}|\\d{4}-\\d{2}-\\d{2})$` },
  date: { type: "string", format: "date" },
} as const;

/** A local date-time of a body. If it is malformed, the error is VALIDATION_ERROR on its field. */
export const localDateTimeField = z
  .string({
    error: requiredOr("mustBe", { what: "a local date-time such as 2026-03-05T14:30:00" }),
  })
  .transform((text, context) => {
    const dateTime = parseLocalDateTime(text);
    if (dateTime) return dateTime;
    context.addIssue({
      code: "custom",
      message: inSchema("mustBe", {
        what: "a local date-time such as 2026-03-05T14:30:00, without a zone",
      }),
    });
    return z.NEVER;
  });

/** A local date-time of a query. If it is malformed, the error is INVALID_DATE_FORMAT. */
export const queriedDateTime = queriedDate(parseLocalDateTime);

/** A bound of a range in a query: a local date-time, or a date, which means `time` of that day. */
export function queriedBound(time: string) {
  return queriedDate(
    (text) => parseLocalDateTime(text) ?? parseLocalDate(text)?.toPlainDateTime(time),
  );
}

/** A message, or its key and values. */
type Said<K extends MessageKey> = [message: Message] | [key: K, ...values: ValuesOf<K>];

/**
 * Returns a message as a schema takes it. Zod carries a text only, so it is the JSON of the message; `faultOf` reads
 * it.
 */
export function inSchema<K extends MessageKey>(...said: Said<K>): string {
  const [message] = said;
  return JSON.stringify(
    typeof message === "object" ? message : say(...(said as [K, ...ValuesOf<K>])),
  );
}

/** Makes an error function of a schema: "Is required" for an absent field, the message for a wrong one. */
export function requiredOr<K extends MessageKey>(
  ...said: Said<K>
): (issue: { input?: unknown }) => string {
  const [required, wrong] = [inSchema("required"), inSchema(...said)];
  return (issue) => (issue.input === undefined || issue.input === null ? required : wrong);
}

/** Returns the fault of an issue that a schema found. A schema of a surface has sentences of its own. */
export function faultOf({ path, message }: Pick<z.core.$ZodIssue, "path" | "message">): Fault {
  return {
    field: path.join("."),
    message: message.startsWith("{") ? JSON.parse(message) as Message : message,
  };
}

/**
 * Parses an input by its schema without throwing. Null in an optional field is absence, unless the schema gives null a
 * meaning of its own.
 */
export function safeParseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  const result = schema.safeParse(input);
  if (result.success) return result;
  const given = withoutNulls(schema, input);
  return given === input ? result : schema.safeParse(given);
}

/** Leaves out the nulls of optional fields that do not accept null. Returns the same value if there are none. */
function withoutNulls(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodPipe) return withoutNulls(schema.in, value);
  if (
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) return withoutNulls(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const items = value.map((item) => withoutNulls(schema.element, item));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const shape = schema.shape as Record<string, z.ZodType | undefined>;
  const given = Object.entries(value).flatMap(([name, one]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (one === null && field && isAbsentIfNull(field)) return [];
    return [[name, withoutNulls(field, one)] as const];
  });
  const before = Object.entries(value);
  const isSame = given.length === before.length &&
    given.every(([, one], i) => one === before[i]![1]);
  return isSame ? value : Object.fromEntries(given);
}

function isAbsentIfNull(field: z.ZodType): boolean {
  return !field.safeParse(null).success && field.safeParse(undefined).success;
}

/**
 * Parses an input by its schema. Throws VALIDATION_ERROR with every invalid field, or INVALID_DATE_FORMAT if only
 * dates of a query are invalid (rest-adapter/README.md 10.4).
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = safeParseInput(schema, input);
  if (result.success) return result.data;
  const issues = result.error.issues;
  if (issues.every((issue) => issue.code === "custom" && issue.params?.["queriedDate"])) {
    throw new DomainError(
      "INVALID_DATE_FORMAT",
      say("invalidDates", {
        faults: issues.map(faultOf).map(({ field, message }) => `${field}: ${textOf(message)}`)
          .join("; "),
      }),
    );
  }
  throw validationError(
    ...issues.map((issue) =>
      issue.path.length === 0
        ? { field: "body", message: say("mustBe", { what: "an object" }) }
        : faultOf(issue)
    ),
  );
}

/** Parses the input of a change. Leaves out fields whose value is undefined: they were not given. */
export function parseChange<S extends z.ZodObject>(schema: S, input: unknown): z.output<S> {
  const change = parseInput(schema, input);
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as z.output<S>;
}

function queriedDate(parse: (text: string) => Temporal.PlainDateTime | undefined) {
  return rawField<string>().transform((value, context) => {
    const dateTime = typeof value === "string" ? parse(value) : undefined;
    if (dateTime) return dateTime;
    context.addIssue({
      code: "custom",
      message: inSchema("mustBe", {
        what: "an ISO 8601 local date-time such as 2026-03-05T14:30:00",
      }),
      params: { queriedDate: true },
    });
    return z.NEVER;
  });
}
