import { renameApiKey, revokeApiKey, rotateApiKey } from "./access/change_api_keys.ts";
import {
  disableStaffUser,
  enableStaffUser,
  resetPassword,
  setStaffUserRole,
} from "./access/change_staff_users.ts";
import type { StaffCaller } from "./access/caller.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { inviteStaffUser } from "./access/create_staff_user.ts";
import {
  getOrganization,
  listApiKeys,
  requireFactors,
  updateOrganization,
} from "./access/organizations.ts";
import {
  createSsoLink,
  getIdentityProvider,
  removeIdentityProvider,
  saveIdentityProvider,
  unlinkStaffUser,
} from "./access/identity_settings.ts";
import {
  addPasskey,
  addTotp,
  listFactors,
  removeFactor,
  renameFactor,
  replaceRecoveryCodes,
  startPasskey,
  startProof,
  startTotp,
} from "./access/own_factors.ts";
import {
  createReportingToken,
  listReportingTokens,
  revokeReportingToken,
} from "./access/reporting_tokens.ts";
import { carryOutOnce, type DoneRequest, type RepeatAnswer } from "./access/idempotent_requests.ts";
import {
  type Permission,
  permissions,
  requirePermission,
  type UseCaseName,
} from "./access/permissions.ts";
import { requireFresh } from "./access/step_up.ts";
import { isOfLive, isOfLiveKey, makesAdmin, requiresFewerFactors } from "./access/step_up_rules.ts";
import { listStaffUsers } from "./access/team.ts";
import {
  endOtherSessions,
  endOwnSession,
  endStaffUserSessions,
  listOwnSessions,
} from "./access/own_sessions.ts";
import { updateApiKey } from "./access/update_api_key.ts";
import { createAppointment } from "./booking/book_appointment.ts";
import { createSeries, weightOfSeries } from "./booking/create_series.ts";
import { getCoverPlan, weightOfCoverPlan } from "./booking/cover_worker.ts";
import { moveMany, undoMoves, weightOfMoves } from "./booking/move_many.ts";
import {
  archiveForStaff,
  cancelAppointment,
  completeAppointment,
  markMissed,
  revertAppointment,
} from "./booking/change_status.ts";
import { updateAppointment } from "./booking/edit_appointment.ts";
import { rescheduleAppointment } from "./booking/reschedule_appointment.ts";
import type { StaffAppointmentView } from "./booking/appointment_views.ts";
import { eraseAppointment } from "./booking/erase_appointment.ts";
import { giveShortNumber } from "./booking/short_number.ts";
import {
  getAppointmentByQrCode,
  getAppointmentDetails,
  listHistory,
} from "./booking/get_appointments.ts";
import { exportAppointments, weightOfAppointmentExport } from "./booking/export_appointments.ts";
import { getDay } from "./booking/get_day.ts";
import { getCalendar, weightOfCalendar } from "./booking/get_calendar.ts";
import { getDeskDay } from "./booking/get_desk_day.ts";
import { getWaitlist, removeFromWaitlist } from "./booking/desk_waitlist.ts";
import { listAffectedAppointments } from "./booking/list_affected.ts";
import { listHolidays, weightOfHolidays } from "./booking/list_holidays.ts";
import { searchAppointments, weightOfAppointmentList } from "./booking/search_appointments.ts";
import { listPerson, suggestPeople } from "./booking/person.ts";
import { erasePerson } from "./booking/erase_person.ts";
import { liftLegalHold, listLegalHolds, placeLegalHold } from "./booking/change_legal_holds.ts";
import {
  getRetention,
  previewRetention,
  setRetention,
  weightOfPreview,
} from "./retention/change_retention.ts";
import { getEmail, previewEmail, updateEmail } from "./email/change_email.ts";
import { getCreditBalances, listCreditEntries } from "./credits/list_credit_entries.ts";
import { addAbsence, removeAbsence } from "./departments/change_absences.ts";
import { addClosure, removeClosure } from "./departments/change_closures.ts";
import { closeOnHolidays } from "./departments/close_on_holidays.ts";
import { createDepartment, updateDepartment } from "./departments/change_departments.ts";
import { getHolidayPlaces } from "./departments/holidays.ts";
import { changeHours } from "./departments/change_hours.ts";
import { listShifts, setShifts } from "./departments/change_shifts.ts";
import { createWorker, updateWorker } from "./departments/change_workers.ts";
import { checkSlot } from "./departments/check_availability.ts";
import {
  getDepartmentSettings,
  listDepartmentSettings,
  listWorkers,
  weightOfDepartmentList,
} from "./departments/list_department_settings.ts";
import { listFreeSlots, weightOfFreeSlots } from "./departments/list_free_slots.ts";
import { narrowPorts, type OwnPorts } from "./own_ports.ts";
import type { Ports } from "./ports.ts";
import { getKeyUsage } from "./usage/key_usage.ts";
import {
  exportUsage,
  getUsageStatistics,
  listUsage,
  weightOfExport,
  weightOfUsageList,
} from "./usage/read_usage.ts";
import { deleteWebhook, replaceWebhookSecret, updateWebhook } from "./webhooks/change_webhooks.ts";
import { createWebhook } from "./webhooks/create_webhook.ts";
import { getDelivery, listDeliveries, listWebhooks } from "./webhooks/list_webhooks.ts";
import { listWebhookEvents } from "./webhooks/list_webhook_events.ts";
import { recoverSince, retryDelivery } from "./webhooks/retry_delivery.ts";
import { getTestResult, testWebhook } from "./webhooks/test_webhook.ts";
import { arrive } from "./visits/arrive.ts";
import { exportPerson, repeatExport, weightOfPersonExport } from "./visits/export_person.ts";
import { callAgain, callNext, callVisit } from "./visits/call_next.ts";
import { changeQueueRules } from "./visits/change_queue_rules.ts";
import { readVisit } from "./visits/change_visit.ts";
import { getQueue } from "./visits/get_queue.ts";
import {
  cancelVisit,
  finishVisit,
  leaveVisit,
  missVisit,
  returnToQueue,
  startService,
  transferVisit,
  updateVisit,
} from "./visits/serve.ts";
import type { VisitView } from "./visits/visit_views.ts";
import { createScreen, listScreens, revokeScreen } from "./screens/change_screens.ts";
import { countWaitingOfKiosk, endWaitingOfKiosk } from "./screens/end_waiting.ts";
import { listReports } from "./reporting/report_catalogue.ts";
import { getVisitOverview, weightOfVisitOverview } from "./reporting/visit_overview.ts";
import { followChanges } from "./audit/follow_changes.ts";
import { listAudit } from "./audit/list_audit.ts";

