import type { PageRequest } from "../page.ts";
import type { Appointment, AppointmentStatus, ReadAppointment } from "./appointment.ts";
import type { BookingScope } from "../environment.ts";

/** What a list of appointments can be sorted by. */
export const sortFields = ["id", "dateTime", "createdAt", "name", "status"] as const;

/** Which appointments are wanted, in which order; null leaves a filter out. */
export interface AppointmentQuery extends PageRequest {
  status: AppointmentStatus | null;
  departmentId: number | null;
  externalUserId: string | null;
  /** Inclusive. */
  startDate: Temporal.PlainDateTime | null;
  /** Inclusive. */
  endDate: Temporal.PlainDateTime | null;
  /** Ties are broken by dateTime and then id, in the same direction. */
  sort: { field: (typeof sortFields)[number]; direction: "asc" | "desc" };
}

/** What staff search for besides; null leaves a filter out. */
export interface AppointmentSearch extends AppointmentQuery {
  /** A part of the name, whatever its case; it is looked for in the `maxSearched` latest. */
  search: string | null;
  qrCode: string | null;
  workerId: number | null;
  includeArchived: boolean;
}

/**
 * A name is looked for in so many appointments that the other filters leave, those of the latest dateTime, and
 * in so many archived ones; dates lead to earlier ones.
 */
export const maxSearched = 100_000;

/** An appointment as it is read, with the number of its place. */
export type PlacedAppointment = ReadAppointment & Pick<Appointment, "place">;

/** Local times from one to another, exclusive. */
export interface TimeRange {
  from: Temporal.PlainDateTime;
  to: Temporal.PlainDateTime;
}

/** Reading appointments; archived ones are found by id and never listed (decisions 4). */
export interface Appointments {
  find(scope: BookingScope, id: number): Promise<ReadAppointment | undefined>;
  /** Whatever its environment: a code is one appointment's of an organization. */
  findByQrCode(organizationId: number, qrCode: string): Promise<ReadAppointment | undefined>;
  /** The appointments of one page, and how many there are in all. */
  list(
    scope: BookingScope,
    query: AppointmentQuery,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /** As `list`, for staff; counted, and read by pages, up to `maxCounted`. */
  search(
    scope: BookingScope,
    query: AppointmentSearch,
    signal?: AbortSignal,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
  /** A department's that are not archived, by dateTime and then id: the first `limit` of a span. */
  ofDepartment(
    scope: BookingScope,
    departmentId: number,
    span: TimeRange & { limit: number },
  ): Promise<PlacedAppointment[]>;
}
