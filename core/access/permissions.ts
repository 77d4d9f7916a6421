import type { StaffCaller } from "./caller.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import { type Role, roles } from "./staff_user.ts";

/** Who may call a use case of signed-in staff. */
export interface Permission {
  /** The least powerful role of its callers. */
  role: Role;
}

/** Who may call each use case of signed-in staff. Every surface and the dashboard read this table (core/access/README.md 2). */
export const permissions = {
  listApiKeys: { role: "ADMIN" },
  createApiKey: { role: "ADMIN" },
  rotateApiKey: { role: "ADMIN" },
  revokeApiKey: { role: "ADMIN" },
  renameApiKey: { role: "ADMIN" },
  updateApiKey: { role: "ADMIN" },
  getKeyUsage: { role: "ADMIN" },

  listStaffUsers: { role: "ADMIN" },
  inviteStaffUser: { role: "OWNER" },
  setStaffUserRole: { role: "OWNER" },
  disableStaffUser: { role: "OWNER" },
  enableStaffUser: { role: "OWNER" },
  resetStaffUserPassword: { role: "OWNER" },
  endStaffUserSessions: { role: "OWNER" },

  listOwnSessions: { role: "VIEWER" },
  endOwnSession: { role: "VIEWER" },
  endOtherSessions: { role: "VIEWER" },

  getOrganization: { role: "VIEWER" },
  updateOrganization: { role: "ADMIN" },

  listReportingTokens: { role: "ADMIN" },
  createReportingToken: { role: "ADMIN" },
  revokeReportingToken: { role: "ADMIN" },

  listScreens: { role: "ADMIN" },
  createScreen: { role: "ADMIN" },
  revokeScreen: { role: "ADMIN" },
  countWaitingOfKiosk: { role: "ADMIN" },
  endWaitingOfKiosk: { role: "ADMIN" },

  listWebhooks: { role: "ADMIN" },
  createWebhook: { role: "ADMIN" },
  updateWebhook: { role: "ADMIN" },
  deleteWebhook: { role: "ADMIN" },
  testWebhook: { role: "ADMIN" },
  replaceWebhookSecret: { role: "ADMIN" },
  listDeliveries: { role: "ADMIN" },
  listWebhookEvents: { role: "ADMIN" },
  getDelivery: { role: "ADMIN" },
  retryDelivery: { role: "ADMIN" },
  recoverSince: { role: "ADMIN" },

  getUsageStatistics: { role: "ADMIN" },
  listUsage: { role: "ADMIN" },
  exportUsage: { role: "ADMIN" },

  listAudit: { role: "ADMIN" },
  followChanges: { role: "VIEWER" },

  createDepartment: { role: "ADMIN" },
  updateDepartment: { role: "ADMIN" },
  addClosure: { role: "ADMIN" },
  removeClosure: { role: "ADMIN" },
  getHolidayPlaces: { role: "ADMIN" },
  listHolidays: { role: "ADMIN" },
  closeOnHolidays: { role: "ADMIN" },
  changeHours: { role: "ADMIN" },
  createWorker: { role: "ADMIN" },
  updateWorker: { role: "ADMIN" },
  addAbsence: { role: "STAFF" },
  removeAbsence: { role: "STAFF" },
  listShifts: { role: "VIEWER" },
  setShifts: { role: "STAFF" },

  createAppointment: { role: "STAFF" },
  createSeries: { role: "STAFF" },
  updateAppointment: { role: "STAFF" },
  moveMany: { role: "STAFF" },
  undoMoves: { role: "STAFF" },
  rescheduleAppointment: { role: "STAFF" },
  cancelAppointment: { role: "STAFF" },
  completeAppointment: { role: "STAFF" },
  markMissed: { role: "STAFF" },
  revertAppointment: { role: "STAFF" },
  archiveAppointment: { role: "ADMIN" },
  getAppointment: { role: "VIEWER" },
  getAppointmentByQrCode: { role: "VIEWER" },
  giveShortNumber: { role: "STAFF" },
  listHistory: { role: "VIEWER" },
  listAppointments: { role: "VIEWER" },
  exportAppointments: { role: "ADMIN" },
  getCoverPlan: { role: "STAFF" },
  listAffectedAppointments: { role: "STAFF" },
  eraseAppointment: { role: "ADMIN" },
  listPerson: { role: "VIEWER" },
  suggestPeople: { role: "STAFF" },
  erasePerson: { role: "ADMIN" },
  exportPerson: { role: "ADMIN" },

  listDepartments: { role: "VIEWER" },
  getDepartment: { role: "VIEWER" },
  checkAvailability: { role: "VIEWER" },
  getDay: { role: "VIEWER" },
  getDeskDay: { role: "VIEWER" },
  getCalendar: { role: "VIEWER" },
  listFreeSlots: { role: "VIEWER" },
  listWorkers: { role: "VIEWER" },

  getQueue: { role: "VIEWER" },
  arrive: { role: "STAFF" },
  callNext: { role: "STAFF" },
  callVisit: { role: "STAFF" },
  callAgain: { role: "STAFF" },
  startService: { role: "STAFF" },
  finishVisit: { role: "STAFF" },
  missVisit: { role: "STAFF" },
  cancelVisit: { role: "STAFF" },
  leaveVisit: { role: "STAFF" },
  returnToQueue: { role: "STAFF" },
  transferVisit: { role: "STAFF" },
  updateVisit: { role: "STAFF" },
  changeQueueRules: { role: "ADMIN" },

  listReports: { role: "ADMIN" },
  getVisitOverview: { role: "ADMIN" },

  getBalances: { role: "STAFF" },
  listCreditEntries: { role: "ADMIN" },
} as const satisfies Record<string, Permission>;

/** The name of a use case of signed-in staff. */
export type UseCaseName = keyof typeof permissions;

/** Returns whether a user may call what needs a permission, once a one-time password is changed. */
export function isAllowed({ role }: Pick<StaffCaller, "role">, permission: Permission): boolean {
  const rank = roles.indexOf(role);
  // During a rolling update the database may have a role that this version does not know. It may do nothing.
  return rank !== -1 && rank <= roles.indexOf(permission.role);
}

/** Returns the use cases that a user may call. */
export function allowedUseCases(user: Pick<StaffCaller, "role">): UseCaseName[] {
  return (Object.keys(permissions) as UseCaseName[])
    .filter((name) => isAllowed(user, permissions[name]));
}

/**
 * Throws PASSWORD_CHANGE_REQUIRED if the caller's password is a one-time password, and FORBIDDEN unless the caller has
 * the permission (core/access/README.md 2).
 */
export function requirePermission(caller: StaffCaller, permission: Permission): void {
  if (caller.mustChangePassword) {
    throw new DomainError("PASSWORD_CHANGE_REQUIRED", say("oneTimePassword"));
  }
  if (isAllowed(caller, permission)) return;
  const sufficient = roles.slice(0, roles.indexOf(permission.role) + 1).toReversed();
  throw new DomainError("FORBIDDEN", say("roleNeeded", { roles: sufficient.join(" or ") }));
}
