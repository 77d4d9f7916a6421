import { expect, test } from "vitest";
import { auditedIn, erasedIn, type FieldEntry } from "../../../core/audit/field_catalogue.ts";
import { appointmentFields } from "../../../core/booking/appointment_fields.ts";
import { departmentFields } from "../../../core/departments/department_fields.ts";
import { visitFields } from "../../../core/visits/visit_fields.ts";
import { type Column, Table, text } from "../../../gateway/persistence/mapping/columns.ts";
import * as tables from "../../../gateway/persistence/mapping/tables.ts";

const catalogues: Record<string, Readonly<Record<string, FieldEntry>>> = {
  appointments: appointmentFields,
  departments: departmentFields,
  visits: visitFields,
};

// A new table is decided too: it gets a catalogue, or its name and the reason here.
const withoutCatalogue: Record<string, string> = {
  organizations: "has nothing of people",
  staff_users: "has users of the dashboard, who do not book",
  api_keys: "has nothing of people",
  reporting_tokens: "has nothing of people",
  factors: "has second factors of users of the dashboard, who do not book",
  identity_providers: "has nothing of people",
  key_spending: "counts the credits of keys",
  screens: "has nothing of people",
  webhooks: "has nothing of people",
  workers: "has people who do not book",
  credit_entries: "its note is of the operator",
  idempotency_keys: "its answers are erased by the catalogue of appointments",
  holds: "a hold has no person",
  waitlist_entries:
    "`eraseElsewhere` erases its user when it is final, and final entries are deleted after 90 days",
  usage_entries: "a call has no fields of the person",
  audit_entries:
    "its reasons are erased by `erasedChanges`, and retention removes its personal parts by `audit_without_person`",
  feed_entries: "its bodies are erased by the catalogue of appointments",
};

/** Returns the columns of a table without an entry in its catalogue. */
function undecided({ name, columns }: { name: string; columns: object }): string[] {
  if (Object.hasOwn(withoutCatalogue, name)) return [];
  return Object.keys(columns).filter((column) => !Object.hasOwn(catalogues[name] ?? {}, column))
    .map((column) => `${name}.${column}`);
}

test("the audit and an erasure have a decision on every column that can be of a person who books", () => {
  const all = Object.values(tables);
  expect(all.flatMap(undecided)).toEqual([]);
  expect(all.length).toBe(Object.keys(catalogues).length + Object.keys(withoutCatalogue).length);
  for (const { name, columns } of all) {
    if (catalogues[name]) expect(Object.keys(columns)).toHaveLength(sizeOf(catalogues[name]));
  }
});

test("a new column or table without a decision is found", () => {
  const { appointments } = tables;
  const diagnosis = new Table("appointments", { ...appointments.columns, diagnosis: text() });
  expect(undecided(diagnosis)).toEqual(["appointments.diagnosis"]);
  expect(undecided(new Table("relatives", { name: text() }))).toEqual(["relatives.name"]);
});

test.each([
  { table: tables.appointments, catalogue: appointmentFields },
  { table: tables.visits, catalogue: visitFields },
])("a column of $table.name accepts the value that replaces a personal one", (one) => {
  const columns: Readonly<Record<string, Pick<Column<never>, "isNullable">>> = one.table.columns;
  const erased = Object.entries<string | null>(erasedIn(one.catalogue));
  expect(erased.length).toBeGreaterThan(0);
  for (const [column, value] of erased) {
    expect([column, columns[column]!.isNullable]).toEqual([column, value === null]);
  }
});

test("the values of personal fields are in no audit record", () => {
  expect(auditedIn(appointmentFields).hidden)
    .toEqual(expect.arrayContaining(["name", "phone", "externalUserId", "note"]));
  expect(auditedIn(visitFields).hidden).toContain("note");
});

function sizeOf(catalogue: object): number {
  return Object.keys(catalogue).length;
}
