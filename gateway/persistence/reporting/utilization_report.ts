import type { ActiveWorker, PlacesQuery, ReportingSource } from "../../../core/ports.ts";
import {
  activeWorkersColumn,
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "../departments/department_row.ts";
import type { Statement } from "../database/statement.ts";
import { dayAfter, groupsOfLocal } from "./time_expressions.ts";
import { groupedText, groupsIn } from "./grouped.ts";
import type { Reading } from "./reading.ts";

// Processing a batch must not block the event loop for long.
const batchSize = 200;

const withWorkers: Statement<DepartmentRow & { activeWorkers: ActiveWorker[] }> = {
  text: `
    select ${departmentColumns}, ${activeWorkersColumn("$1")} as "activeWorkers"
    from departments where organization_id = $1 and id > $2::bigint order by id limit ${batchSize}`,
};

/** Counts taken places, and reads the settings that define how many places there are. */
export function utilizationReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "countPlaces" | "departmentsWithWorkers"> {
  return {
    countPlaces: (query) =>
      groupsIn<{ booked: string }, { booked: number }>(
        reading,
        statementOf(query, organizationId),
        ({ booked }) => ({ booked: Number(booked) }),
      ),
    async *departmentsWithWorkers() {
      let lastId = 0;
      for (;;) {
        const rows = await reading.rows(withWorkers, [organizationId, lastId]);
        yield rows.map(({ activeWorkers, ...row }) => ({
          department: departmentFromRow(row),
          activeWorkers,
        }));
        if (rows.length < batchSize) return;
        lastId = rows.at(-1)!.id;
      }
    },
  };
}

// The hour of the slot's start in the current grid (core's `slotOf`).
const minute = "date_part('hour', date_time)::int * 60 + date_part('minute', date_time)::int";
const slotHour = `(case when ${minute} < slot_offset then 0
  else ${minute} - (${minute} - slot_offset) % slot_interval end) / 60`;

function statementOf({ from, to, environment, groupBy }: PlacesQuery, organizationId: number) {
  const values = [organizationId, from.toString(), dayAfter(to), environment];
  const grids = groupBy.includes("HOUR_OF_DAY")
    ? `join (select id as department_id, slot_offset, slot_interval from departments
        where organization_id = $1) grid using (department_id)`
    : "";
  const text = groupedText({
    groupBy,
    expressions: {
      ...groupsOfLocal("date_time"),
      HOUR_OF_DAY: slotHour,
      DEPARTMENT: "department_id",
    },
    sums: "count(*) as booked",
    from: `appointments ${grids}
      where organization_id = $1 and date_time >= $2::timestamp and date_time < $3::timestamp
        and environment = $4 and not is_archived and status in ('SCHEDULED', 'COMPLETED', 'MISSED')`,
  });
  return { text, values };
}
