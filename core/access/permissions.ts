import type { StaffCaller } from "./caller.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import { type Role, roles } from "./staff_user.ts";

/**
 * What a use case is for a user who is bound to departments (core/access/README.md 12):
 *
 * - `own`: it reads and changes the user's departments only, by narrowed ports;
 * - `all`: it is about the whole organization, so a bound user may not call it;
 * - `none`: it is about no department.
 */
export type DepartmentRule = "own" | "all" | "none";

/** Who may call a use case of signed-in staff. */
export interface Permission {
  /** The least powerful role of its callers. SIGNED_IN is every user, also one who must add a second factor first. */
  role: Role | "SIGNED_IN";
  departments: DepartmentRule;
}

/** Who may call each use case of signed-in staff. Every surface and the dashboard read this table (core/access/README.md 2). */
export const permissions = {
  listApiKeys: { role: "ADMIN", departments: "all" },
  createApiKey: { role: "ADMIN", departments: "all" },
  rotateApiKey: { role: "ADMIN", departments: "all" },
  revokeApiKey: { role: "ADMIN", departments: "all" },
  renameApiKey: { role: "ADMIN", departments: "all" },
  updateApiKey: { role: "ADMIN", departments: "all" },
  getKeyUsage: { role: "ADMIN", departments: "all" },

  listStaffUsers: { role: "ADMIN", departments: "all" },
  inviteStaffUser: { role: "OWNER", departments: "all" },
  setStaffUserRole: { role: "OWNER", departments: "all" },
  disableStaffUser: { role: "OWNER", departments: "all" },
  enableStaffUser: { role: "OWNER", departments: "all" },
  resetStaffUserPassword: { role: "OWNER", departments: "all" },
  endStaffUserSessions: { role: "OWNER", departments: "all" },

  listOwnSessions: { role: "VIEWER", departments: "none" },
  endOwnSession: { role: "VIEWER", departments: "none" },
  endOtherSessions: { role: "VIEWER", departments: "none" },

  getOrganization: { role: "VIEWER", departments: "none" },
  updateOrganization: { role: "ADMIN", departments: "all" },
  requireFactors: { role: "OWNER", departments: "all" },

  getIdentityProvider: { role: "OWNER", departments: "all" },
  saveIdentityProvider: { role: "OWNER", departments: "all" },
  removeIdentityProvider: { role: "OWNER", departments: "all" },
  createSsoLink: { role: "OWNER", departments: "all" },
  unlinkStaffUser: { role: "OWNER", departments: "all" },

  getEmail: { role: "ADMIN", departments: "all" },
  updateEmail: { role: "ADMIN", departments: "all" },
  previewEmail: { role: "ADMIN", departments: "all" },

  listFactors: { role: "SIGNED_IN", departments: "none" },
  startTotp: { role: "SIGNED_IN", departments: "none" },
  addTotp: { role: "SIGNED_IN", departments: "none" },
  startPasskey: { role: "SIGNED_IN", departments: "none" },
  addPasskey: { role: "SIGNED_IN", departments: "none" },
  renameFactor: { role: "SIGNED_IN", departments: "none" },
  removeFactor: { role: "SIGNED_IN", departments: "none" },
  replaceRecoveryCodes: { role: "SIGNED_IN", departments: "none" },
  startProof: { role: "SIGNED_IN", departments: "none" },

  listReportingTokens: { role: "ADMIN", departments: "all" },
  createReportingToken: { role: "ADMIN", departments: "all" },
  revokeReportingToken: { role: "ADMIN", departments: "all" },

  listScreens: { role: "ADMIN", departments: "all" },
  createScreen: { role: "ADMIN", departments: "all" },
  revokeScreen: { role: "ADMIN", departments: "all" },
  countWaitingOfKiosk: { role: "ADMIN", departments: "all" },
  endWaitingOfKiosk: { role: "ADMIN", departments: "all" },

  listWebhooks: { role: "ADMIN", departments: "all" },
  createWebhook: { role: "ADMIN", departments: "all" },
  updateWebhook: { role: "ADMIN", departments: "all" },
  deleteWebhook: { role: "ADMIN", departments: "all" },
  testWebhook: { role: "ADMIN", departments: "all" },
  replaceWebhookSecret: { role: "ADMIN", departments: "all" },
  listDeliveries: { role: "ADMIN", departments: "all" },
  listWebhookEvents: { role: "ADMIN", departments: "all" },
  getDelivery: { role: "ADMIN", departments: "all" },
  retryDelivery: { role: "ADMIN", departments: "all" },
  recoverSince: { role: "ADMIN", departments: "all" },

  getUsageStatistics: { role: "ADMIN", departments: "all" },
  listUsage: { role: "ADMIN", departments: "all" },
  exportUsage: { role: "ADMIN", departments: "all" },

  listAudit: { role: "ADMIN", departments: "all" },
  followChanges: { role: "VIEWER", departments: "own" },

  createDepartment: { role: "ADMIN", departments: "all" },
  updateDepartment: { role: "ADMIN", departments: "all" },
  addClosure: { role: "ADMIN", departments: "all" },
  removeClosure: { role: "ADMIN", departments: "all" },
  getHolidayPlaces: { role: "ADMIN", departments: "all" },
  listHolidays: { role: "ADMIN", departments: "all" },
  closeOnHolidays: { role: "ADMIN", departments: "all" },
  changeHours: { role: "ADMIN", departments: "all" },
  createWorker: { role: "ADMIN", departments: "all" },
  updateWorker: { role: "ADMIN", departments: "all" },
  addAbsence: { role: "STAFF", departments: "own" },
  removeAbsence: { role: "STAFF", departments: "own" },
  listShifts: { role: "VIEWER", departments: "own" },
  setShifts: { role: "STAFF", departments: "own" },

  createAppointment: { role: "STAFF", departments: "own" },
  createSeries: { role: "STAFF", departments: "own" },
  updateAppointment: { role: "STAFF", departments: "own" },
  moveMany: { role: "STAFF", departments: "own" },
  undoMoves: { role: "STAFF", departments: "own" },
  rescheduleAppointment: { role: "STAFF", departments: "own" },
  cancelAppointment: { role: "STAFF", departments: "own" },
  completeAppointment: { role: "STAFF", departments: "own" },
  markMissed: { role: "STAFF", departments: "own" },
  revertAppointment: { role: "STAFF", departments: "own" },
  archiveAppointment: { role: "ADMIN", departments: "all" },
  getWaitlist: { role: "VIEWER", departments: "own" },
  removeFromWaitlist: { role: "STAFF", departments: "own" },
  getAppointment: { role: "VIEWER", departments: "own" },
  getAppointmentByQrCode: { role: "VIEWER", departments: "own" },
  giveShortNumber: { role: "STAFF", departments: "own" },
  listHistory: { role: "VIEWER", departments: "own" },
  listAppointments: { role: "VIEWER", departments: "own" },
  exportAppointments: { role: "ADMIN", departments: "all" },
  getCoverPlan: { role: "STAFF", departments: "own" },
  listAffectedAppointments: { role: "STAFF", departments: "own" },
  eraseAppointment: { role: "ADMIN", departments: "all" },
  listPerson: { role: "VIEWER", departments: "own" },
  suggestPeople: { role: "STAFF", departments: "own" },
  erasePerson: { role: "ADMIN", departments: "all" },
  exportPerson: { role: "ADMIN", departments: "all" },

  getRetention: { role: "OWNER", departments: "all" },
  previewRetention: { role: "OWNER", departments: "all" },
  setRetention: { role: "OWNER", departments: "all" },
  listLegalHolds: { role: "ADMIN", departments: "all" },
  placeLegalHold: { role: "ADMIN", departments: "all" },
  liftLegalHold: { role: "OWNER", departments: "all" },

  listDepartments: { role: "VIEWER", departments: "own" },
  getDepartment: { role: "VIEWER", departments: "own" },
  checkAvailability: { role: "VIEWER", departments: "own" },
  getDay: { role: "VIEWER", departments: "own" },
  getDeskDay: { role: "VIEWER", departments: "own" },
  getCalendar: { role: "VIEWER", departments: "own" },
  listFreeSlots: { role: "VIEWER", departments: "own" },
  listWorkers: { role: "VIEWER", departments: "own" },

  getQueue: { role: "VIEWER", departments: "own" },
  arrive: { role: "STAFF", departments: "own" },
  callNext: { role: "STAFF", departments: "own" },
  callVisit: { role: "STAFF", departments: "own" },
  callAgain: { role: "STAFF", departments: "own" },
  startService: { role: "STAFF", departments: "own" },
  finishVisit: { role: "STAFF", departments: "own" },
  missVisit: { role: "STAFF", departments: "own" },
  cancelVisit: { role: "STAFF", departments: "own" },
  leaveVisit: { role: "STAFF", departments: "own" },
  returnToQueue: { role: "STAFF", departments: "own" },
  transferVisit: { role: "STAFF", departments: "own" },
  updateVisit: { role: "STAFF", departments: "own" },
  changeQueueRules: { role: "ADMIN", departments: "all" },

  listReports: { role: "ADMIN", departments: "all" },
  getVisitOverview: { role: "ADMIN", departments: "all" },

  getBalances: { role: "STAFF", departments: "none" },
  listCreditEntries: { role: "ADMIN", departments: "all" },
} as const satisfies Record<string, Permission>;

