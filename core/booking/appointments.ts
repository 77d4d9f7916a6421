import type { PageRequest } from "../page.ts";
import type { Appointment, AppointmentStatus, ReadAppointment } from "./appointment.ts";
import type { SlotCount } from "../departments/availability.ts";
import type { BookingScope } from "../environment.ts";
import type { TextSearch } from "../search.ts";

/** The fields that a list of appointments can be sorted by. */
export const sortFields = ["id", "dateTime", "createdAt", "name", "status"] as const;

/** Filters, order and page of a list of appointments. Null turns a filter off. */
export interface AppointmentQuery extends PageRequest {
  /** One or more, each once. */
  status: readonly AppointmentStatus[] | null;
  departmentId: number | null;
  /** Only those of these departments, whatever else is filtered. Absent for all. */
  departmentIds?: readonly number[];
  externalUserId: string | null;
  /** Inclusive. */
  startDate: Temporal.PlainDateTime | null;
  /** Inclusive. */
  endDate: Temporal.PlainDateTime | null;
  /**
   * Equal values are ordered by `dateTime`, then `id`, in the same direction (rest-adapter/README.md 10.6); those of
   * `createdAt` by `id`.
   */
  sort: { field: (typeof sortFields)[number]; direction: "asc" | "desc" };
}

/** A list with the additional filters of staff. Null turns a filter off. */
export interface AppointmentSearch extends AppointmentQuery {
  /** Beginnings of words in name, phone, e-mail, reference or code (core/booking/README.md 14). */
  search: TextSearch | null;
  qrCode: string | null;
  workerId: number | null;
  includeArchived: boolean;
  /** Only those created at this time or later. Absent for all. */
  createdFrom?: Temporal.Instant | null;
}

/** The filters and the order of a list for staff, without a page. */
export type AppointmentSelection = Omit<AppointmentSearch, keyof PageRequest>;

/**
 * The position of an appointment in the order of a list: its id, and the other values that the order has. The next
 * appointments come after it, whether or not it is still in the list.
 */
export type ListPosition =
  & Pick<ReadAppointment, "id">
  & Partial<Pick<ReadAppointment, "dateTime" | "name" | "status">>;

/** A search by text counts and pages at most this many appointments. */
export const maxFound = 1000;

/**
 * Asks for an appointment and the others of its person, archived ones too: those with the same reference, and those with
 * the same name and phone number (core/booking/README.md 15).
 */
export interface PersonQuery extends PageRequest {
  id: number;
  name: string;
  /** "" finds nothing by the name. */
  phone: string;
  externalUserId: string | null;
  /** Only those of these departments. Absent for all. */
  departmentIds?: readonly number[];
}

/** A stored appointment with its place. */
export type PlacedAppointment = ReadAppointment & Pick<Appointment, "place">;

/** A range of local times. `to` is exclusive. */
export interface TimeRange {
  from: Temporal.PlainDateTime;
  to: Temporal.PlainDateTime;
}

/** A range of local times in some departments. */
export interface DepartmentsRange extends TimeRange {
  /** Absent for all. */
  departmentIds?: readonly number[];
}

/** The appointments of one department and local time that are not archived. Cancelled ones take no place. */
export interface TakenTime extends SlotCount {
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  /** Their number, with the cancelled ones. */
  listed: number;
}

/** The scheduled appointments of a range of times. Null turns a filter off. */
export interface ScheduledQuery extends PageRequest, TimeRange {
  departmentIds: readonly number[] | null;
  workerId: number | null;
  /** Only appointments whose slot overlaps these minutes of a day; null: all day. */
  minutes: { start: number; stop: number } | null;
}

/** Reads appointments. Archived appointments are found by id and left out of lists. */
export interface Appointments {
  find(scope: BookingScope, id: number): Promise<ReadAppointment | undefined>;
  /** Finds an appointment in either environment. A code is unique in an organization. */
  findByQrCode(organizationId: number, qrCode: string): Promise<ReadAppointment | undefined>;
  /** Returns one page of appointments and the total. */
  list(
    scope: BookingScope,
    query: AppointmentQuery,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /** Returns one page for staff. Counts and pages at most `maxCounted` appointments, and by text `maxFound`. */
  search(
    scope: BookingScope,
    query: AppointmentSearch,
    signal?: AbortSignal,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /**
   * Yields all appointments of a selection in batches, in its order. A batch may be empty. No transaction is open
   * between two batches.
   */
  batches(scope: BookingScope, selection: AppointmentSelection): AsyncIterable<ReadAppointment[]>;
  /** Returns the next `limit` appointments of a selection after a position, in its order. `search` must be null. */
  after(
    scope: BookingScope,
    selection: AppointmentSelection,
    next: { position: ListPosition; limit: number },
  ): Promise<ReadAppointment[]>;
  /**
   * Returns the next appointments of a selection whose last change was at `since` or later, in the order of these changes,
   * after the change with the id `after`. Archived ones are changes too. `search` must be null, and `sort` has no effect.
   * `next` is the id to continue after; null at the end. A page that is not the last one may have fewer than `limit`.
   */
  changed(
    scope: BookingScope,
    selection: AppointmentSelection,
    request: { since: Temporal.Instant; after: number; limit: number },
  ): Promise<{ items: ReadAppointment[]; next: number | null }>;
  /** Returns one page of a person's appointments, newest first. Counts and pages at most `maxCounted`. */
  ofPerson(
    scope: BookingScope,
    query: PersonQuery,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /** Returns the first `limit` appointments of a department that are not archived, by `dateTime` and `id`. */
  ofDepartment(
    scope: BookingScope,
    departmentId: number,
    range: TimeRange & { limit: number },
  ): Promise<PlacedAppointment[]>;
  /** Like `ofDepartment`, of several departments. */
  between(
    scope: BookingScope,
    range: DepartmentsRange & { limit: number },
  ): Promise<PlacedAppointment[]>;
  /** Returns one page of scheduled appointments by `dateTime` and `id`. Counts and pages at most `maxCounted`. */
  scheduled(
    scope: BookingScope,
    query: ScheduledQuery,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /** Counts the appointments of several departments by their times, in any order. */
  takenTimes(scope: BookingScope, range: DepartmentsRange): Promise<TakenTime[]>;
}
