import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { schema } from "../../../gateway/graphql/schema.ts";

const file = new URL("../../../gateway/graphql/schema.graphql", import.meta.url);
const update = "UPDATE_SCHEMA=true npm test -- test/gateway/graphql/schema.test.ts";

test("schema.graphql is the schema", async () => {
  const head = `# Generated from the code. Regenerate with: ${update}\n\n`;
  const printed = `${head}${printSchema(lexicographicSortSchema(schema))}\n`;
  if (process.env["UPDATE_SCHEMA"] === "true") await writeFile(file, printed);
  const kept = await readFile(file, "utf8").catch(() => "");
  expect(kept, `schema.graphql differs from the code. Regenerate with: ${update}`).toBe(printed);
});

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

test("everything in the schema has a description", () => {
  const names = types.flatMap(describedIn).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["Organization", "Organization.name", "Date"]));
  const bare = types.flatMap(describedIn).filter(({ description }) => !description?.trim());
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test("every scalar of ours names its specification", () => {
  const scalars = types.filter(isScalarType);
  expect(scalars.map(({ name }) => name).toSorted()).toEqual(["Date", "DateTime", "LocalDateTime"]);
  for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:/);
});

test("nothing can be written", () => {
  expect(schema.getMutationType()).toBeUndefined();
  expect(schema.getSubscriptionType()).toBeUndefined();
});

test("no field returns a secret", () => {
  const fields = types.flatMap((type) => isObjectType(type) ? Object.keys(type.getFields()) : []);
  expect(fields).toContain("maskedKey");
  expect(fields.filter((name) => /secret|password|hash|lineage|^key$|^token$/i.test(name))).toEqual(
    [],
  );
});

test("arguments for a period are the days from and to; other ones are deprecated for them", () => {
  const inputs = types.flatMap((type): [string, GraphQLArgument | GraphQLInputField][] =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field])
      : isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ name, args }) =>
        args.map((arg) => [`${type.name}.${name}.${arg.name}`, arg] as [string, typeof arg])
      )
      : []
  );
  const ofTime = inputs.filter(([, { type }]) =>
    /^(Local)?Date(Time)?$/.test(getNamedType(type).name)
  );
  const current = ofTime.filter(([, { deprecationReason }]) => !deprecationReason);
  expect(new Set(current.map(([, { name }]) => name))).toEqual(new Set(["from", "to"]));
  expect(new Set(current.map(([, { type }]) => getNamedType(type).name))).toEqual(
    new Set(["Date"]),
  );
  const older = ofTime.filter(([, { deprecationReason }]) => deprecationReason);
  expect(older).toHaveLength(10);
  const without = older.filter(([name, { deprecationReason }]) =>
    !new RegExp(`^Use .*\\b${/to$/i.test(name) ? "to" : "from"}\\b`).test(deprecationReason!)
  );
  expect(without).toEqual([]);
});

interface Described {
  name: string;
  description: string | null | undefined;
}

/** A type, its fields and their arguments, or its values, by names that find them. */
function describedIn(type: GraphQLNamedType): Described[] {
  const own = { name: type.name, description: type.description };
  if (isEnumType(type)) return [own, ...type.getValues().map((value) => within(type, value))];
  if (isInputObjectType(type)) {
    return [own, ...Object.values(type.getFields()).map((field) => within(type, field))];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields());
  return [
    own,
    ...fields.map((field) => within(type, field)),
    ...fields.flatMap(({ name, args }) =>
      args.map((arg) => withArgument(`${type.name}.${name}`, arg))
    ),
  ];
}

function within({ name }: GraphQLNamedType, { name: inner, description }: Described): Described {
  return { name: `${name}.${inner}`, description };
}

function withArgument(field: string, { name, type, description }: GraphQLArgument): Described {
  return { name: `${field}(${name}: ${getNamedType(type).name})`, description };
}
