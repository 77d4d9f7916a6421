import type { Department } from "./department.ts";
import type { Worker } from "./worker.ts";

/** A department with all that staff set. */
export type StaffDepartmentView = Omit<Department, "organizationId" | "createdAt">;

/** A department as staff of its organization see it, in the public fields' order and then its settings. */
export function toStaffDepartmentView(department: Department): StaffDepartmentView {
  const { id, name, address, phoneNumber, slotInterval, workingHours } = department;
  const { showAdminsInBooking, slotCapacity, slotOffset, isActive } = department;
  const { openingHours, closures, bookingWindow } = department;
  return {
    id,
    name,
    address,
    phoneNumber,
    slotInterval,
    workingHours,
    showAdminsInBooking,
    slotCapacity,
    slotOffset,
    openingHours,
    closures,
    bookingWindow,
    isActive,
  };
}

/** A worker as staff see one. */
export type StaffWorkerView = Pick<Worker, "id" | "departmentId" | "name" | "isActive">;

/** What is shown of a worker. */
export function toStaffWorkerView({ id, departmentId, name, isActive }: Worker): StaffWorkerView {
  return { id, departmentId, name, isActive };
}
