import type { HolidayChoice } from "../access/organization.ts";
import type { Audited, AuditedChange, AuditRecord } from "../audit/audit_record.ts";
import type { PageRequest } from "../page.ts";
import type { ActiveWorker } from "./absence.ts";
import type { SlotCount, SlotOccupancy } from "./availability.ts";
import type { Department, DepartmentView } from "./department.ts";
import type { BookingScope } from "../environment.ts";
import type { Closure } from "./opening_hours.ts";
import type { SlotGrid } from "./slot_grid.ts";
import type { SlotSettings } from "./slot_settings.ts";
import type { Worker } from "./worker.ts";

/** Identifies a department or worker. If `organizationId` is given, it must belong to that organization. */
export interface OwnedRef {
  id: number;
  organizationId?: number;
}

/** The occupancy of one slot of a date. Slots without appointments are left out. */
export interface TakenSlot extends SlotCount {
  /** `YYYY-MM-DD`. */
  date: string;
  /** The start of the slot, in minutes after midnight. */
  minute: number;
  /** Number of appointments that are not archived. It includes cancelled appointments, which take no place. */
  listed: number;
}

/** A request for the occupied slots of a grid, from one date to another, both included. */
export interface TakenSlotsQuery {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  grid: SlotGrid;
  /** Whether to return `workerIds`. */
  isByWorker: boolean;
}

/** A department with its active workers. */
export interface DepartmentWithWorkers {
  department: Department;
  activeWorkers: readonly ActiveWorker[];
}

/** A department with the occupancy of one of its slots. Both are shared by several callers, so nobody changes them. */
export interface DepartmentSlot extends DepartmentWithWorkers {
  occupancy: SlotOccupancy;
}

/** The department and the date (`YYYY-MM-DD`) of a slot in which an appointment took, kept or freed a place. */
export interface ChangedPlaces {
  departmentId: number;
  date: string;
}

/** The version of everything that lists of slots are made of, except the time. */
export interface PlacesVersion {
  /** Changes with every change of a department, worker or closure, and at the end of each hold. */
  settings: string;
  /** The position of the newest transaction in the feed. Every change of an appointment or a hold raises it. */
  position: number;
}

/** With more transactions, or more events in one of them, it is cheaper to compute the whole list again. */
export const maxChanges = { transactions: 50, events: 20 };

/** A department, and the closures that it gets. */
export interface ClosuresChange {
  department: Department;
  closures: Closure[];
}

/** A department before and after a change. */
export interface ChangedDepartment {
  after: Department;
  before: Department;
}

/** Holidays that were entered. */
export interface HolidaysChanged {
  /** The choice before. */
  before: HolidayChoice | null;
  organization: { id: number; name: string; holidays: HolidayChoice };
  /** The departments that got closures, by id. */
  departments: ChangedDepartment[];
}

/** Filters and page of a list of departments. Null turns a filter off. */
export interface DepartmentQuery extends PageRequest {
  /** A text inside the name, in any case. */
  search: string | null;
  isActive: boolean | null;
  /** Only these departments. Absent for all. */
  departmentIds?: readonly number[];
}

