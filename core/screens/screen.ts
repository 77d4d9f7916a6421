import type { Audited, AuditedChange } from "../audit/audit_record.ts";
import type { BookingScope, Environment } from "../environment.ts";
import { formatInstant } from "../local_date_time.ts";

const touchEvery = { minutes: 1 };

/** A DISPLAY shows the called numbers. A KIOSK takes people's codes and gives tickets. A CALENDAR is a feed. */
export const screenKinds = ["DISPLAY", "KIOSK", "CALENDAR"] as const;
export type ScreenKind = (typeof screenKinds)[number];

/** The fields of a new screen. */
export type NewScreen = Pick<
  Screen,
  | "organizationId"
  | "environment"
  | "kind"
  | "name"
  | "departmentIds"
  | "givesTickets"
  | "takesNames"
  | "workerId"
  | "showsNames"
  | "tokenHash"
  | "createdAt"
  | "expiresAt"
  | "allowedNetworks"
>;

/**
 * A screen in the waiting room, which works without a person who signs in (core/screens/README.md 1). Its address has a
 * token. Only the hash of the token is stored.
 */
export class Screen {
  id!: number;
  organizationId: number;
  environment: Environment;
  kind: ScreenKind;
  name: string;
  /** The departments of the screen; null for all. */
  departmentIds: number[] | null;
  /** Whether a kiosk gives tickets to people without an appointment. */
  givesTickets: boolean;
  /** Whether people may type their name and the time of their appointment at a kiosk. */
  takesNames: boolean;
  /** The worker whose appointments a feed has; null for all of its departments. */
  workerId: number | null;
  /** Whether a feed has the names of people. */
  showsNames: boolean;
  tokenHash: string;
  createdAt: Temporal.Instant;
  /** At most a minute late. */
  lastUsedAt: Temporal.Instant | null = null;
  revokedAt: Temporal.Instant | null = null;
  /** From then on it is refused like an unknown one; null if it has no end. */
  expiresAt: Temporal.Instant | null;
  /** The networks from which it may be used; null for every address. */
  allowedNetworks: string[] | null;

  constructor(made: NewScreen) {
    this.organizationId = made.organizationId;
    this.environment = made.environment;
    this.kind = made.kind;
    this.name = made.name;
    this.departmentIds = made.departmentIds;
    this.givesTickets = made.givesTickets;
    this.takesNames = made.takesNames;
    this.workerId = made.workerId;
    this.showsNames = made.showsNames;
    this.tokenHash = made.tokenHash;
    this.createdAt = made.createdAt;
    this.expiresAt = made.expiresAt;
    this.allowedNetworks = made.allowedNetworks;
  }

  /** Returns whether it is neither revoked nor at its end. */
  isInUseAt(now: Temporal.Instant): boolean {
    const { revokedAt, expiresAt } = this;
    return revokedAt === null &&
      (expiresAt === null || Temporal.Instant.compare(now, expiresAt) < 0);
  }

  /** Returns whether a use now must be written. Uses are written once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    const { lastUsedAt } = this;
    return lastUsedAt === null || Temporal.Instant.compare(now, lastUsedAt.add(touchEvery)) >= 0;
  }

  /** Revokes the screen. Does nothing if it is already revoked. */
  revoke(now: Temporal.Instant): void {
    this.revokedAt ??= now;
  }
}

/** Identifies a screen of an organization. */
export interface ScreenRef {
  id: number;
  organizationId: number;
}

/** A screen with the name and zone of its organization. */
export interface FoundScreen {
  screen: Screen;
  organizationName: string;
  timeZone: string;
}

/** The screens. `audit` makes the audit record of a change. */
export interface Screens {
  /** Returns the screen of a token, also if it is revoked. Never cached. */
  findByToken(tokenHash: string): Promise<FoundScreen | undefined>;
  /** Returns screens of an organization in the order of their ids: those in use, and up to `maxListed` in all. */
  list(organizationId: number): Promise<Screen[]>;
  /** Stores a new screen and sets its id. */
  add(screen: Screen, audit: Audited<Screen>): Promise<void>;
  /** Locks a screen, changes it and returns it; undefined if it does not exist. */
  change(
    ref: ScreenRef,
    change: (screen: Screen) => void,
    audit: AuditedChange<Screen>,
  ): Promise<Screen | undefined>;
  /** Writes the time of a use, unless one was written within the last minute. */
  noteUse(ref: ScreenRef, at: Temporal.Instant): Promise<void>;
}

/** The screen that sends a request. */
export interface ScreenCaller extends BookingScope {
  screenId: number;
  kind: ScreenKind;
  name: string;
  departmentIds: readonly number[] | null;
  givesTickets: boolean;
  takesNames: boolean;
  workerId: number | null;
  showsNames: boolean;
  organizationName: string;
  timeZone: string;
  tokenHash: string;
}

/** A screen as staff see it; times are local to the organization. */
export interface ScreenView {
  id: number;
  environment: Environment;
  kind: ScreenKind;
  name: string;
  departmentIds: number[] | null;
  givesTickets: boolean;
  takesNames: boolean;
  workerId: number | null;
  showsNames: boolean;
  createdAt: string;
  /** Null before the first use; at most a minute late. */
  lastUsedAt: string | null;
  isRevoked: boolean;
  expiresAt: string | null;
  allowedNetworks: string[] | null;
}

/** Makes the view of a screen. */
export function toScreenView(
  { id, environment, kind, name, departmentIds, givesTickets, takesNames, ...screen }: Screen,
  timeZone: string,
): ScreenView {
  return {
    id,
    environment,
    kind,
    name,
    departmentIds,
    givesTickets,
    takesNames,
    workerId: screen.workerId,
    showsNames: screen.showsNames,
    createdAt: formatInstant(screen.createdAt, timeZone),
    lastUsedAt: screen.lastUsedAt && formatInstant(screen.lastUsedAt, timeZone),
    isRevoked: screen.revokedAt !== null,
    expiresAt: screen.expiresAt && formatInstant(screen.expiresAt, timeZone),
    allowedNetworks: screen.allowedNetworks,
  };
}
