import { environments, type ListedVisit, type ListFilter } from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import * as tables from "../mapping/tables.ts";
import { conditionsBy, given, type ListSource } from "./list_source.ts";

const listed = tables.visits.only(
  "id",
  "environment",
  "departmentId",
  "workerId",
  "appointmentId",
  "date",
  "number",
  "part",
  "state",
  "outcome",
  "desk",
  "calls",
  "dueAt",
  "arrivedAt",
  "calledAt",
  "startedAt",
  "endedAt",
  "estimatedMinutes",
);

/** Visits of both environments, in the order of `visits_number`. The id decides between environments only. */
export const visits: ListSource<"visits", RowOf<ListedVisit>> = {
  table: "visits",
  isKeyedByEnvironment: true,
  columns: listed.select("a"),
  orders: { NUMBER: [["date", "date"], ["number", "int"], ["part", "int"], ["id", "bigint"]] },
  owners: {},
  conditions({ filter }, { valueOf }) {
    const { is } = conditionsBy(valueOf);
    const date = (day: Temporal.PlainDate) => `${valueOf(day.toString())}::date`;
    return {
      where: [
        ...is("department_id", "bigint", filter.departmentId),
        ...is("worker_id", "bigint", filter.workerId),
        ...given(filter.from, (from) => `a.date >= ${date(from)}`),
        ...given(filter.to, (to) => `a.date <= ${date(to)}`),
      ],
      parts: partsOf(filter),
    };
  },
  item: (row) => listed.fromRow(row),
};

/** Divides the list by environment, and by open and ended visits: those that are open have an index of their own. */
function partsOf({ environment, state }: ListFilter<"visits">): string[] {
  const named = (states: readonly string[]) => states.map((one) => `'${one}'`).join(", ");
  const open = state?.filter((one) => one !== "ENDED") ?? [];
  const ofState = state
    ? [
      ...(open.length > 0 ? [`a.state <> 'ENDED' and a.state in (${named(open)})`] : []),
      ...(state.includes("ENDED") ? ["a.state = 'ENDED'"] : []),
    ]
    : ["true"];
  // With no state the one part is empty, but it still uses the parameters of the other conditions.
  return (environment ? [environment] : environments).flatMap((one) =>
    (ofState.length > 0 ? ofState : ["false"]).map((ofState) =>
      `a.environment = '${one}' and ${ofState}`
    )
  );
}