/** One use case of staff, and the number of requests that a call counts as. */
interface Entry<P> {
  /** A property and not a method, so that the compiler checks the ports that it needs. */
  run: (ports: P, caller: StaffCaller, input: unknown) => unknown;
  /**
   * Whether the caller must have proved within the last minutes who it is (core/access/README.md 14). The input is not
   * validated yet. Default: no.
   */
  stepUp?:
    | true
    | ((ports: Ports, caller: StaffCaller, input: unknown) => boolean | Promise<boolean>);
  /** The input is not validated yet. Default: 1. */
  weightOf?(input: unknown): number;
  /**
   * What a repeat with the same `Idempotency-Key` answers. Absent for reads, and for a use case with a mechanism of its
   * own.
   */
  repeat?: RepeatAnswer<(ports: P, caller: StaffCaller, done: DoneRequest) => Promise<unknown>>;
}

/** Without departments or of all of them, a use case has every port; of the caller's departments, narrowed ones. */
type PortsOf<Name extends UseCaseName> = (typeof permissions)[Name]["departments"] extends "own"
  ? OwnPorts
  : Ports;

/** Returns the appointment of a request as it is now. */
function appointmentNow(
  ports: Pick<Ports, "appointments">,
  caller: StaffCaller,
  { subjectId: id, environment }: DoneRequest,
): Promise<StaffAppointmentView> {
  return getAppointmentDetails(ports, caller, { id, environment });
}

