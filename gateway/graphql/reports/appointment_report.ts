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
    description: "Counts of appointments by outcome.",
    interfaces: [CalendarRow, ClockRow],
    fields: (t) => ({
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
          "The worker. Null unless grouped by WORKER, and for appointments without a worker.",
        resolve: (row) => row.workerId,
      }),
      status: t.expose("status", {
        type: AppointmentStatusType,
        nullable: true,
        description: "The status, also of archived appointments. Null unless grouped by STATUS.",
      }),
      environment: t.expose("environment", {
        type: EnvironmentType,
        nullable: true,
        description: "The environment. Null unless grouped by ENVIRONMENT.",
      }),
      booked: t.exposeInt("booked", {
        description:
          "All appointments: the sum of archived, scheduled, completed, cancelled and missed.",
      }),
      archived: t.exposeInt("archived", {
        description: "Archived appointments of every status. No other part of the sum counts them.",
      }),
      scheduled: t.exposeInt("scheduled", {
        description: "Appointments with the status SCHEDULED.",
      }),
      completed: t.exposeInt("completed", {
        description: "Appointments with the status COMPLETED.",
      }),
      cancelled: t.exposeInt("cancelled", {
        description: "Appointments with the status CANCELLED.",
      }),
      missed: t.exposeInt("missed", { description: "Appointments with the status MISSED." }),
      noShowRate: t.exposeFloat("noShowRate", {
        nullable: true,
        description: "missed / (completed + missed), from 0 to 1. Null if both are 0.",
      }),
      medianLeadTimeHours: t.exposeFloat("medianLeadTimeHours", {
        nullable: true,
        description:
          "The median of the hours from creation to the appointment, over all booked appointments. An appointment that was created after its time counts as negative hours. Null if nothing is booked.",
      }),
    }),
  });

builder.queryField("appointmentReport", (t) =>
  t.field({
    type: [AppointmentReportRowType],
    description:
      "Counts the appointments that take place from `from` to `to`. Returns at most 10,000 rows, ordered by their keys.",
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
    async resolve(_, { environment, ...args }, context, info) {
      const rows = await context.reports.appointmentReport({
        ...args,
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
