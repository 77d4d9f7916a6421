import { Department } from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

/** A row of `departmentColumns`. */
export type DepartmentRow = Omit<Department, "createdAt"> & { createdAt: string };

/** Selects a `DepartmentRow`. */
export const departmentColumns = `id, organization_id as "organizationId", name, address,
  phone_number as "phoneNumber", slot_interval as "slotInterval", working_hours as "workingHours",
  show_admins_in_booking as "showAdminsInBooking", slot_capacity as "slotCapacity",
  slot_offset as "slotOffset", opening_hours as "openingHours", closures,
  booking_window as "bookingWindow", is_active as "isActive", created_at as "createdAt"`;

/** Converts a row to a `Department`, outside any unit of work. */
export function departmentFromRow({ id, organizationId, createdAt, ...settings }: DepartmentRow) {
  const department = new Department(organizationId, settings, instantFromDatabase(createdAt));
  department.id = id;
  return department;
}
