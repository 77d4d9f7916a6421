import type { AppointmentReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { WorkerType } from "../types/worker.ts";
import { DepartmentType } from "../types/department.ts";
import { AppointmentStatusType, EnvironmentType } from "../types/enums.ts";
import { AppointmentReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow, isSelected } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const AppointmentReportRowType = builder.objectRef<AppointmentReportRow>("AppointmentReportRow")
  .implement({
    description: "What became of some appointments.",
    interfaces: [CalendarRow, ClockRow],
    fields: (t) => ({
      department: t.field({
        type: DepartmentType,
        nullable: true,
        description: "The department; null unless grouped by DEPARTMENT.",
        resolve: (row) => row.departmentId,
      }),
      worker: t.field({
        type: WorkerType,
        nullable: true,
        description: "The worker; null unless grouped by WORKER, and for appointments without one.",
        resolve: (row) => row.workerId,
      }),
      status: t.expose("status", {
        type: AppointmentStatusType,
        nullable: true,
        description: "The status, archived or not; null unless grouped by STATUS.",
      }),
      environment: t.expose("environment", {
        type: EnvironmentType,
        nullable: true,
        description: "The environment; null unless grouped by ENVIRONMENT.",
      }),
      booked: t.exposeInt("booked", {
        description:
          "All of them, whatever became of them: the sum of archived, scheduled, completed, cancelled and missed.",
      }),
      archived: t.exposeInt("archived", {
        description: "Those that were archived, whatever their status; no other count has them.",
      }),
      scheduled: t.exposeInt("scheduled", { description: "Those that are SCHEDULED." }),
      completed: t.exposeInt("completed", { description: "Those that are COMPLETED." }),
      cancelled: t.exposeInt("cancelled", { description: "Those that staff CANCELLED." }),
      missed: t.exposeInt("missed", { description: "Those that were MISSED." }),
      noShowRate: t.exposeFloat("noShowRate", {
        nullable: true,
        description: "missed / (completed + missed), from 0 to 1; null where both are 0.",
      }),
      medianLeadTimeHours: t.exposeFloat("medianLeadTimeHours", {
        nullable: true,
        description:
          "Hours from creation to the appointment, the median over all booked; below 0 where it was booked afterwards. Null where nothing is booked.",
      }),
    }),
  });

builder.queryField("appointmentReport", (t) =>
  t.field({
    type: [AppointmentReportRowType],
    description:
      "What became of the appointments of some days, by their own time. At most 10,000 rows, ordered by their keys.",
    complexity: reportComplexity,
    args: {
      ...reportArgs,
      groupBy: t.arg({
        type: [AppointmentReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, { environment, ...asked }, context, info) {
      const rows = await context.reports.appointmentReport({
        ...asked,
        environment: environment ?? null,
        withLeadTimes: isSelected(info, ["medianLeadTimeHours"]),
      });
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "department", idOf: (row) => row.departmentId, type: DepartmentType },
          {
            field: "worker",
            idOf: (row) => row.workerId,
            type: WorkerType,
          },
        ],
      });
    },
  }));
