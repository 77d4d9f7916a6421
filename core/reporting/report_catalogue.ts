import { type Group, groupOf, isTimeGroup, type reportGroups, type RowKeys } from "./groups.ts";
import type { ReportField } from "./report.ts";
import { type ReportName, reports } from "./reports.ts";

type Catalogue = typeof reports;
type Groups = typeof reportGroups;

/** The name of a number in any report. */
type FieldName = {
  [Name in ReportName]: Extract<
    keyof Catalogue[Name]["sums"] | keyof Catalogue[Name]["derived"],
    string
  >;
}[ReportName];

/** A key that is one of a few names, such as a weekday. */
type KeyName = {
  [G in Group]: Groups[G] extends { order: readonly (infer Name)[] } ? Name : never;
}[Group];

/** A group of a report, as a page offers it. */
interface GroupEntry {
  name: Group;
  /** The field of a row that has its key. */
  field: keyof RowKeys;
  isTime: boolean;
  /** All of its keys in their order, if these are a few names; null otherwise. */
  keys: readonly KeyName[] | null;
}

/** A number of a report, as a page shows it. */
interface FieldEntry {
  name: FieldName;
  /** Null: a plain number. */
  unit: NonNullable<ReportField["unit"]> | null;
}

/** A report, as a page offers it. */
interface ReportEntry {
  name: ReportName;
  groups: GroupEntry[];
  /** The first one is the volume of a row: a sum that is never null. */
  fields: FieldEntry[];
}

/** Returns every report with its groups and its numbers. A page that offers reports follows from it. */
export async function listReports(): Promise<ReportEntry[]> {
  return Object.entries(reports).map(([name, { groups, sums, derived }]) => ({
    name: name as ReportName,
    groups: groups.map(groupEntry),
    fields: Object.entries<ReportField>({ ...sums, ...derived }).map(([field, { unit }]) => ({
      name: field as FieldName,
      unit: unit ?? null,
    })),
  }));
}

function groupEntry(name: Group): GroupEntry {
  const { field, order } = groupOf(name);
  return {
    name,
    field,
    isTime: isTimeGroup(name),
    keys: order as readonly KeyName[] | undefined ?? null,
  };
}
