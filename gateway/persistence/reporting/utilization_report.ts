import type { ActiveWorker, ReportReads } from "../../../core/ports.ts";
import {
  activeWorkersColumn,
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "../departments/department_row.ts";
import type { Statement } from "../database/statement.ts";
import { dayAfter, groupsOfLocal } from "./time_expressions.ts";
import { isIn, type ReportStatement } from "./grouped.ts";
import type { Reading } from "./reading.ts";

// Processing a batch must not block the event loop for long.
const batchSize = 200;

const withWorkers: Statement<DepartmentRow & { id: number; activeWorkers: ActiveWorker[] }> = {
  text: `
    select ${departmentColumns}, ${activeWorkersColumn} as "activeWorkers"
    from departments where organization_id = $1 and id > $2::bigint order by id limit ${batchSize}`,
};

/** Reads the settings that define how many places there are. */
export function departmentReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportReads, "departmentsWithWorkers"> {
  return {
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

/** Counts taken places. */
export const utilizationStatement: ReportStatement<"utilizationReport"> = (query, valueOf) => {
  const { from, to, environment, groupBy } = query;
  const grids = groupBy.includes("HOUR_OF_DAY")
    ? `join (select id as department_id, slot_offset, slot_interval from departments
        where organization_id = $1) grid using (department_id)`
    : "";
  return {
    keys: {
      ...groupsOfLocal("date_time"),
      HOUR_OF_DAY: slotHour,
      DEPARTMENT: "department_id",
    },
    sums: { booked: "count(*)" },
    times: {},
    from: `appointments ${grids}
      where organization_id = $1 and date_time >= ${valueOf(from.toString())}::timestamp
        and date_time < ${valueOf(dayAfter(to))}::timestamp ${isIn(environment, valueOf)}
        and not is_archived and status in ('SCHEDULED', 'COMPLETED', 'MISSED')`,
  };
};
