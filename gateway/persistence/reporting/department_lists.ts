import type { ListedWorker } from "../../../core/mod.ts";
import { departmentColumns, departmentFromRow, type DepartmentRow } from "../department_row.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { byId, conditionsBy, type ListSource } from "./list_source.ts";

/** Departments, active or not. */
export const departments: ListSource<"departments", DepartmentRow> = {
  table: "departments",
  columns: departmentColumns,
  orders: byId,
  owners: {},
  conditions: ({ filter: { isActive } }, { valueOf }) => ({
    where: conditionsBy(valueOf).is("is_active", "boolean", isActive),
  }),
  item: departmentFromRow,
};

type WorkerRow = Omit<ListedWorker, "createdAt"> & { createdAt: string };

// An organization's workers are found by way of its departments, by which they have their index.
const ofOwnDepartments =
  "a.department_id = any (array(select id from departments where organization_id = $1))";

/** Workers, active or not. */
export const workers: ListSource<"workers", WorkerRow> = {
  table: "workers",
  columns: `a.id, a.department_id as "departmentId", a.name, a.is_active as "isActive",
    a.created_at as "createdAt"`,
  orders: byId,
  owners: { departmentId: "department_id" },
  conditions({ filter: { departmentId, isActive } }, { valueOf, owner }) {
    const { is, names } = conditionsBy(valueOf);
    const ofDepartment = names("department_id", "departments", departmentId);
    return {
      where: [
        ...ofDepartment,
        ...(owner || ofDepartment.length > 0 ? [] : [ofOwnDepartments]),
        ...is("is_active", "boolean", isActive),
      ],
    };
  },
  item: ({ id, departmentId, name, isActive, createdAt }) => ({
    id,
    departmentId,
    name,
    isActive,
    createdAt: instantFromDatabase(createdAt),
  }),
};
