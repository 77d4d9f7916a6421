import {
  absenceInput,
  appointmentChangeInput,
  cancelAppointmentInput,
  changeHoursInput,
  checkSlotInput,
  closeOnHolidaysInput,
  closureInput,
  completeAppointmentInput,
  createAppointmentInput,
  createDepartmentInput,
  createSeriesInput,
  createWorkerInput,
  erasureInput,
  getAppointmentByQrCodeInput,
  getCalendarInput,
  getDayInput,
  getDeskDayInput,
  getWaitlistInput,
  listAffectedInput,
  listCreditEntriesInput,
  listDepartmentSettingsInput,
  listFreeSlotsInput,
  listHolidaysInput,
  listPersonInput,
  listShiftsInput,
  listWorkersInput,
  moveManyInput,
  planCoverInput,
  removeFromWaitlistInput,
  rescheduleAppointmentInput,
  searchAppointmentsInput,
  setShiftsInput,
  staffAppointmentInput,
  staffDepartmentInput,
  suggestPeopleInput,
  updateAppointmentInput,
  updateDepartmentInput,
  updateWorkerInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Appointments. */
export const appointmentsRouter = router({
  list: staffQuery((staff) => staff.listAppointments, searchAppointmentsInput),
  byId: staffQuery((staff) => staff.getAppointment, staffAppointmentInput),
  byQrCode: staffQuery((staff) => staff.getAppointmentByQrCode, getAppointmentByQrCodeInput),
  giveShortNumber: staffMutation((staff) => staff.giveShortNumber, staffAppointmentInput),
  create: staffMutation((staff) => staff.createAppointment, createAppointmentInput),
  createSeries: staffMutation((staff) => staff.createSeries, createSeriesInput),
  update: staffMutation((staff) => staff.updateAppointment, updateAppointmentInput),
  reschedule: staffMutation((staff) => staff.rescheduleAppointment, rescheduleAppointmentInput),
  moveMany: staffMutation((staff) => staff.moveMany, moveManyInput),
  undoMoves: staffMutation((staff) => staff.undoMoves, moveManyInput),
  cancel: staffMutation((staff) => staff.cancelAppointment, cancelAppointmentInput),
  complete: staffMutation((staff) => staff.completeAppointment, completeAppointmentInput),
  markMissed: staffMutation((staff) => staff.markMissed, appointmentChangeInput),
  revert: staffMutation((staff) => staff.revertAppointment, appointmentChangeInput),
  archive: staffMutation((staff) => staff.archiveAppointment, cancelAppointmentInput),
  erase: staffMutation((staff) => staff.eraseAppointment, erasureInput),
  person: staffQuery((staff) => staff.listPerson, listPersonInput),
  suggestions: staffQuery((staff) => staff.suggestPeople, suggestPeopleInput),
  erasePerson: staffMutation((staff) => staff.erasePerson, erasureInput),
  exportPerson: staffMutation((staff) => staff.exportPerson, staffAppointmentInput),
  affected: staffQuery((staff) => staff.listAffectedAppointments, listAffectedInput),
  history: staffQuery((staff) => staff.listHistory, staffAppointmentInput),
});

/** Departments, their settings and their slots. */
export const departmentsRouter = router({
  list: staffQuery((staff) => staff.listDepartments, listDepartmentSettingsInput.optional()),
  byId: staffQuery((staff) => staff.getDepartment, staffDepartmentInput),
  create: staffMutation((staff) => staff.createDepartment, createDepartmentInput),
  update: staffMutation((staff) => staff.updateDepartment, updateDepartmentInput),
  addClosure: staffMutation((staff) => staff.addClosure, closureInput),
  removeClosure: staffMutation((staff) => staff.removeClosure, closureInput),
  holidayPlaces: staffQuery((staff) => staff.getHolidayPlaces),
  holidays: staffQuery((staff) => staff.listHolidays, listHolidaysInput),
  closeOnHolidays: staffMutation((staff) => staff.closeOnHolidays, closeOnHolidaysInput),
  changeHours: staffMutation((staff) => staff.changeHours, changeHoursInput),
  availability: staffQuery(
    (staff) => staff.checkAvailability,
    checkSlotInput,
  ),
  day: staffQuery((staff) => staff.getDay, getDayInput),
  range: staffQuery((staff) => staff.listFreeSlots, listFreeSlotsInput),
});

/** The work of the front desk, across departments. */
export const deskRouter = router({
  day: staffQuery((staff) => staff.getDeskDay, getDeskDayInput),
  calendar: staffQuery((staff) => staff.getCalendar, getCalendarInput),
  waitlist: staffQuery((staff) => staff.getWaitlist, getWaitlistInput),
  removeFromWaitlist: staffMutation((staff) => staff.removeFromWaitlist, removeFromWaitlistInput),
});

/** Workers of departments. */
export const workersRouter = router({
  list: staffQuery((staff) => staff.listWorkers, listWorkersInput),
  create: staffMutation((staff) => staff.createWorker, createWorkerInput),
  update: staffMutation((staff) => staff.updateWorker, updateWorkerInput),
  coverPlan: staffQuery((staff) => staff.getCoverPlan, planCoverInput),
  addAbsence: staffMutation((staff) => staff.addAbsence, absenceInput),
  removeAbsence: staffMutation((staff) => staff.removeAbsence, absenceInput),
  shifts: staffQuery((staff) => staff.listShifts, listShiftsInput),
  setShifts: staffMutation((staff) => staff.setShifts, setShiftsInput),
});

/** Credit balances and the ledger. */
export const creditsRouter = router({
  balance: staffQuery((staff) => staff.getBalances),
  ledger: staffQuery((staff) => staff.listCreditEntries, listCreditEntriesInput),
});
