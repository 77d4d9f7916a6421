import type { UtilizationReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { DepartmentType } from "../types/department.ts";
import { EnvironmentType } from "../types/enums.ts";
import { UtilizationReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow } from "./keys.ts";
import { dayArgs, groupByDescription, rowsAtPace, utilizationComplexity } from "./report_args.ts";

const UtilizationReportRowType = builder.objectRef<UtilizationReportRow>("UtilizationReportRow")
  .implement({
    description: "Capacity compared with bookings.",
    interfaces: [CalendarRow, ClockRow],
    fields: (t) => ({
      department: t.field({
        type: DepartmentType,
        nullable: true,
        description: "The department. Null unless grouped by DEPARTMENT.",
        resolve: (row) => row.departmentId,
      }),
      capacity: t.exposeFloat("capacity", {
        description:
          "How many appointments the open slots hold with the current settings: grid, hours, closures, capacity and active workers. A whole number that may be larger than an Int.",
      }),
      booked: t.exposeInt("booked", {
        description:
          "How many appointments occupy a place, also outside open slots. Archived and cancelled appointments do not.",
      }),
      utilization: t.exposeFloat("utilization", {
        nullable: true,
        description:
          "booked / capacity. Above 1 if more is booked than the current settings offer. Null if the capacity is 0.",
      }),
    }),
  });

builder.queryField("utilizationReport", (t) =>
  t.field({
    type: [UtilizationReportRowType],
    description:
      "Compares the capacity of the departments with their bookings. Returns at most 10,000 rows, ordered by their keys.",
    complexity: utilizationComplexity,
    args: {
      ...dayArgs,
      environment: t.arg({
        type: EnvironmentType,
        required: true,
        defaultValue: "LIVE",
        description: "The environment. Each environment has its own places.",
      }),
      groupBy: t.arg({
        type: [UtilizationReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, args, context, info) {
      const rows = await context.reports.utilizationReport(args);
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "department", idOf: (row) => row.departmentId, type: DepartmentType },
        ],
      });
    },
  }));