/** Returns the whole plan of the person of a request as it is now. */
function shiftsNow(ports: OwnPorts, caller: StaffCaller, { subjectId: id }: DoneRequest) {
  return listShifts(ports, caller, { id, from: "0001-01-01", to: "9999-12-31" });
}

/** Returns what is known of the person of a request now. */
function exportNow(ports: Ports, caller: StaffCaller, { subjectId, environment }: DoneRequest) {
  // The record of an export has an environment.
  return repeatExport(ports, caller, { id: subjectId, environment: environment! });
}

/** Returns the visit of a request as it is now. */
function visitNow(
  ports: OwnPorts,
  { organizationId, timeZone }: StaffCaller,
  { subjectId, environment }: DoneRequest,
): Promise<VisitView> {
  // The record of a visit has an environment.
  return readVisit(ports, { organizationId, timeZone, environment: environment! }, subjectId);
}

/** Every use case of signed-in staff. `permissions` says who may call it. */
const useCases = {
  listApiKeys: { run: listApiKeys },
  createApiKey: { run: createApiKey, repeat: "secret", stepUp: isOfLive },
  rotateApiKey: { run: rotateApiKey, repeat: "secret", stepUp: isOfLiveKey },
  revokeApiKey: { run: revokeApiKey, repeat: "first answer" },
  renameApiKey: { run: renameApiKey, repeat: "first answer" },
  updateApiKey: { run: updateApiKey, repeat: "first answer", stepUp: isOfLiveKey },
  getKeyUsage: { run: getKeyUsage },

  listStaffUsers: { run: listStaffUsers },
  inviteStaffUser: { run: inviteStaffUser, repeat: "secret", stepUp: makesAdmin },
  setStaffUserRole: { run: setStaffUserRole, repeat: "first answer", stepUp: makesAdmin },
  disableStaffUser: { run: disableStaffUser, repeat: "first answer" },
  enableStaffUser: { run: enableStaffUser, repeat: "first answer", stepUp: true },
  resetStaffUserPassword: { run: resetPassword, repeat: "secret", stepUp: true },
  endStaffUserSessions: { run: endStaffUserSessions, repeat: "first answer" },

  listOwnSessions: { run: listOwnSessions },
  endOwnSession: { run: endOwnSession, repeat: "first answer" },
  endOtherSessions: { run: endOtherSessions, repeat: "first answer" },

  getOrganization: { run: getOrganization },
  updateOrganization: { run: updateOrganization, repeat: "first answer" },
  requireFactors: {
    run: requireFactors,
    repeat: "first answer",
    stepUp: requiresFewerFactors,
  },

  getIdentityProvider: { run: getIdentityProvider },
  saveIdentityProvider: { run: saveIdentityProvider, repeat: "first answer", stepUp: true },
  removeIdentityProvider: { run: removeIdentityProvider, repeat: "first answer", stepUp: true },
  createSsoLink: { run: createSsoLink, repeat: "secret", stepUp: true },
  unlinkStaffUser: { run: unlinkStaffUser, repeat: "first answer", stepUp: true },

  getEmail: { run: getEmail },
  updateEmail: { run: updateEmail, repeat: "first answer" },
  previewEmail: { run: previewEmail },

  listFactors: { run: listFactors },
  startTotp: { run: startTotp },
  addTotp: { run: addTotp, repeat: "secret", stepUp: true },
  startPasskey: { run: startPasskey },
  addPasskey: { run: addPasskey, repeat: "secret", stepUp: true },
  renameFactor: { run: renameFactor, repeat: "first answer" },
  removeFactor: { run: removeFactor, repeat: "first answer", stepUp: true },
  replaceRecoveryCodes: { run: replaceRecoveryCodes, repeat: "secret", stepUp: true },
  startProof: { run: startProof },

  listReportingTokens: { run: listReportingTokens },
  createReportingToken: { run: createReportingToken, repeat: "secret", stepUp: true },
  revokeReportingToken: { run: revokeReportingToken, repeat: "first answer" },

  listScreens: { run: listScreens },
  createScreen: { run: createScreen, repeat: "secret" },
  revokeScreen: { run: revokeScreen, repeat: "first answer" },
  countWaitingOfKiosk: { run: countWaitingOfKiosk },
  endWaitingOfKiosk: { run: endWaitingOfKiosk, repeat: "first answer" },

  listWebhooks: { run: listWebhooks },
  createWebhook: { run: createWebhook, repeat: "secret" },
  updateWebhook: { run: updateWebhook, repeat: "first answer" },
  deleteWebhook: { run: deleteWebhook, repeat: "first answer" },
  testWebhook: { run: testWebhook, repeat: getTestResult },
  replaceWebhookSecret: { run: replaceWebhookSecret, repeat: "secret" },
  listDeliveries: { run: listDeliveries },
  listWebhookEvents: { run: listWebhookEvents },
  getDelivery: { run: getDelivery },
  retryDelivery: { run: retryDelivery, repeat: "first answer" },
  recoverSince: { run: recoverSince, repeat: "first answer" },

  getUsageStatistics: { run: getUsageStatistics },
  listUsage: { run: listUsage, weightOf: weightOfUsageList },
  exportUsage: { run: exportUsage, weightOf: weightOfExport },

  listAudit: { run: listAudit },
  followChanges: { run: followChanges },

  createDepartment: { run: createDepartment, repeat: "first answer" },
  updateDepartment: { run: updateDepartment, repeat: "first answer" },
  addClosure: { run: addClosure, repeat: "first answer" },
  removeClosure: { run: removeClosure, repeat: "first answer" },
  getHolidayPlaces: { run: getHolidayPlaces },
  listHolidays: { run: listHolidays, weightOf: weightOfHolidays },
  closeOnHolidays: { run: closeOnHolidays, repeat: "first answer" },
  changeHours: { run: changeHours, repeat: "first answer" },
  createWorker: { run: createWorker, repeat: "first answer" },
  updateWorker: { run: updateWorker, repeat: "first answer" },
  addAbsence: { run: addAbsence, repeat: "first answer" },
  removeAbsence: { run: removeAbsence, repeat: "first answer" },
  listShifts: { run: listShifts },
  setShifts: { run: setShifts, repeat: shiftsNow },

  createAppointment: { run: createAppointment },
  createSeries: { run: createSeries, weightOf: weightOfSeries },
  updateAppointment: { run: updateAppointment, repeat: appointmentNow },
  moveMany: { run: moveMany, weightOf: weightOfMoves, repeat: "first answer" },
  undoMoves: { run: undoMoves, weightOf: weightOfMoves, repeat: "first answer" },
  rescheduleAppointment: { run: rescheduleAppointment, repeat: appointmentNow },
  cancelAppointment: { run: cancelAppointment, repeat: appointmentNow },
  completeAppointment: { run: completeAppointment, repeat: appointmentNow },
  markMissed: { run: markMissed, repeat: appointmentNow },
  revertAppointment: { run: revertAppointment, repeat: appointmentNow },
  archiveAppointment: { run: archiveForStaff, repeat: appointmentNow },
  getAppointment: { run: getAppointmentDetails },
  getAppointmentByQrCode: { run: getAppointmentByQrCode },
  giveShortNumber: { run: giveShortNumber },
  listHistory: { run: listHistory },
  listAppointments: {
    run: searchAppointments,
    weightOf: weightOfAppointmentList,
  },
  exportAppointments: {
    run: exportAppointments,
    weightOf: () => weightOfAppointmentExport,
    stepUp: true,
  },
  getCoverPlan: { run: getCoverPlan, weightOf: () => weightOfCoverPlan },
  listAffectedAppointments: { run: listAffectedAppointments },
  eraseAppointment: { run: eraseAppointment, repeat: appointmentNow, stepUp: true },
  listPerson: { run: listPerson },
  suggestPeople: { run: suggestPeople },
  erasePerson: { run: erasePerson, repeat: "first answer", stepUp: true },
  exportPerson: {
    run: exportPerson,
    weightOf: () => weightOfPersonExport,
    repeat: exportNow,
    stepUp: true,
  },

  getRetention: { run: getRetention },
  previewRetention: { run: previewRetention, weightOf: () => weightOfPreview },
  setRetention: { run: setRetention, repeat: "first answer", stepUp: true },
  getWaitlist: { run: getWaitlist },
  removeFromWaitlist: { run: removeFromWaitlist, repeat: "first answer" },
  listLegalHolds: { run: listLegalHolds },
  placeLegalHold: { run: placeLegalHold, repeat: appointmentNow },
  liftLegalHold: { run: liftLegalHold, repeat: appointmentNow, stepUp: true },

  listDepartments: {
    run: listDepartmentSettings,
    weightOf: weightOfDepartmentList,
  },
  getDepartment: { run: getDepartmentSettings },
  checkAvailability: { run: checkSlot },
  getDay: { run: getDay },
  getDeskDay: { run: getDeskDay },
  getCalendar: { run: getCalendar, weightOf: weightOfCalendar },
  listFreeSlots: { run: listFreeSlots, weightOf: weightOfFreeSlots },
  listWorkers: { run: listWorkers },

  getQueue: { run: getQueue },
  arrive: { run: arrive, repeat: visitNow },
  callNext: { run: callNext, repeat: visitNow },
  callVisit: { run: callVisit, repeat: visitNow },
  callAgain: { run: callAgain, repeat: visitNow },
  startService: { run: startService, repeat: visitNow },
  finishVisit: { run: finishVisit, repeat: visitNow },
  missVisit: { run: missVisit, repeat: visitNow },
  cancelVisit: { run: cancelVisit, repeat: visitNow },
  leaveVisit: { run: leaveVisit, repeat: visitNow },
  returnToQueue: { run: returnToQueue, repeat: visitNow },
  transferVisit: { run: transferVisit, repeat: visitNow },
  updateVisit: { run: updateVisit, repeat: visitNow },
  changeQueueRules: { run: changeQueueRules, repeat: "first answer" },

  listReports: { run: listReports },
  getVisitOverview: { run: getVisitOverview, weightOf: weightOfVisitOverview },

  getBalances: { run: getCreditBalances },
  listCreditEntries: { run: listCreditEntries },
} satisfies { [Name in UseCaseName]: Entry<PortsOf<Name>> };

