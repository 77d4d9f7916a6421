import type { PageRequest } from "../page.ts";
import type { AppointmentStatus, ReadAppointment } from "./appointment.ts";
import type { Ledger } from "./environment.ts";

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

/** Reading appointments; archived ones are found by id and never listed (decisions 4). */
export interface Appointments {
  find(ledger: Ledger, id: number): Promise<ReadAppointment | undefined>;
  /** Whatever its environment: a code is one appointment's of an organization. */
  findByQrCode(organizationId: number, qrCode: string): Promise<ReadAppointment | undefined>;
  /** The appointments of one page, and how many there are in all. */
  list(
    ledger: Ledger,
    query: AppointmentQuery,
  ): Promise<{ items: ReadAppointment[]; totalElements: number }>;
}
