import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import type { Environment } from "../environment.ts";
import type { Role, StaffUser } from "./staff_user.ts";

/** A country, and a region of it that has holidays of its own; null is the whole country. */
export interface HolidayPlace {
  /** ISO 3166-1, such as DE. */
  country: string;
  region: string | null;
}

/** The place on whose public holidays an organization closes. */
export interface HolidayChoice extends HolidayPlace {
  /** The last date (`YYYY-MM-DD`) until which the holidays were entered as closures. */
  until: string;
}

/** A customer of the service. Every other row belongs to one (core/access/README.md 1). */
export class Organization {
  id!: number;
  name: string;
  /** IANA name. Local times of the organization are in this zone. */
  timeZone: string;
  createdAt: Temporal.Instant;
  /** Since when nobody may use the organization here (core/access/README.md 11); null if it is open. */
  closedAt: Temporal.Instant | null = null;
  /** On whose public holidays it closes (core/departments/README.md 8.1); null if nobody has chosen. */
  holidays: HolidayChoice | null = null;
  /** The longest life of an API key in days (core/access/README.md 6.1); null if there is no maximum. */
  maxKeyDays: number | null = null;
  /** LIVE credits at which it is warned (core/credits/README.md 5); null for no warning. */
  lowCreditThreshold: number | null = null;
  /** For how many days personal data is kept (core/retention/README.md 1); null for no end. */
  appointmentDays: number | null = null;
  eventDays: number | null = null;
  usageDays: number | null = null;
  auditDays: number | null = null;
  /** The roles whose users need a second factor (core/access/README.md 13). */
  factorRequiredRoles: Role[] = [];
  /** Raised by the database with each change (core/README.md 5). */
  version = 1;

  constructor(name: string, timeZone: string, createdAt: Temporal.Instant) {
    this.name = name;
    this.timeZone = timeZone;
    this.createdAt = createdAt;
  }
}

/** Rows that one transaction of a removal has deleted. */
export interface RemovedRows {
  table: string;
  rows: number;
}

/** The credits of each environment. */
export type Balances = Record<Environment, number>;

/** The organizations of this deployment. */
export interface Organizations {
  /**
   * Stores a new organization with its owner and opening balances, and sets both ids. Each opening balance is the
   * first entry of its ledger.
   */
  add(
    organization: Organization,
    owned: { owner: StaffUser; opening: Balances },
    audit: Audited<Organization>,
  ): Promise<void>;
  find(id: number): Promise<Organization | undefined>;
  /**
   * Locks an organization, changes it and returns it; undefined if it does not exist. A new rule of retention, another zone
   * and a closing end the present run of retention in the same transaction.
   */
  change(
    id: number,
    change: (organization: Organization) => void,
    audit: AuditedChange<Organization>,
  ): Promise<Organization | undefined>;
  /** Returns all organizations in the order of their ids. */
  list(): Promise<Organization[]>;
  /**
   * Deletes all rows of a closed organization in many short transactions, and the organization last. Does nothing to an
   * organization that is open. Calls `onRemoved` after each transaction. Stops between two of them when `signal` is
   * aborted; a later call removes the rest.
   */
  remove(
    id: number,
    options: { onRemoved(rows: RemovedRows): void; signal: AbortSignal },
  ): Promise<void>;
  /** Counts rows of an organization. */
  count(id: number, what: CountedRows): Promise<number>;
  /** Returns the balances of an organization; undefined if it does not exist. */
  balances(id: number): Promise<Balances | undefined>;
}

/** The maximum number of rows of each kind in an organization, with the message when it is reached. */
export const maxSizes = {
  departments: { max: 5000, message: "tooManyDepartments" },
  workers: { max: 5000, message: "tooManyWorkers" },
  apiKeys: { max: 500, message: "tooManyKeys" },
  webhooks: { max: 100, message: "tooManyWebhooks" },
  staffUsers: { max: 1000, message: "tooManyStaffUsers" },
  reportingTokens: { max: 100, message: "tooManyReportingTokens" },
  screens: { max: 200, message: "tooManyScreens" },
} as const;

/** A kind of rows that is limited. */
export type CountedRows = keyof typeof maxSizes;
