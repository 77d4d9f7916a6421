import { Department } from "../../../core/ports.ts";
import type { Columns } from "../database/lookup_query.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

/** A row of `departmentColumns`. */
export type DepartmentRow = Omit<Department, "createdAt"> & { createdAt: string };

/** Selects a `DepartmentRow`. */
export const departmentColumns = `id, organization_id as "organizationId", name, address,
  phone_number as "phoneNumber", slot_interval as "slotInterval", working_hours as "workingHours",
  show_admins_in_booking as "showAdminsInBooking", slot_capacity as "slotCapacity",
  slot_offset as "slotOffset", opening_hours as "openingHours", closures,
  booking_window as "bookingWindow", is_active as "isActive", created_at as "createdAt", version`;

/** Selects the active workers of the row of `departments` as JSON. */
export const activeWorkersColumn = `(
  select coalesce(json_agg(json_build_object('id', w.id, 'absences', w.absences)), '[]')
  from workers w
  where w.organization_id = departments.organization_id and w.department_id = departments.id
    and w.is_active
)`;

/** Converts a row to a `Department`, outside any unit of work. */
export function departmentFromRow(row: DepartmentRow): Department {
  const { id, organizationId, createdAt, version, ...settings } = row;
  const department = new Department(organizationId, settings, instantFromDatabase(createdAt));
  department.id = id;
  department.version = version;
  return department;
}

/** Converts a row of `departmentColumns` whose columns are texts. */
export function departmentFromColumns(columns: Columns): Department {
  const [id, organizationId, name, address, phoneNumber, slotInterval, workingHours] = columns;
  const [showAdminsInBooking, slotCapacity, slotOffset, openingHours, closures] = columns.slice(7);
  const [bookingWindow, isActive, createdAt, version] = columns.slice(12);
  return departmentFromRow({
    id: Number(id),
    organizationId: Number(organizationId),
    name: name!,
    address: address!,
    phoneNumber: phoneNumber!,
    slotInterval: Number(slotInterval),
    workingHours: workingHours!,
    showAdminsInBooking: showAdminsInBooking === "t",
    slotCapacity: Number(slotCapacity),
    slotOffset: Number(slotOffset),
    openingHours: JSON.parse(openingHours ?? "null"),
    closures: JSON.parse(closures!),
    bookingWindow: JSON.parse(bookingWindow ?? "null"),
    isActive: isActive === "t",
    createdAt: createdAt!,
    version: Number(version),
  });
}
