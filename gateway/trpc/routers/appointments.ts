import {
  createAppointmentAsStaffInput,
  findByQrCodeInput,
  listAppointmentsAsStaffInput,
  rescheduleAppointmentInput,
  staffAppointmentInput,
  updateAppointmentInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** The front desk's work. */
export const appointmentsRouter = router({
  list: staffQuery((staff) => staff.listAppointments, listAppointmentsAsStaffInput),
  byId: staffQuery((staff) => staff.getAppointment, staffAppointmentInput),
  byQrCode: staffQuery((staff) => staff.findByQrCode, findByQrCodeInput),
  create: staffMutation((staff) => staff.createAppointment, createAppointmentAsStaffInput),
  update: staffMutation((staff) => staff.updateAppointment, updateAppointmentInput),
  reschedule: staffMutation((staff) => staff.rescheduleAppointment, rescheduleAppointmentInput),
  cancel: staffMutation((staff) => staff.cancelAppointment, staffAppointmentInput),
  complete: staffMutation((staff) => staff.completeAppointment, staffAppointmentInput),
  markMissed: staffMutation((staff) => staff.markMissed, staffAppointmentInput),
  erase: staffMutation((staff) => staff.eraseAppointment, staffAppointmentInput),
  history: staffQuery((staff) => staff.listHistory, staffAppointmentInput),
});