/** Stores departments and workers. Each change writes the audit record that `audit` returns, in its transaction. */
export interface Departments {
  /** Returns at most `limit` active departments with ids above `afterId`, by id. */
  listActive(
    organizationId: number,
    page: { afterId: number; limit: number },
  ): Promise<DepartmentView[]>;
  findActive(organizationId: number, id: number): Promise<DepartmentView | undefined>;
  /** Returns a department if it is active, and the taken places of its slot (`slotOf`) that contains a time. */
  findSlot(
    scope: BookingScope,
    departmentId: number,
    dateTime: Temporal.PlainDateTime,
  ): Promise<DepartmentSlot | undefined>;
  /** Returns the version of the scope's settings and places. What is read after it is at least as new. */
  placesVersion(scope: BookingScope & { now: Temporal.Instant }): Promise<PlacesVersion>;
  /**
   * Returns where places were taken, kept or freed after a position and up to another one (`placeOfEvent` of each event).
   * Returns null if a transaction has no entry in the feed, or if there are more than `maxChanges`.
   */
  changesOf(
    scope: BookingScope & { since: number; upTo: number },
  ): Promise<readonly ChangedPlaces[] | null>;
  /** Returns a department, active or inactive. */
  findWithWorkers(organizationId: number, id: number): Promise<DepartmentWithWorkers | undefined>;
  /** Returns all departments, active or inactive, by id. */
  listWithWorkers(organizationId: number): Promise<DepartmentWithWorkers[]>;
  /** Returns the slots that hold appointments, in any order. */
  takenSlots(
    scope: BookingScope,
    departmentId: number,
    query: TakenSlotsQuery,
    signal?: AbortSignal,
  ): Promise<TakenSlot[]>;

  /** Returns all departments of an organization, by id. For the command line, where a long list blocks no service. */
  list(organizationId: number): Promise<Department[]>;
  /** Returns one page of departments and the total. */
  page(
    organizationId: number,
    query: DepartmentQuery,
  ): Promise<{ items: Department[]; totalElements: number }>;
  find(department: OwnedRef): Promise<Department | undefined>;
  /** Inserts a new department and sets its id. */
  add(department: Department, audit: Audited<Department>): Promise<void>;
  /**
   * Changes a department under its lock. Returns undefined if it does not exist. If `change` returns the previous slot
   * settings, a job is stored in the same transaction. The job publishes SLOT_AVAILABILITY_CHANGED later
   * (core/departments/README.md 7).
   */
  change(
    department: OwnedRef,
    change: (department: Department) => SlotSettings | null,
    audit: AuditedChange<Department>,
  ): Promise<Department | undefined>;

  /**
   * Locks departments of an organization, or all of them, and changes the closures that `change` returns, in one
   * transaction. Returns the changed departments by id. Like `change`, it stores jobs for the events. `audit` makes the
   * audit records of all of them.
   */
  changeClosures(
    organizationId: number,
    departmentIds: readonly number[] | null,
    change: (departments: Department[]) => ClosuresChange[],
    audit: (changes: ChangedDepartment[]) => AuditRecord[],
  ): Promise<Department[]>;
  /**
   * Like `changeClosures` for all departments, and stores the chosen holidays of the organization in the same
   * transaction, under its lock. Returns null if `change` does, or if the organization does not exist.
   */
  changeHolidays(
    organizationId: number,
    change: (
      present: HolidayChoice | null,
      departments: Department[],
    ) => { holidays: HolidayChoice; closures: ClosuresChange[] } | null,
    audit: (changed: HolidaysChanged) => AuditRecord[],
  ): Promise<HolidaysChanged | null>;

  /** Returns all workers of an organization, or of one of its departments, by id. */
  listWorkersOf(organizationId: number, departmentId: number | null): Promise<Worker[]>;
  /** Inserts a new worker and sets its id. */
  addWorker(worker: Worker, audit: Audited<Worker>): Promise<void>;
  /**
   * Changes a worker under its lock. Returns undefined if the worker does not exist. If `change` returns how the worker
   * counted before, and the department books by worker, a job is stored as by `change` of a department.
   */
  changeWorker(
    worker: OwnedRef,
    change: (worker: Worker) => ActiveWorker[] | null,
    audit: AuditedChange<Worker>,
  ): Promise<Worker | undefined>;
  /**
   * Changes all workers of the person of a worker, like `changeWorker`, in one transaction. Returns them by id, or
   * undefined if the worker does not exist.
   */
  changePerson(
    worker: Required<OwnedRef>,
    change: (worker: Worker, person: readonly Worker[]) => ActiveWorker[] | null,
    audit: AuditedChange<Worker>,
  ): Promise<Worker[] | undefined>;
}
