import type { Department } from "./department.ts";
import type { Worker } from "./worker.ts";

/** A department as staff see it: the contract's fields and every setting. */
export type StaffDepartment = Omit<Department, "organizationId" | "createdAt">;

/** A worker as staff see it. */
export type WorkerView = Pick<Worker, "id" | "departmentId" | "name" | "isActive">;

/** What staff are shown of a department. */
export function describeDepartment(department: Department): StaffDepartment {
  return {
    id: department.id,
    name: department.name,
    address: department.address,
    phoneNumber: department.phoneNumber,
    slotInterval: department.slotInterval,
    workingHours: department.workingHours,
    showAdminsInBooking: department.showAdminsInBooking,
    slotCapacity: department.slotCapacity,
    slotOffset: department.slotOffset,
    openingHours: department.openingHours,
    closures: department.closures,
    bookingWindow: department.bookingWindow,
    isActive: department.isActive,
  };
}

/** What staff are shown of a worker. */
export function describeWorker({ id, departmentId, name, isActive }: Worker): WorkerView {
  return { id, departmentId, name, isActive };
}
