import type { UtilizationReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { DepartmentType } from "../types/department.ts";
import { EnvironmentType } from "../types/enums.ts";
import { UtilizationReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow } from "./keys.ts";
import { dayArgs, groupByDescription, rowsAtPace, utilizationComplexity } from "./report_args.ts";

const UtilizationReportRowType = builder.objectRef<UtilizationReportRow>("UtilizationReportRow")
  .implement({
    description: "How much of what is offered was booked.",
    interfaces: [CalendarRow, ClockRow],
    fields: (t) => ({
      department: t.field({
        type: DepartmentType,
        nullable: true,
        description: "The department; null unless grouped by DEPARTMENT.",
        resolve: (row) => row.departmentId,
      }),
      capacity: t.exposeFloat("capacity", {
        description:
          "How many appointments the open slots hold by the settings of now: grid, hours, closures, capacity and active workers. A whole number, which may be larger than an Int.",
      }),
      booked: t.exposeInt("booked", {
        description:
          "How many appointments take a place, in open slots or not: neither archived nor cancelled.",
      }),
      utilization: t.exposeFloat("utilization", {
        nullable: true,
        description:
          "booked / capacity, above 1 where more was booked than is offered now; null where nothing is.",
      }),
    }),
  });

builder.queryField("utilizationReport", (t) =>
  t.field({
    type: [UtilizationReportRowType],
    description:
      "How much of what the departments offer was booked. At most 10,000 rows, ordered by their keys.",
    complexity: utilizationComplexity,
    args: {
      ...dayArgs,
      environment: t.arg({
        type: EnvironmentType,
        required: true,
        defaultValue: "LIVE",
        description: "Each environment has all places for itself.",
      }),
      groupBy: t.arg({
        type: [UtilizationReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, asked, context, info) {
      const rows = await context.reports.utilizationReport(asked);
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "department", idOf: (row) => row.departmentId, type: DepartmentType },
        ],
      });
    },
  }));
