// The door of core. Surfaces and adapters import this file and no other file of core (core/README.md).
export {
  actorOfKey,
  type ApiCaller,
  ApiKey,
  type ApiKeys,
  type Scope,
  scopes,
} from "./access/api_key.ts";
export type {
  ReportingLimits,
  SignInAttempt,
  SignInLimits,
  SignInLimitState,
  StaffLimits,
} from "./access/limits.ts";
export { requireScope } from "./access/authenticate.ts";
export { changePasswordInput } from "./access/change_password.ts";
export { createApiKeyInput } from "./access/create_api_key.ts";
export { createReportingTokenInput } from "./access/reporting_tokens.ts";
export { inviteStaffUserInput } from "./access/create_staff_user.ts";
export { Organization, type Organizations } from "./access/organization.ts";
export { renameApiKeyInput } from "./access/change_api_keys.ts";
export {
  ReportingToken,
  type ReportingTokenClaims,
  type ReportingTokens,
  type ReportingTokenSigner,
} from "./access/reporting_token.ts";
export { reportingTokenIdInput } from "./access/reporting_tokens.ts";
export { maxSessionHours, Session, type Sessions } from "./access/session.ts";
export { setStaffUserRoleInput } from "./access/change_staff_users.ts";
export { signInInput } from "./access/sign_in.ts";
export {
  requireRole,
  type SignedInUser,
  type StaffCaller,
  toSessionView,
} from "./access/caller.ts";
export {
  roles,
  StaffUser,
  type StaffUserRef,
  type StaffUsers,
  type TeamMember,
} from "./access/staff_user.ts";
export { staffUserIdInput } from "./access/team.ts";
export { updateOrganizationInput } from "./access/organizations.ts";
export { type Application, createApplication } from "./application.ts";
export { type AuditEntry, type AuditLog, type AuditQuery, maxHistory } from "./audit/audit_log.ts";
export {
  type Actor,
  type AuditAction,
  type Audited,
  type AuditedChange,
  type AuditRecord,
  type FieldChange,
  operator,
  subjectKindOf,
} from "./audit/audit_record.ts";
export { listAuditInput } from "./audit/list_audit.ts";
export { Appointment, appointmentStatuses, type ReadAppointment } from "./booking/appointment.ts";
export { type AppointmentView } from "./booking/appointment_views.ts";
export {
  type AppointmentQuery,
  type Appointments,
  type AppointmentSearch,
  maxSearched,
  type PlacedAppointment,
  type TimeRange,
} from "./booking/appointments.ts";
export type { SlotOccupancy } from "./departments/availability.ts";
export { bookAppointmentFields, bookAppointmentInput } from "./booking/book_appointment.ts";
export type {
  AppointmentChange,
  ChangeContext,
  DecideChange,
} from "./booking/appointment_change.ts";
export { auditOfChange } from "./booking/appointment_change.ts";
export { eventsOfBookings, eventsOfChange } from "./booking/booking_events.ts";
export { type BookingGate, idempotencyHours } from "./booking/booking_gate.ts";
export { CreditEntry, type CreditEntryKind, creditEntryKinds } from "./credits/credit_entry.ts";
export type { CreditEntryQuery, CreditLedger, ReadCreditEntry } from "./credits/credit_entry.ts";
export type {
  BookingContext,
  BookingRequest,
  BookingVerdict,
  RememberedBooking,
} from "./booking/booking_gate.ts";
export { activeWorkersOf } from "./booking/admission.ts";
export { createAppointmentAsStaffInput } from "./booking/book_appointment.ts";
export { createWorkerInput } from "./departments/change_workers.ts";
export { createDepartmentInput } from "./departments/change_departments.ts";
export { updateDepartmentInput } from "./departments/change_departments.ts";
export { updateWorkerInput } from "./departments/change_workers.ts";
export { decideBookings } from "./booking/decide_bookings.ts";
export { Department, type StaffDepartmentView } from "./departments/department.ts";
export type {
  Departments,
  DepartmentView,
  OwnedRef,
  TakenSlot,
  TakenSlotsQuery,
} from "./departments/departments.ts";
export { type BookingScope, type Environment, environments } from "./environment.ts";
export { erasedAnswer, erasedBody } from "./booking/erase_appointment.ts";
export { listAppointmentsAsStaffInput } from "./booking/list_appointments.ts";
export { listAppointmentsInput } from "./booking/list_appointments.ts";
export { getAppointmentByQrCodeInput } from "./booking/get_appointments.ts";
export { staffAppointmentInput, type StaffAppointmentView } from "./booking/appointment_views.ts";
export { listCreditEntriesInput } from "./credits/list_credit_entries.ts";
export { getDayInput } from "./booking/get_day.ts";
export {
  listDepartmentsAsStaffInput,
  listWorkersInput,
  staffDepartmentInput,
} from "./departments/list_departments_as_staff.ts";
export { checkAvailabilityAsStaffInput } from "./departments/check_availability.ts";
export { listFreeSlotsInput } from "./departments/list_free_slots.ts";
export { checkAvailabilityInput } from "./departments/check_availability.ts";
export { rescheduleAppointmentInput } from "./booking/edit_appointment.ts";
export { type Slot, slotKey, slotOf, startMinuteOf } from "./departments/slot.ts";
export { type SlotSettings } from "./departments/slot_settings.ts";
export { eventsOfSettings, type SettingsSlot } from "./booking/booking_events.ts";
export { updateAppointmentInput } from "./booking/edit_appointment.ts";
export { type StaffWorkerView, Worker } from "./departments/worker.ts";
export { durationMs } from "./usage/usage_entry.ts";
export { DomainError, type ErrorCode, type Fault, validationError } from "./errors.ts";
export type { HeavyTurn, HeavyWork, HeavyWorkKind, HeavyWorkRequest } from "./heavy_work.ts";
export { idInput, parseInput } from "./input.ts";
export {
  formatInstant,
  formatLocalDateTime,
  parseLocalDate,
  parseLocalDateTime,
} from "./local_date_time.ts";
export { type Pace, timedOut, unpaced } from "./heavy_work.ts";
export type { CountedRows } from "./access/organization.ts";
export { maxListed } from "./access/organization_size.ts";
export { estimateReport } from "./reporting/report_input.ts";
export { maxCounted, type PageRequest } from "./page.ts";
export type { Ports } from "./ports.ts";
export type { ListOrder, Position } from "./reporting/list_orders.ts";
export type {
  Listed,
  ListedApiKey,
  ListedAppointment,
  ListedCall,
  ListedCreditEntry,
  ListedDelivery,
  ListedWebhook,
  ListedWorker,
  ListFilter,
  ListName,
  Lists,
  Owners,
} from "./reporting/lists.ts";
export { type ListWindow, pageSizeOf } from "./reporting/list_window.ts";
export type { Reports } from "./reporting/open_reports.ts";
export type {
  CallRef,
  Connection,
  Entities,
  ListPage,
  ListQuery,
  ListReading,
  ListRequest,
} from "./reporting/list_reader.ts";
export { type AppointmentReportRow } from "./reporting/appointment_report.ts";
export {
  type AppointmentCountsRow,
  appointmentGroups,
  type AppointmentReportQuery,
} from "./reporting/report_queries.ts";
export { type CreditReportRow } from "./reporting/credit_report.ts";
export {
  creditGroups,
  type CreditReportQuery,
  type CreditSums,
} from "./reporting/report_queries.ts";
export {
  fieldsOfGroups,
  type Group,
  noKeys,
  type RowKeys,
  type Weekday,
  weekdays,
} from "./reporting/groups.ts";
export type { DayRange } from "./reporting/groups.ts";
export { maxRows } from "./reporting/report_input.ts";
export type { Groups, Reporting, ReportingReader, ReportingSource } from "./reporting/reporting.ts";
export { type UsageReportRow } from "./reporting/usage_report.ts";
export {
  type CallSums,
  type UsageGroup,
  usageGroups,
  type UsageReportQuery,
} from "./reporting/report_queries.ts";
export { type UtilizationReportRow } from "./reporting/utilization_report.ts";
export { type PlacesQuery, utilizationGroups } from "./reporting/report_queries.ts";
export { type WebhookReportRow } from "./reporting/webhook_report.ts";
export {
  type DeliveryCountsRow,
  type TimedReportQuery,
  type WebhookGroup,
  webhookGroups,
} from "./reporting/report_queries.ts";
export { localStartsOf, type ZoneOffsets } from "./reporting/zone_offsets.ts";
export type { StaffApplication, StaffUseCase } from "./staff_application.ts";
export type { HourlyLimits, LimitState } from "./limit_state.ts";
export type { ApiCall, UsageEntry, UsageLog } from "./usage/usage_entry.ts";
export {
  exportUsageInput,
  listUsageInput,
  type UsageEntryView,
  usageStatisticsInput,
} from "./usage/read_usage.ts";
export type {
  ReadUsageEntry,
  UsageFilter,
  UsageReports,
  UsageSums,
  UsageWindow,
} from "./usage/usage_reports.ts";
export { type EventName, eventNames } from "./webhooks/event_types.ts";
export { type HealthStatus, healthStatusOf } from "./webhooks/webhook.ts";
export type { NewEvent, Subscription } from "./webhooks/new_event.ts";
export { Webhook, type WebhookRef, type Webhooks } from "./webhooks/webhook.ts";
export type {
  Delivery,
  DeliveryLog,
  DeliveryLogQuery,
  LoggedAttempt,
} from "./webhooks/delivery_log.ts";
export {
  attemptStatuses,
  type ClaimedAttempt,
  type DeliveryQueue,
  maxDeliveryHours,
  type SendingResult,
  type SettledAttempt,
} from "./webhooks/delivery_queue.ts";
export { createWebhookInput, createWebhookWithTestInput } from "./webhooks/create_webhook.ts";
export { listDeliveriesFields, listDeliveriesInput } from "./webhooks/list_webhooks.ts";
export { recoverSinceInput } from "./webhooks/retry_delivery.ts";
export { updateWebhookFields, updateWebhookInput } from "./webhooks/change_webhooks.ts";