/** The name of a use case of signed-in staff. */
export type UseCaseName = keyof typeof permissions;

type Access = Pick<StaffCaller, "role" | "departmentIds">;

/** Returns whether a user may call what needs a permission, once a one-time password is changed. */
export function isAllowed({ role, departmentIds }: Access, permission: Permission): boolean {
  if (permission.role === "SIGNED_IN") return true;
  const rank = roles.indexOf(role);
  if (departmentIds !== null && permission.departments === "all") return false;
  // During a rolling update the database may have a role that this version does not know. It may do nothing.
  return rank !== -1 && rank <= roles.indexOf(permission.role);
}

/** Returns the use cases that a user may call. */
export function allowedUseCases(user: Access): UseCaseName[] {
  return (Object.keys(permissions) as UseCaseName[])
    .filter((name) => isAllowed(user, permissions[name]));
}

/**
 * Throws PASSWORD_CHANGE_REQUIRED if the caller's password is a one-time password, FACTOR_SETUP_REQUIRED if the caller
 * must add a second factor first, and FORBIDDEN unless the caller has the permission (core/access/README.md 2 and 13).
 */
export function requirePermission(caller: StaffCaller, permission: Permission): void {
  if (caller.mustChangePassword) {
    throw new DomainError("PASSWORD_CHANGE_REQUIRED", say("oneTimePassword"));
  }
  const { role } = permission;
  if (role === "SIGNED_IN") return;
  if (caller.mustAddFactor) {
    throw new DomainError("FACTOR_SETUP_REQUIRED", say("factorSetupNeeded"));
  }
  if (isAllowed(caller, permission)) return;
  const sufficient = roles.slice(0, roles.indexOf(role) + 1).toReversed();
  throw new DomainError("FORBIDDEN", say("roleNeeded", { roles: sufficient.join(" or ") }));
}

/**
 * Checks a permission again after a wait. Throws like `requirePermission`, and FORBIDDEN if the user's departments have
 * changed since the first check: what was read may be of other departments.
 */
export function requireSamePermission(
  before: StaffCaller,
  present: StaffCaller,
  permission: Permission,
): void {
  requirePermission(present, permission);
  if (isBoundAlike(before, present)) return;
  throw new DomainError("FORBIDDEN", say("departmentsChanged"));
}

/** Returns whether two users are bound to the same departments. */
export function isBoundAlike(
  one: Pick<StaffCaller, "departmentIds">,
  other: Pick<StaffCaller, "departmentIds">,
): boolean {
  return JSON.stringify(one.departmentIds) === JSON.stringify(other.departmentIds);
}
