import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import type { Environment } from "../booking/environment.ts";
import type { StaffUser } from "./staff_user.ts";

/** Who publishes departments; everything else belongs to one (decisions 1). */
export class Organization {
  id!: number;
  name: string;
  /** IANA name; "local" means local to it. */
  timeZone: string;
  createdAt: Temporal.Instant;

  constructor(name: string, timeZone: string, createdAt: Temporal.Instant) {
    this.name = name;
    this.timeZone = timeZone;
    this.createdAt = createdAt;
  }
}

/** Credits in each environment. */
export type Balances = Record<Environment, number>;

/** The organizations of this deployment. */
export interface Organizations {
  /**
   * Keeps a new organization with its owner and its opening balances, each of which begins the ledger with
   * a grant, and gives both their ids. False when the owner's e-mail is taken: nothing is kept then.
   */
  add(
    organization: Organization,
    owned: { owner: StaffUser; opening: Balances },
    audit: Audited<Organization>,
  ): Promise<boolean>;
  find(id: number): Promise<Organization | undefined>;
  /** Changes one under its lock; undefined where there is none. */
  change(
    id: number,
    change: (organization: Organization) => void,
    audit: AuditedChange<Organization>,
  ): Promise<Organization | undefined>;
  /** All, by id. */
  list(): Promise<Organization[]>;
  /** The balances of one, or undefined where there is none. */
  balances(id: number): Promise<Balances | undefined>;
}
