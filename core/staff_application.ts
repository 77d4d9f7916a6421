import { renameApiKey, revokeApiKey, rotateApiKey } from "./access/change_api_keys.ts";
import {
  disableStaffUser,
  enableStaffUser,
  resetPassword,
  setStaffUserRole,
} from "./access/change_staff_users.ts";
import { requireRole, type StaffCaller } from "./access/caller.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { inviteStaffUser } from "./access/create_staff_user.ts";
import { getOrganization, listApiKeys, updateOrganization } from "./access/organizations.ts";
import {
  createReportingToken,
  listReportingTokens,
  revokeReportingToken,
} from "./access/reporting_tokens.ts";
import { carryOutOnce, type DoneRequest, type RepeatAnswer } from "./access/idempotent_requests.ts";
import type { Role } from "./access/staff_user.ts";
import { listStaffUsers } from "./access/team.ts";
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
import { listAffectedAppointments } from "./booking/list_affected.ts";
import { listHolidays, weightOfHolidays } from "./booking/list_holidays.ts";
import { searchAppointments, weightOfAppointmentList } from "./booking/list_appointments.ts";
import { listPerson, suggestPeople } from "./booking/person.ts";
import { erasePerson } from "./booking/erase_person.ts";
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
import type { Ports } from "./ports.ts";
import { getKeyUsage } from "./usage/key_usage.ts";
import { exportUsage, getUsageStatistics, listUsage, weightOfExport } from "./usage/read_usage.ts";
import { deleteWebhook, replaceWebhookSecret, updateWebhook } from "./webhooks/change_webhooks.ts";
import { createWebhook } from "./webhooks/create_webhook.ts";
import { getDelivery, listDeliveries, listWebhooks } from "./webhooks/list_webhooks.ts";
import { listWebhookEvents } from "./webhooks/list_webhook_events.ts";
import { recoverSince, retryDelivery } from "./webhooks/retry_delivery.ts";
import { getTestResult, testWebhook } from "./webhooks/test_webhook.ts";
import { arrive } from "./visits/arrive.ts";
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

/** One use case of staff: the minimum role of its callers, and the number of requests that a call counts as. */
interface Entry {
  role: Role;
  run(ports: Ports, caller: StaffCaller, input: unknown): unknown;
  /** The input is not validated yet. Default: 1. */
  weightOf?(input: unknown): number;
  /**
   * What a repeat with the same `Idempotency-Key` answers. Absent for reads, and for a use case with a mechanism of its
   * own.
   */
  repeat?: RepeatAnswer<(ports: Ports, caller: StaffCaller, done: DoneRequest) => Promise<unknown>>;
}

/** Returns the appointment of a request as it is now. */
function appointmentNow(
  ports: Ports,
  caller: StaffCaller,
  { subjectId: id, environment }: DoneRequest,
): Promise<StaffAppointmentView> {
  return getAppointmentDetails(ports, caller, { id, environment });
}

/** Returns the whole plan of the person of a request as it is now. */
function shiftsNow(ports: Ports, caller: StaffCaller, { subjectId: id }: DoneRequest) {
  return listShifts(ports, caller, { id, from: "0001-01-01", to: "9999-12-31" });
}

/** Returns the visit of a request as it is now. */
function visitNow(
  ports: Ports,
  { organizationId, timeZone }: StaffCaller,
  { subjectId, environment }: DoneRequest,
): Promise<VisitView> {
  // The record of a visit has an environment.
  return readVisit(ports, { organizationId, timeZone, environment: environment! }, subjectId);
}

