import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import type { PageRequest } from "../page.ts";
import type { SlotCount, SlotOccupancy } from "./availability.ts";
import type { Department } from "./department.ts";
import type { BookingScope } from "../environment.ts";
import type { Slot, SlotGrid } from "./slot.ts";
import type { SlotSettings } from "./slot_settings.ts";
import type { Worker } from "./worker.ts";

/** A department as the public API shows it. */
export type DepartmentView = Pick<
  Department,
  "id" | "name" | "address" | "phoneNumber" | "slotInterval" | "workingHours"
>;

/** Identifies a department or worker. If `organizationId` is given, it must belong to that organization. */
export interface OwnedRef {
  id: number;
  organizationId?: number;
}

/** What is taken in one slot of a date; slots in which nothing is are left out. */
export interface TakenSlot extends SlotCount {
  /** `YYYY-MM-DD`. */
  date: string;
  /** At which it starts, after midnight. */
  minute: number;
  /** Appointments in it that are not archived, cancelled ones too. */
  held: number;
}

/** Which slots are counted: those of a grid, on dates that are both included. */
export interface TakenSlotsQuery {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  grid: SlotGrid;
  /** Whether `workerIds` are wanted. */
  isByWorker: boolean;
}

/** A department with its settings in full and its active workers' ids. */
export interface DepartmentWithWorkers {
  department: Department;
  activeWorkerIds: number[];
}

/** Which departments staff see: those with a text in their name, those that take bookings or do not. */
export interface DepartmentQuery extends PageRequest {
  search: string | null;
  isActive: boolean | null;
}

/** The departments and workers that exist; `audit` is written with what it tells. */
export interface Departments {
  /** The active departments of an organization, by id: the next `limit` after an id. */
  listActive(
    organizationId: number,
    page: { afterId: number; limit: number },
  ): Promise<DepartmentView[]>;
  findActive(organizationId: number, id: number): Promise<DepartmentView | undefined>;
  /** An active department. */
  findBookable(organizationId: number, id: number): Promise<DepartmentWithWorkers | undefined>;
  /** A department, active or not. */
  findWithWorkers(organizationId: number, id: number): Promise<DepartmentWithWorkers | undefined>;
  /** What is taken in one slot. */
  occupancy(scope: BookingScope, departmentId: number, slot: Slot): Promise<SlotOccupancy>;
  /** What is taken in a department, slot by slot of a grid, in any order. */
  takenSlots(
    scope: BookingScope,
    departmentId: number,
    question: TakenSlotsQuery,
    signal?: AbortSignal,
  ): Promise<TakenSlot[]>;

  /** Every department of an organization, by id; for the command line, which holds no service. */
  list(organizationId: number): Promise<Department[]>;
  /** One page of them, and how many there are. */
  page(
    organizationId: number,
    query: DepartmentQuery,
  ): Promise<{ items: Department[]; totalElements: number }>;
  find(id: number): Promise<Department | undefined>;
  /** Keeps a new department and gives it its id. */
  add(department: Department, audit: Audited<Department>): Promise<void>;
  /**
   * Changes a department under its lock; undefined where there is none. Where `change` returns the settings
   * of before, the slots that are judged differently since are told of later by SLOT_AVAILABILITY_CHANGED:
   * the task is kept in the same transaction, unless no webhook subscribes to it.
   */
  change(
    department: OwnedRef,
    change: (department: Department) => SlotSettings | null,
    audit: AuditedChange<Department>,
  ): Promise<Department | undefined>;

  /** Every worker of an organization, or of one department of it, by id. */
  listWorkersOf(organizationId: number, departmentId: number | null): Promise<Worker[]>;
  /** Every worker of a department, by id. */
  listWorkers(departmentId: number): Promise<Worker[]>;
  /** Keeps a new worker and gives it its id. */
  addWorker(worker: Worker, audit: Audited<Worker>): Promise<void>;
  /** Changes a worker under its lock; undefined where there is none. */
  changeWorker(
    worker: OwnedRef,
    change: (worker: Worker) => void,
    audit: AuditedChange<Worker>,
  ): Promise<Worker | undefined>;
}
