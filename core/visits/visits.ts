import type { BookingScope } from "../environment.ts";
import type { ReadAppointment } from "../booking/appointment.ts";
import type { AuditRecord } from "../audit/audit_record.ts";
import type { LocalMoment } from "./business_day.ts";
import type { QueueRules } from "./queue_rules.ts";
import type { Visit } from "./visit.ts";
import type { QueueFigures } from "./wait_estimate.ts";

/** The maximum number of ended visits of a date in a queue. Further ones are counted only. */
export const maxEnded = 100;

/** The maximum number of visits of earlier days in a queue that nobody has ended. */
export const maxLeft = 200;

/** The maximum number of visits of one appointment in a list: the last ones. */
export const maxOfAppointment = 100;

/** A visit with the appointment that it is for. */
export interface ReadVisit extends Visit {
  /** Null without one. */
  appointment:
    | Pick<
      ReadAppointment,
      "id" | "dateTime" | "status" | "name" | "departmentId" | "departmentName" | "archivedAt"
    >
    | null;
}

/** The queue of a department in its business day. */
export interface DepartmentQueue extends QueueFigures {
  departmentId: number;
  /** The date of its business day. */
  date: Temporal.PlainDate;
  departmentName: string;
  /** Whether it can be booked. */
  isActive: boolean;
  rules: QueueRules;
  /** Number of visits of the business day that have ended. */
  ended: number;
  /**
   * The median difference of estimated and real wait today, in minutes; null if fewer than three visits were called
   * that had an estimate.
   */
  estimateErrorMinutes: number | null;
}

/** The departments of a queue, or null for all, and the present moment. */
export interface QueueQuery extends LocalMoment {
  departmentIds: readonly number[] | null;
}

/** Reads visits and queues, and stores the rules of queues. */
export interface Visits {
  find(scope: BookingScope, id: number): Promise<ReadVisit | undefined>;
  /** Returns the last `maxOfAppointment` visits of an appointment, by id. */
  ofAppointment(scope: BookingScope, appointmentId: number): Promise<Visit[]>;
  /**
   * Returns every current visit (`isCurrent`) that has not ended, the last `maxLeft` others that have not ended, and the
   * last `maxEnded` that ended of each possible business date; of some departments, or with null of all. In any order.
   */
  present(scope: BookingScope, query: QueueQuery): Promise<ReadVisit[]>;
  /**
   * Returns the queues of the named departments by id. With null, those of the active departments, and of the inactive ones
   * that have visits of their business day, visits that have not ended, or scheduled appointments on its date or today.
   */
  queues(scope: BookingScope, query: QueueQuery): Promise<DepartmentQueue[]>;
  /**
   * Changes the rules of a department under the lock of the department, and writes the audit record. Returns undefined if
   * there is no such department.
   */
  changeRules(
    department: { organizationId: number; id: number },
    change: (rules: QueueRules) => QueueRules,
    audit: (
      changed: { name: string; before: QueueRules; after: QueueRules },
    ) => AuditRecord | null,
  ): Promise<QueueRules | undefined>;
}