type UseCases = typeof useCases;

/** A use case of staff that is bound to its ports. A surface that refuses before it reads the input checks `permission`. */
export interface StaffUseCase<R> {
  /** Throws the errors of `requirePermission`, STEP_UP_REQUIRED, and the errors of the use case. */
  (caller: StaffCaller, input?: unknown): Promise<R>;
  permission: Permission;
  weightOf(input: unknown): number;
}

/** The use cases of signed-in staff. */
export type StaffApplication = {
  [Name in keyof UseCases]: StaffUseCase<Awaited<ReturnType<UseCases[Name]["run"]>>>;
};

/**
 * Makes the use cases of staff over the given ports. This is the only place that enforces permissions and narrows the ports
 * of bound callers.
 */
export function createStaffApplication(ports: Ports): StaffApplication {
  const bind = (
    useCase: UseCaseName,
    { run, weightOf = () => 1, repeat, stepUp }: Entry<Ports>,
  ): StaffUseCase<unknown> => {
    const permission: Permission = permissions[useCase];
    async function enforced(caller: StaffCaller, input?: unknown): Promise<unknown> {
      requirePermission(caller, permission);
      if (stepUp === true || await stepUp?.(ports, caller, input)) requireFresh(ports, caller);
      const { departmentIds } = caller;
      // The rule is "own", so the use case needs no other ports than these.
      const seen = departmentIds && permission.departments === "own"
        ? narrowPorts(ports, departmentIds) as Ports
        : ports;
      if (!repeat) return await run(seen, caller, input);
      return await carryOutOnce(ports, {
        useCase,
        caller,
        input,
        repeat: typeof repeat === "function" ? (done) => repeat(seen, caller, done) : repeat,
        run: async (claiming) => await run(seen, claiming, input),
      });
    }
    return Object.assign(enforced, { permission, weightOf });
  };
  const bound = Object.entries(useCases)
    .map(([name, entry]) => [name, bind(name as UseCaseName, entry as Entry<Ports>)]);
  return Object.fromEntries(bound) as StaffApplication;
}
