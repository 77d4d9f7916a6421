import type { Choice, Group } from "./choice.ts";

/** A number or a key of a row. */
type Value = number | string | null | { restId: string; [name: string]: string };

/** A row of any report, by the fields of the query. */
export type Row = Readonly<Record<string, Value>>;

/** Entities that have no name, and the field that people know them by. */
const namedBy: Partial<Record<Group["name"], string>> = { WEBHOOK: "url" };

/** Returns the query of a report for other tools: one root field, so it can be CSV too. */
export function queryOf(choice: Choice): string {
  return `{\n  ${reportField(choice, choice.groups)}\n}`;
}

/** Returns the query of the page: the rows, and the totals of the same days. Both are read from one snapshot. */
export function pageQueryOf(choice: Choice): string {
  return `{\n  rows: ${reportField(choice, choice.groups)}\n  totals: ${
    reportField(choice, [])
  }\n}`;
}

/** Returns the address at which a tool or a person loads the report as CSV. */
export function csvAddressOf(choice: Choice, format: "csv" | "excel"): string {
  const query = queryOf(choice).replaceAll(/\s+/g, " ");
  return `/graphql?format=${format}&query=${encodeURIComponent(query)}`;
}

/** Whether the keys of a group are entities. A row has the id of each, too, because names are not unique. */
export function isEntity(group: Group): boolean {
  return entityField(group) !== group.field;
}

/** Returns the id and the name of an entity; null for a row without one. */
export function entityOf(row: Row, group: Group): { id: string; name: string } | null {
  const entity = row[entityField(group)];
  if (typeof entity !== "object" || entity === null) return null;
  return { id: entity.restId, name: entity[nameFieldOf(group)]! };
}

function reportField(
  { report, from, to, environment }: Choice,
  groups: readonly Group[],
): string {
  const args = [
    `from: "${from}"`,
    `to: "${to}"`,
    ...environment ? [`environment: ${environment}`] : [],
    ...groups.length > 0 ? [`groupBy: [${groups.map(({ name }) => name).join(", ")}]`] : [],
  ];
  const fields = [...groups.map(keyField), ...report.fields.map(({ name }) => name)];
  return `${report.name}(${args.join(", ")}) {\n${fields.map((one) => `    ${one}\n`).join("")}  }`;
}

function keyField(group: Group): string {
  return isEntity(group) ? `${entityField(group)} { restId ${nameFieldOf(group)} }` : group.field;
}

/** The key of a department is `departmentId` in core, and `department` in GraphQL. */
function entityField({ field }: Group): string {
  return field.replace(/Id$/, "");
}

function nameFieldOf({ name }: Group): string {
  return namedBy[name] ?? "name";
}
