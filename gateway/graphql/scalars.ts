import { GraphQLError, Kind, type ValueNode } from "graphql";
import {
  formatLocalDateTime,
  formatUtc,
  parseLocalDate,
  parseLocalDateTime,
} from "../../core/mod.ts";
import { builder } from "./builder.ts";

const rfc3339 = "https://www.rfc-editor.org/rfc/rfc3339#section-5.6";

builder.scalarType("LocalDateTime", {
  specifiedByURL:
    "https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#local-dates-and-times",
  description:
    "A date and time in the organization's time zone, without an offset: `2026-03-05T14:30:00`.",
  serialize: formatLocalDateTime,
  parseValue: (value) => parseWith(parseLocalDateTime, value, "2026-03-05T14:30:00"),
  parseLiteral: (node) => parseWith(parseLocalDateTime, textOf(node), "2026-03-05T14:30:00", node),
});

builder.scalarType("Date", {
  specifiedByURL: rfc3339,
  description: "A date in the organization's time zone: `2026-03-05`.",
  serialize: (date) => date.toString(),
  parseValue: (value) => parseWith(parseLocalDate, value, "2026-03-05"),
  parseLiteral: (node) => parseWith(parseLocalDate, textOf(node), "2026-03-05", node),
});

builder.scalarType("DateTime", {
  specifiedByURL: rfc3339,
  description: "An instant in UTC: `2026-03-05T13:30:00.000Z`.",
  serialize: formatUtc,
  parseValue: (value) => parseWith(parseInstant, value, "2026-03-05T13:30:00Z"),
  parseLiteral: (node) => parseWith(parseInstant, textOf(node), "2026-03-05T13:30:00Z", node),
});

function textOf(node: ValueNode): unknown {
  return node.kind === Kind.STRING ? node.value : undefined;
}

/** Parses a value. `node` is its place in the query; GraphQL itself names the place of a variable. */
function parseWith<T>(
  parse: (text: string) => T | undefined,
  value: unknown,
  example: string,
  node?: ValueNode,
): T {
  const parsed = typeof value === "string" ? parse(value) : undefined;
  if (parsed !== undefined) return parsed;
  throw new GraphQLError(`Must be a string such as "${example}"`, { nodes: node });
}

function parseInstant(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}
