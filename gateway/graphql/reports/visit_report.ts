import type { VisitReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { DepartmentType } from "../types/department.ts";
import { EnvironmentType } from "../types/enums.ts";
import { WorkerType } from "../types/worker.ts";
import { VisitReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow, isSelected } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const percentiles = [
  "p50WaitingSeconds",
  "p90WaitingSeconds",
  "p50HandlingSeconds",
  "p90HandlingSeconds",
] as const;

const VisitReportRowType = builder.objectRef<VisitReportRow>("VisitReportRow").implement({
  description:
    "Counts of visits by outcome, with waiting and handling times. A transfer during the service ends one visit and begins the next one, so the person counts once in each department.",
  interfaces: [CalendarRow, ClockRow],
  fields: (t) => {
    const percentile = (name: (typeof percentiles)[number], description: string) =>
      t.exposeInt(name, { nullable: true, description });
    const waited = "of the called visits waited at most this many seconds for their first call.";
    const handled = "of the served visits were in service for at most this many seconds.";
    return {
      department: t.field({
        type: DepartmentType,
        nullable: true,
        description: "The department. Null unless grouped by DEPARTMENT.",
        resolve: (row) => row.departmentId,
      }),
      worker: t.field({
        type: WorkerType,
        nullable: true,
        description:
          "The worker who called last. Null unless grouped by WORKER, and for visits without a worker.",
        resolve: (row) => row.workerId,
      }),
      desk: t.exposeString("desk", {
        nullable: true,
        description:
          "The counter that called last. Null unless grouped by DESK, and for visits that were not called.",
      }),
      environment: t.expose("environment", {
        type: EnvironmentType,
        nullable: true,
        description: "The environment. Null unless grouped by ENVIRONMENT.",
      }),
      visits: t.exposeInt("visits", {
        description: "All visits: the sum of served, left, noShows and open.",
      }),
      served: t.exposeInt("served", { description: "Visits that ended as served." }),
      left: t.exposeInt("left", { description: "Visits of people who left before the service." }),
      noShows: t.exposeInt("noShows", {
        description: "Visits of people who were called and did not come.",
      }),
      open: t.exposeInt("open", { description: "Visits that have not ended." }),
      due: t.exposeInt("due", {
        description: "Visits with an appointment that were called. punctuality is a share of them.",
      }),
      punctuality: t.exposeFloat("punctuality", {
        nullable: true,
        description:
          "The share of due, from 0 to 1, that was called at most 5 minutes after the time of the appointment, or after the arrival of a person who came later. Null if due is 0.",
      }),
      p50WaitingSeconds: percentile("p50WaitingSeconds", `Half ${waited} Null without any.`),
      p90WaitingSeconds: percentile("p90WaitingSeconds", `90 % ${waited} Null without any.`),
      p50HandlingSeconds: percentile("p50HandlingSeconds", `Half ${handled} Null without any.`),
      p90HandlingSeconds: percentile("p90HandlingSeconds", `90 % ${handled} Null without any.`),
    };
  },
});

builder.queryField("visitReport", (t) =>
  t.field({
    type: [VisitReportRowType],
    description:
      "Counts the visits from `from` to `to`, with waiting and handling times. Returns at most 10,000 rows, ordered by their keys.",
    complexity: reportComplexity,
    args: {
      ...reportArgs,
      groupBy: t.arg({
        type: [VisitReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, { environment, ...args }, context, info) {
      const rows = await context.reports.visitReport({
        ...args,
        environment: environment ?? null,
        withPercentiles: isSelected(info, percentiles),
      });
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "department", idOf: (row) => row.departmentId, type: DepartmentType },
          { field: "worker", idOf: (row) => row.workerId, type: WorkerType },
        ],
      });
    },
  }));