/** Every use case of signed-in staff with its role, the same for every surface (core/access/README.md 2). */
const useCases = {
  listApiKeys: { role: "ADMIN", run: listApiKeys },
  createApiKey: { role: "ADMIN", run: createApiKey, repeat: "secret" },
  rotateApiKey: { role: "ADMIN", run: rotateApiKey, repeat: "secret" },
  revokeApiKey: { role: "ADMIN", run: revokeApiKey, repeat: "first answer" },
  renameApiKey: { role: "ADMIN", run: renameApiKey, repeat: "first answer" },
  updateApiKey: { role: "ADMIN", run: updateApiKey, repeat: "first answer" },
  getKeyUsage: { role: "ADMIN", run: getKeyUsage },

  listStaffUsers: { role: "ADMIN", run: listStaffUsers },
  inviteStaffUser: { role: "OWNER", run: inviteStaffUser, repeat: "secret" },
  setStaffUserRole: { role: "OWNER", run: setStaffUserRole, repeat: "first answer" },
  disableStaffUser: { role: "OWNER", run: disableStaffUser, repeat: "first answer" },
  enableStaffUser: { role: "OWNER", run: enableStaffUser, repeat: "first answer" },
  resetStaffUserPassword: { role: "OWNER", run: resetPassword, repeat: "secret" },

  getOrganization: { role: "STAFF", run: getOrganization },
  updateOrganization: { role: "ADMIN", run: updateOrganization, repeat: "first answer" },

  listReportingTokens: { role: "ADMIN", run: listReportingTokens },
  createReportingToken: { role: "ADMIN", run: createReportingToken, repeat: "secret" },
  revokeReportingToken: { role: "ADMIN", run: revokeReportingToken, repeat: "first answer" },

  listScreens: { role: "ADMIN", run: listScreens },
  createScreen: { role: "ADMIN", run: createScreen, repeat: "secret" },
  revokeScreen: { role: "ADMIN", run: revokeScreen, repeat: "first answer" },
  countWaitingOfKiosk: { role: "ADMIN", run: countWaitingOfKiosk },
  endWaitingOfKiosk: { role: "ADMIN", run: endWaitingOfKiosk, repeat: "first answer" },

  listWebhooks: { role: "ADMIN", run: listWebhooks },
  createWebhook: { role: "ADMIN", run: createWebhook, repeat: "secret" },
  updateWebhook: { role: "ADMIN", run: updateWebhook, repeat: "first answer" },
  deleteWebhook: { role: "ADMIN", run: deleteWebhook, repeat: "first answer" },
  testWebhook: { role: "ADMIN", run: testWebhook, repeat: getTestResult },
  replaceWebhookSecret: { role: "ADMIN", run: replaceWebhookSecret, repeat: "secret" },
  listDeliveries: { role: "ADMIN", run: listDeliveries },
  listWebhookEvents: { role: "ADMIN", run: listWebhookEvents },
  getDelivery: { role: "ADMIN", run: getDelivery },
  retryDelivery: { role: "ADMIN", run: retryDelivery, repeat: "first answer" },
  recoverSince: { role: "ADMIN", run: recoverSince, repeat: "first answer" },

  getUsageStatistics: { role: "ADMIN", run: getUsageStatistics },
  listUsage: { role: "ADMIN", run: listUsage },
  exportUsage: { role: "ADMIN", run: exportUsage, weightOf: weightOfExport },

  listAudit: { role: "ADMIN", run: listAudit },
  followChanges: { role: "STAFF", run: followChanges },

  createDepartment: { role: "ADMIN", run: createDepartment, repeat: "first answer" },
  updateDepartment: { role: "ADMIN", run: updateDepartment, repeat: "first answer" },
  addClosure: { role: "ADMIN", run: addClosure, repeat: "first answer" },
  removeClosure: { role: "ADMIN", run: removeClosure, repeat: "first answer" },
  getHolidayPlaces: { role: "ADMIN", run: getHolidayPlaces },
  listHolidays: { role: "ADMIN", run: listHolidays, weightOf: weightOfHolidays },
  closeOnHolidays: { role: "ADMIN", run: closeOnHolidays, repeat: "first answer" },
  changeHours: { role: "ADMIN", run: changeHours, repeat: "first answer" },
  createWorker: { role: "ADMIN", run: createWorker, repeat: "first answer" },
  updateWorker: { role: "ADMIN", run: updateWorker, repeat: "first answer" },
  addAbsence: { role: "STAFF", run: addAbsence, repeat: "first answer" },
  removeAbsence: { role: "STAFF", run: removeAbsence, repeat: "first answer" },
  listShifts: { role: "STAFF", run: listShifts },
  setShifts: { role: "STAFF", run: setShifts, repeat: shiftsNow },

  createAppointment: { role: "STAFF", run: createAppointment },
  createSeries: { role: "STAFF", run: createSeries, weightOf: weightOfSeries },
  updateAppointment: { role: "STAFF", run: updateAppointment, repeat: appointmentNow },
  moveMany: { role: "STAFF", run: moveMany, weightOf: weightOfMoves, repeat: "first answer" },
  undoMoves: { role: "STAFF", run: undoMoves, weightOf: weightOfMoves, repeat: "first answer" },
  rescheduleAppointment: { role: "STAFF", run: rescheduleAppointment, repeat: appointmentNow },
  cancelAppointment: { role: "STAFF", run: cancelAppointment, repeat: appointmentNow },
  completeAppointment: { role: "STAFF", run: completeAppointment, repeat: appointmentNow },
  markMissed: { role: "STAFF", run: markMissed, repeat: appointmentNow },
  revertAppointment: { role: "STAFF", run: revertAppointment, repeat: appointmentNow },
  archiveAppointment: { role: "ADMIN", run: archiveForStaff, repeat: appointmentNow },
  getAppointment: { role: "STAFF", run: getAppointmentDetails },
  getAppointmentByQrCode: { role: "STAFF", run: getAppointmentByQrCode },
  giveShortNumber: { role: "STAFF", run: giveShortNumber },
  listHistory: { role: "STAFF", run: listHistory },
  listAppointments: {
    role: "STAFF",
    run: searchAppointments,
    weightOf: weightOfAppointmentList,
  },
  exportAppointments: {
    role: "ADMIN",
    run: exportAppointments,
    weightOf: () => weightOfAppointmentExport,
  },
  getCoverPlan: { role: "STAFF", run: getCoverPlan, weightOf: () => weightOfCoverPlan },
  listAffectedAppointments: { role: "STAFF", run: listAffectedAppointments },
  eraseAppointment: { role: "ADMIN", run: eraseAppointment, repeat: appointmentNow },
  listPerson: { role: "STAFF", run: listPerson },
  suggestPeople: { role: "STAFF", run: suggestPeople },
  erasePerson: { role: "ADMIN", run: erasePerson, repeat: "first answer" },

  listDepartments: {
    role: "STAFF",
    run: listDepartmentSettings,
    weightOf: weightOfDepartmentList,
  },
  getDepartment: { role: "STAFF", run: getDepartmentSettings },
  checkAvailability: { role: "STAFF", run: checkSlot },
  getDay: { role: "STAFF", run: getDay },
  getDeskDay: { role: "STAFF", run: getDeskDay },
  getCalendar: { role: "STAFF", run: getCalendar, weightOf: weightOfCalendar },
  listFreeSlots: { role: "STAFF", run: listFreeSlots, weightOf: weightOfFreeSlots },
  listWorkers: { role: "STAFF", run: listWorkers },

  getQueue: { role: "STAFF", run: getQueue },
  arrive: { role: "STAFF", run: arrive, repeat: visitNow },
  callNext: { role: "STAFF", run: callNext, repeat: visitNow },
  callVisit: { role: "STAFF", run: callVisit, repeat: visitNow },
  callAgain: { role: "STAFF", run: callAgain, repeat: visitNow },
  startService: { role: "STAFF", run: startService, repeat: visitNow },
  finishVisit: { role: "STAFF", run: finishVisit, repeat: visitNow },
  missVisit: { role: "STAFF", run: missVisit, repeat: visitNow },
  cancelVisit: { role: "STAFF", run: cancelVisit, repeat: visitNow },
  leaveVisit: { role: "STAFF", run: leaveVisit, repeat: visitNow },
  returnToQueue: { role: "STAFF", run: returnToQueue, repeat: visitNow },
  transferVisit: { role: "STAFF", run: transferVisit, repeat: visitNow },
  updateVisit: { role: "STAFF", run: updateVisit, repeat: visitNow },
  changeQueueRules: { role: "ADMIN", run: changeQueueRules, repeat: "first answer" },

  listReports: { role: "ADMIN", run: listReports },
  getVisitOverview: { role: "ADMIN", run: getVisitOverview, weightOf: weightOfVisitOverview },

  getBalances: { role: "STAFF", run: getCreditBalances },
  listCreditEntries: { role: "ADMIN", run: listCreditEntries },
} satisfies Record<string, Entry>;

