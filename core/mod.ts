// The door for surfaces: use cases, their inputs and their views.
export {
  actorOfKey,
  type ApiCaller,
  ApiKey,
  type ApiKeyView,
  apiKeyView,
  type Scope,
  scopes,
} from "./access/api_key.ts";
export { hasScope, requireScope } from "./access/authenticate.ts";
export { isAllowedFrom, requireAllowedFrom } from "./access/networks.ts";
export { isSameCaller } from "./access/expected_callers.ts";
export { sessionView, type StaffCaller, toSessionView } from "./access/caller.ts";
export type {
  IdentityClient,
  ProviderAccess,
  SignedInIdentity,
} from "./access/identity_provider.ts";
export { saveIdentityProviderInput } from "./access/identity_settings.ts";
export { pendingMinutes } from "./access/sso_sign_in.ts";
export { Factor, type FactorKind } from "./access/factor.ts";
export {
  addPasskeyInput,
  addTotpInput,
  type FactorView,
  removeFactorInput,
  renameFactorInput,
} from "./access/own_factors.ts";
export { proveIdentityInput, requireFresh } from "./access/step_up.ts";
export { ownKeyView } from "./access/get_own_key.ts";
export { renameApiKeyInput } from "./access/change_api_keys.ts";
export { updateApiKeyInput } from "./access/update_api_key.ts";
export { changePasswordInput } from "./access/change_password.ts";
export { setStaffUserRoleInput } from "./access/change_staff_users.ts";
export { createApiKeyInput } from "./access/create_api_key.ts";
export { inviteStaffUserInput } from "./access/create_staff_user.ts";
export { type KnownBrowser, withUser } from "./access/known_browser.ts";
export type { SignInAttempt, SignInLimitState } from "./access/limits.ts";
export type { DoneRequest, RequestRef } from "./access/idempotent_requests.ts";
export { Organization } from "./access/organization.ts";
export { requireFactorsInput, updateOrganizationInput } from "./access/organizations.ts";
export {
  allowedUseCases,
  isBoundAlike,
  type Permission,
  permissions,
  requirePermission,
  requireSamePermission,
  type UseCaseName,
} from "./access/permissions.ts";
export type { ReportingRole } from "./access/reporting_roles.ts";
export { ReportingToken, type ReportingTokenSigner } from "./access/reporting_token.ts";
export { createReportingTokenInput, reportingTokenIdInput } from "./access/reporting_tokens.ts";
export { maxClockDifference, maxSessions, Session } from "./access/session.ts";
export { sessionIdInput } from "./access/own_sessions.ts";
export { passkeySignInInput, signInInput } from "./access/sign_in.ts";
export { type EndedSessions, roles, StaffUser } from "./access/staff_user.ts";
export { staffUserIdInput } from "./access/team.ts";
export { type Application, createApplication } from "./application.ts";
export { type AuditEntry, type AuditLog, type AuditQuery, maxHistory } from "./audit/audit_log.ts";
export {
  type Actor,
  type AuditedChange,
  type AuditRecord,
  operator,
  subjectKindOf,
} from "./audit/audit_record.ts";
export type { FollowedChanges } from "./audit/follow_changes.ts";
export { listAuditInput } from "./audit/list_audit.ts";
export { type Appointment, appointmentStatuses } from "./booking/appointment.ts";
export { auditOfChange, type ChangeContext, statusActions } from "./booking/appointment_change.ts";
export {
  type AppointmentView,
  appointmentView,
  staffAppointmentInput,
  type StaffAppointmentView,
} from "./booking/appointment_views.ts";
export {
  type AppointmentQuery,
  type AppointmentSelection,
  maxFound,
  type PlacedAppointment,
  type TimeRange,
} from "./booking/appointments.ts";
export {
  bookAppointmentFields,
  bookAppointmentInput,
  createAppointmentInput,
} from "./booking/book_appointment.ts";
export { eventsOfBookings, eventsOfChange, eventsOfSettings } from "./booking/booking_events.ts";
export type { BookingRequest, BookingVerdict } from "./booking/booking_gate.ts";
export { type Hold, type HoldRequest } from "./booking/hold.ts";
export { holdPlaceFields, holdPlaceInput, holdView } from "./booking/hold_place.ts";
export {
  joinWaitlistFields,
  joinWaitlistInput,
  listWaitlistInput,
  waitlistEntryView,
} from "./booking/waitlist_entries.ts";
export { idempotencyHours, type RememberedBooking } from "./booking/idempotency.ts";
export { createSeriesInput } from "./booking/create_series.ts";
export { planCoverInput } from "./booking/cover_worker.ts";
export { moveManyInput } from "./booking/move_many.ts";
export { archiveAppointmentInput, completeAppointmentInput } from "./booking/change_status.ts";
export { textOfMetadata } from "./contact.ts";
export { appointmentChangeInput, cancelAppointmentInput } from "./booking/seen_appointment.ts";
export { erasureInput } from "./booking/seen_person.ts";
export { NotConfirmedError, unconfirmedOf } from "./booking/confirmation.ts";
export { decideBookings } from "./booking/decide_bookings.ts";
export { editAppointmentFields, updateAppointmentInput } from "./booking/edit_appointment.ts";
export { includeInput, parseInclude } from "./booking/appointment_views.ts";
export {
  moveAppointmentFields,
  rescheduleAppointmentInput,
} from "./booking/reschedule_appointment.ts";
export { erasedAnswer, erasedBody, erasedChanges } from "./booking/erased.ts";
export {
  exportAppointmentsInput,
  type ExportedAppointment,
} from "./booking/export_appointments.ts";
export { getAppointmentByQrCodeInput } from "./booking/get_appointments.ts";
export { getCalendarInput } from "./booking/get_calendar.ts";
export { getDayInput } from "./booking/get_day.ts";
export { getDeskDayInput } from "./booking/get_desk_day.ts";
export { getWaitlistInput, removeFromWaitlistInput } from "./booking/desk_waitlist.ts";
export { listAffectedInput } from "./booking/list_affected.ts";
export { listAppointmentsInput } from "./booking/list_appointments.ts";
export { listPersonInput, suggestPeopleInput } from "./booking/person.ts";
export { searchAppointmentsInput } from "./booking/search_appointments.ts";
export { CreditEntry, creditEntryKinds, type ReadCreditEntry } from "./credits/credit_entry.ts";
export { listCreditEntriesInput } from "./credits/list_credit_entries.ts";
export type { SlotOccupancy } from "./departments/availability.ts";
export { absenceInput } from "./departments/change_absences.ts";
export { closureInput } from "./departments/change_closures.ts";
export { closeOnHolidaysInput } from "./departments/close_on_holidays.ts";
export { changeHoursInput } from "./departments/change_hours.ts";
export { createDepartmentInput, updateDepartmentInput } from "./departments/change_departments.ts";
export { listShiftsInput, setShiftsInput } from "./departments/change_shifts.ts";
export { createWorkerInput, updateWorkerInput } from "./departments/change_workers.ts";
export type { TestAct } from "./booking/act_on_test.ts";
export {
  availabilityView,
  checkAvailabilityInput,
  checkSlotInput,
} from "./departments/check_availability.ts";
export { findSlotsInput, foundSlotView } from "./departments/find_slots.ts";
export { publicWorkerView } from "./departments/list_departments.ts";
export { listSlotsInput } from "./departments/list_slots.ts";
export {
  Department,
  type DepartmentView,
  departmentView,
  type StaffDepartmentView,
} from "./departments/department.ts";
export type { OwnedRef } from "./departments/departments.ts";
export {
  listDepartmentSettingsInput,
  listWorkersInput,
  staffDepartmentInput,
} from "./departments/list_department_settings.ts";
export { liftLegalHoldInput, placeLegalHoldInput } from "./booking/change_legal_holds.ts";
export { previewRetentionInput, setRetentionInput } from "./retention/change_retention.ts";
export { listHolidaysInput } from "./booking/list_holidays.ts";
export { listFreeSlotsInput } from "./departments/list_free_slots.ts";
export { type Slot, slotKey, slotOf, startMinuteOf } from "./departments/slot.ts";
export { type SlotSettings, slotSettingsOf } from "./departments/slot_settings.ts";
export { type StaffWorkerView, Worker } from "./departments/worker.ts";
export { type BookingScope, type Environment, environments } from "./environment.ts";
export {
  type AlreadyDone,
  DomainError,
  type ErrorCode,
  type Fault,
  type FaultText,
  type StatusConflict,
  validationError,
} from "./errors.ts";
export { type HeavyTurn, type HeavyWork, type Pace, unpaced } from "./heavy_work.ts";
export { faultOf, idInput, inSchema, parseInput } from "./input.ts";
export type { HourlyLimits, LimitState } from "./limit_state.ts";
export {
  formatInstant,
  formatLocalDateTime,
  formatUtc,
  parseLocalDate,
  parseLocalDateTime,
} from "./local_date_time.ts";
export { type Message, type MessageKey, say, textOf } from "./messages.ts";
export { maxCounted, maxListed } from "./page.ts";
export type { Ports } from "./ports.ts";
export {
  type Group,
  groupOf,
  isTimeGroup,
  type RowKeys,
  type Weekday,
  weekdays,
} from "./reporting/groups.ts";
export { leadTimes } from "./reporting/lead_times.ts";
export type { ListOrder } from "./reporting/list_orders.ts";
export type { CallRef, Connection, ListRequest } from "./reporting/list_reader.ts";
export { pageSizeOf } from "./reporting/list_window.ts";
export type {
  Listed,
  ListedApiKey,
  ListedAppointment,
  ListedCall,
  ListedCreditEntry,
  ListedDelivery,
  ListedVisit,
  ListedWebhook,
  ListedWorker,
  ListName,
  Owners,
} from "./reporting/lists.ts";
export type { Reports } from "./reporting/open_reports.ts";
export { estimateReport } from "./reporting/report_input.ts";
export type { Report, ReportField, ReportRow } from "./reporting/report.ts";
export { type ReportName, reports } from "./reporting/reports.ts";
export type { DataAge, ReportingReader } from "./reporting/reporting.ts";
export { getVisitOverviewInput } from "./reporting/visit_overview.ts";
export { createScreenInput, screenIdInput } from "./screens/change_screens.ts";
export { endWaitingInput } from "./screens/end_waiting.ts";
export { Screen, type ScreenCaller } from "./screens/screen.ts";
export type { KioskAnswer, KioskView } from "./screens/serve_kiosk.ts";
export type { CallView, DisplayView, FollowedDisplay } from "./screens/show_display.ts";
export type { OwnAppointmentView, OwnTimesView } from "./screens/own_appointment.ts";
export type { TicketView } from "./screens/show_ticket.ts";
export { csvLine } from "./csv.ts";
export { count, id, instant, localDateTime, text } from "./view_fields.ts";
export { matchesSearch } from "./search.ts";
export type { StaffApplication, StaffUseCase } from "./staff_application.ts";
export {
  exportUsageInput,
  listUsageInput,
  type UsageEntryView,
  usageEntryView,
  usageStatisticsInput,
} from "./usage/read_usage.ts";
export { usageStatisticsView } from "./usage/usage_statistics.ts";
export { type ApiCall, durationMs, type UsageEntry } from "./usage/usage_entry.ts";
export type { ReadUsageEntry, UsageFilter, UsageReports } from "./usage/usage_reports.ts";
export { arriveInput } from "./visits/arrive.ts";
export { callNextInput, callVisitInput } from "./visits/call_next.ts";
export { getQueueInput } from "./visits/get_queue.ts";
export { changeQueueRulesInput } from "./visits/queue_rules.ts";
export { transferVisitInput, updateVisitInput } from "./visits/serve.ts";
export { publicVisitView } from "./visits/read_visits.ts";
export { visitOutcomes, visitStates } from "./visits/visit.ts";
export { visitChangeInput } from "./visits/seen_visit.ts";
export { updateWebhookFields, updateWebhookInput } from "./webhooks/change_webhooks.ts";
export { createWebhookInput } from "./webhooks/create_webhook.ts";
export {
  type DeliveryAttempt,
  type DeliveryLogQuery,
  type LoggedAttempt,
  loggedAttemptView,
} from "./webhooks/delivery_log.ts";
export {
  attemptStatuses,
  type ClaimedAttempt,
  type DeliveryQueue,
  maxAttempts,
  type SendingResult,
  type SettledAttempt,
} from "./webhooks/delivery_queue.ts";
export { secretContext, signDelivery } from "./webhooks/attempt_delivery.ts";
export { previewEmailInput, updateEmailInput } from "./email/change_email.ts";
export { stopPath } from "./email/email_links.ts";
export { type Mailer, type MailResult, type OutgoingMail, unknownOutcome } from "./email/mailer.ts";
export { generateWebhookSecret } from "./webhooks/webhook_secret.ts";
export {
  eventCatalogue,
  type EventName,
  eventNames,
  type EventSubject,
  type EventType,
  eventTypesOf,
  testEventType,
  textsOfEvents,
} from "./webhooks/event_catalogue.ts";
export { listDeliveriesFields, listDeliveriesInput } from "./webhooks/list_webhooks.ts";
export type { NewEvent, Subscription } from "./webhooks/new_event.ts";
export { listWebhookEventsInput } from "./webhooks/list_webhook_events.ts";
export { recoverSinceInput } from "./webhooks/retry_delivery.ts";
export { readEventsInput } from "./webhooks/read_events.ts";
export { testResultView, testWebhookInput } from "./webhooks/test_webhook.ts";
export {
  healthStatuses,
  healthStatusOf,
  Webhook,
  type WebhookRef,
  type WebhookView,
  webhookView,
} from "./webhooks/webhook.ts";
