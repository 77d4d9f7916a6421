import { z } from "zod";
import { booleanField, nameField } from "../input.ts";

/** A staff member or professional of one department, who takes appointments. */
export class Worker {
  id!: number;
  organizationId: number;
  departmentId: number;
  name: string;
  isActive = true;
  createdAt: Temporal.Instant;

  constructor(
    department: { id: number; organizationId: number },
    name: string,
    createdAt: Temporal.Instant,
  ) {
    this.organizationId = department.organizationId;
    this.departmentId = department.id;
    this.name = name;
    this.createdAt = createdAt;
  }
}

/** What is asked for of a new worker. */
export const newWorkerInput = z.object({ name: nameField(255, "Name of the worker") });

/** A change of a worker: only what is given changes. */
export const workerChange = z
  .object({
    name: nameField(255, "Name of the worker"),
    isActive: booleanField("Whether the worker takes bookings"),
  })
  .partial();

/** A worker as staff see one. */
export type StaffWorkerView = Pick<Worker, "id" | "departmentId" | "name" | "isActive">;

/** What is shown of a worker. */
export function toStaffWorkerView({ id, departmentId, name, isActive }: Worker): StaffWorkerView {
  return { id, departmentId, name, isActive };
}