type UseCases = typeof useCases;

/** A use case of staff that is bound to its ports. A surface that refuses before it reads the input checks `role`. */
export interface StaffUseCase<R> {
  /** Throws PASSWORD_CHANGE_REQUIRED, FORBIDDEN, and the errors of the use case. */
  (caller: StaffCaller, input?: unknown): Promise<R>;
  role: Role;
  weightOf(input: unknown): number;
}

/** The use cases of signed-in staff. */
export type StaffApplication = {
  [Name in keyof UseCases]: StaffUseCase<Awaited<ReturnType<UseCases[Name]["run"]>>>;
};

/** Makes the use cases of staff over the given ports. This is the only place that enforces roles. */
export function createStaffApplication(ports: Ports): StaffApplication {
  const bind = (
    useCase: string,
    { role, run, weightOf = () => 1, repeat }: Entry,
  ): StaffUseCase<unknown> => {
    async function enforced(caller: StaffCaller, input?: unknown): Promise<unknown> {
      requireRole(caller, role);
      if (!repeat) return await run(ports, caller, input);
      return await carryOutOnce(ports, {
        useCase,
        caller,
        input,
        repeat: typeof repeat === "function" ? (done) => repeat(ports, caller, done) : repeat,
        run: async (claiming) => await run(ports, claiming, input),
      });
    }
    return Object.assign(enforced, { role, weightOf });
  };
  const bound = Object.entries(useCases).map(([name, entry]) => [name, bind(name, entry)]);
  return Object.fromEntries(bound) as StaffApplication;
}
