import type { Department } from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import { departments } from "../mapping/tables.ts";

/** A row of `departmentColumns`. */
export type DepartmentRow = RowOf<Department>;

/** Selects a `DepartmentRow`. */
export const departmentColumns = departments.select();

/** Selects the active workers of the row of `departments` as JSON. */
export const activeWorkersColumn = `(
  select coalesce(json_agg(json_build_object('id', w.id, 'absences', w.absences)), '[]')
  from workers w
  where w.organization_id = departments.organization_id and w.department_id = departments.id
    and w.is_active
)`;

/** Converts a row to a `Department`, outside any unit of work. */
export function departmentFromRow(row: DepartmentRow): Department {
  return departments.fromRow(row);
}
