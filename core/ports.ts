// The door for adapters: the ports, and the models and pure functions that their implementations need.
import type { ApiKeys } from "./access/api_key.ts";
import type { FactorPorts } from "./access/factor.ts";
import type { IdentityClient, IdentityProviders } from "./access/identity_provider.ts";
import type { ReportingLimits, SignInLimits, StaffLimits } from "./access/limits.ts";
import type { Organizations } from "./access/organization.ts";
import type { LegalHolds } from "./booking/legal_hold.ts";
import type { Retention } from "./retention/retention.ts";
import type { ReportingRoles } from "./access/reporting_roles.ts";
import type { ReportingTokens, ReportingTokenSigner } from "./access/reporting_token.ts";
import type { Sessions } from "./access/sessions.ts";
import type { DoneRequests } from "./access/idempotent_requests.ts";
import type { StaffUsers } from "./access/staff_user.ts";
import type { AuditLog } from "./audit/audit_log.ts";
import type { ChangeFeed } from "./audit/change_feed.ts";
import type { Appointments } from "./booking/appointments.ts";
export type { ShortNumbers } from "./booking/short_number.ts";
import type { ShortNumbers } from "./booking/short_number.ts";
import type { BookingGate } from "./booking/booking_gate.ts";
import type { Holds } from "./booking/hold.ts";
import type { Waitlist } from "./booking/waitlist_entry.ts";
export { dueReminders, maxReminders, type ReminderMark } from "./booking/reminders.ts";
import type { EmailStore } from "./email/email_settings.ts";
import type { Mailing } from "./email/mailer.ts";
import type { CreditLedger } from "./credits/credit_entry.ts";
import type { Departments } from "./departments/departments.ts";
import type { HolidayCalendar } from "./departments/holiday_calendar.ts";
import type { HeavyWork } from "./heavy_work.ts";
import type { HourlyLimits } from "./limit_state.ts";
import type { Reporting } from "./reporting/reporting.ts";
import type { UsageLog } from "./usage/usage_entry.ts";
import type { UsageReports } from "./usage/usage_reports.ts";
import type { VisitGate } from "./visits/visit_gate.ts";
import type { Visits } from "./visits/visits.ts";
import type { CalendarFiles } from "./booking/calendar_file.ts";
import type { PublicLimits } from "./screens/public_limits.ts";
import type { PublicQueue } from "./screens/public_queue.ts";
import type { PersonLinkAddresses, PersonLinkReads } from "./booking/person_link.ts";
import type { Screens } from "./screens/screen.ts";
import type { DeliveryLog } from "./webhooks/delivery_log.ts";
import type { DeliveryQueue } from "./webhooks/delivery_queue.ts";
import type { EventFeed } from "./webhooks/event_feed.ts";
import type { Webhooks } from "./webhooks/webhook.ts";
import type {
  Background,
  Clock,
  CommonPasswords,
  Hashing,
  PasswordHashing,
  Randomness,
  SecretBox,
} from "./platform.ts";
import type { DeliverySender, Signing, UrlCheck } from "./webhooks/delivery_sender.ts";

export { type ApiCaller, ApiKey, type ApiKeys } from "./access/api_key.ts";
export type { SignedInUser } from "./access/caller.ts";
export {
  Factor,
  factorKinds,
  type FactorRef,
  type Factors,
  maxFactors,
  type Passkey,
  type PasskeyRefusal,
  type Passkeys,
  type Totp,
} from "./access/factor.ts";
export type {
  IdentityProvider,
  IdentityProviders,
  ProviderAccess,
  SignedInIdentity,
} from "./access/identity_provider.ts";
export { clientSecretContext } from "./access/identity_settings.ts";
export { totpContext } from "./access/factor_proof.ts";
export { dueWarning, type EndingKey, keyWarningDays } from "./access/key_warning.ts";
export { attemptsPerMinute, undelayedFailures } from "./access/limits.ts";
export type { ReportingLimits, SignInAttempt, SignInLimits, StaffLimits } from "./access/limits.ts";
export {
  type CountedRows,
  type HolidayChoice,
  Organization,
  type Organizations,
} from "./access/organization.ts";
export type { ReportingAddress, ReportingRole, ReportingRoles } from "./access/reporting_roles.ts";
export {
  ReportingToken,
  type ReportingTokenClaims,
  type ReportingTokens,
  type ReportingTokenSigner,
} from "./access/reporting_token.ts";
export { maxSessionHours, maxSessions, Session } from "./access/session.ts";
export type { CheckedAgainst, Sessions } from "./access/sessions.ts";
export {
  type EndedSessions,
  StaffUser,
  type StaffUserRef,
  type StaffUsers,
  type TeamMember,
} from "./access/staff_user.ts";
export type { LegalHold, LegalHolds } from "./booking/legal_hold.ts";
export {
  type BatchKind,
  type ClaimedRun,
  ClaimLostError,
  type DueAppointment,
  type Retention,
  type RetentionCounts,
  type RetentionPreview,
  type RetentionRun,
} from "./retention/retention.ts";
export { type AuditEntry, type AuditLog, type AuditQuery, maxHistory } from "./audit/audit_log.ts";
export {
  type Actor,
  answering,
  type AuditAction,
  type Audited,
  type AuditedChange,
  type AuditRecord,
  type FieldChange,
  subjectKindOf,
} from "./audit/audit_record.ts";
export type { ChangeBatch, ChangeEntry, ChangeFeed, ChangeReader } from "./audit/change_feed.ts";
export { activeWorkersOf } from "./booking/admission.ts";
export { addHeldTimes } from "./departments/held_times.ts";
export { type DoneRequest, type DoneRequests, requestHours } from "./access/idempotent_requests.ts";
export type { Appointment, ReadAppointment } from "./booking/appointment.ts";
export {
  type AppointmentChange,
  auditOfChange,
  type ChangeContext,
  type DecideChange,
  reasonField,
  statusActions,
  type StatusMove,
} from "./booking/appointment_change.ts";
export type { AppointmentView } from "./booking/appointment_views.ts";
export {
  type AppointmentQuery,
  type Appointments,
  type AppointmentSearch,
  type AppointmentSelection,
  type ListPosition,
  maxFound,
  type PersonQuery,
  type ScheduledQuery,
  type TimeRange,
} from "./booking/appointments.ts";
export {
  eventsOfBookings,
  eventsOfChange,
  eventsOfSettings,
  type SettingsSlot,
} from "./booking/booking_events.ts";
export {
  type BookingContext,
  type BookingGate,
  type BookingRequest,
  type BookingVerdict,
  type ChangeRequest,
} from "./booking/booking_gate.ts";
export {
  decideHold,
  type Hold,
  type HoldContext,
  type HoldRequest,
  type Holds,
  isHeldBy,
  type KeyHolder,
} from "./booking/hold.ts";
export {
  decideOffers,
  findWantedSlots,
  type NewOffer,
  reviewOffers,
  slotAfterChange,
  type WaitingEntry,
  type WaitlistContext,
  withOffers,
} from "./booking/waitlist.ts";
export { decideJoin } from "./booking/waitlist_entries.ts";
export {
  type LeavingEntry,
  type SeenEntry,
  type Waitlist,
  type WaitlistEntry,
  type WaitlistRequest,
  type WaitlistState,
  waitlistStates,
  type WaitlistSums,
} from "./booking/waitlist_entry.ts";
export { mailDelaySeconds, waitlistEvent } from "./webhooks/new_event.ts";
export { idempotencyHours } from "./booking/idempotency.ts";
export { unconfirmedOf } from "./booking/confirmation.ts";
export { type KeySpending, spendingKey } from "./booking/daily_cap.ts";
export { decideBookings } from "./booking/decide_bookings.ts";
export { erasedAnswer, erasedBody, erasedChanges, nobody } from "./booking/erased.ts";
export {
  CreditEntry,
  type CreditEntryQuery,
  type CreditLedger,
  type ReadCreditEntry,
} from "./credits/credit_entry.ts";
export { type HeldPlace, type SlotOccupancy, withHolds } from "./departments/availability.ts";
export type { ActiveWorker } from "./departments/absence.ts";
export { Department, type DepartmentView } from "./departments/department.ts";
export type {
  ChangedDepartment,
  ClosuresChange,
  Departments,
  DepartmentWithWorkers,
  PlacesVersion,
  TakenSlot,
  TakenSlotsQuery,
} from "./departments/departments.ts";
export { maxChanges } from "./departments/departments.ts";
export type { Holiday, HolidayCalendar } from "./departments/holiday_calendar.ts";
export { type Slot, slotKey, slotOf } from "./departments/slot.ts";
export type { SlotGrid } from "./departments/slot_grid.ts";
export { type SlotSettings, slotSettingsOf } from "./departments/slot_settings.ts";
export { Worker } from "./departments/worker.ts";
export { type BookingScope, type Environment, environments } from "./environment.ts";
export { DomainError } from "./errors.ts";
export { say } from "./messages.ts";
export {
  type HeavyTurn,
  type HeavyWork,
  type HeavyWorkKind,
  type HeavyWorkRequest,
  mapAtPace,
  timedOut,
} from "./heavy_work.ts";
export type { HourlyLimits, LimitState } from "./limit_state.ts";
export { eachOf } from "./each_of.ts";
export { maxCounted, maxListed, type PageRequest } from "./page.ts";
export {
  type DayRange,
  divideDays,
  type Group,
  groupOf,
  isTimeGroup,
  noKeys,
  weekdays,
} from "./reporting/groups.ts";
export { leadTimes } from "./reporting/lead_times.ts";
export type { ListOrder, Position } from "./reporting/list_orders.ts";
export type { Entities, ListPage, ListQuery, ListReading } from "./reporting/list_reader.ts";
export type { ListWindow } from "./reporting/list_window.ts";
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
  ListFilter,
  ListName,
  Lists,
} from "./reporting/lists.ts";
export { maxRows } from "./reporting/report_input.ts";
export type { ReportQuery, ReportReads } from "./reporting/report.ts";
export type { DataAge, Groups, Reporting, ReportingSource } from "./reporting/reporting.ts";
export type { FiguresOf, GroupOf, ReportName, SumOf, TimeOf } from "./reporting/reports.ts";
export { punctualSeconds } from "./reporting/visit_report.ts";
export {
  instantsAround,
  instantsOf,
  localStartsOf,
  type ZoneOffsets,
  zoneOffsets,
} from "./reporting/zone_offsets.ts";
export type { UsageEntry, UsageLog } from "./usage/usage_entry.ts";
export type {
  ReadUsageEntry,
  UsageFilter,
  UsageReports,
  UsageSums,
  UsageWindow,
} from "./usage/usage_reports.ts";
export { searchWordsOf, type TextSearch } from "./search.ts";
export type { Delivery, DeliveryLog, LoggedAttempt } from "./webhooks/delivery_log.ts";
export {
  type ClaimedAttempt,
  type DeliveryQueue,
  leaseSeconds,
  maxDeliveryHours,
  maxInFlightPerWebhook,
  type SettledAttempt,
} from "./webhooks/delivery_queue.ts";
export { type AppointmentSnapshot, placeOfEvent, sentBody } from "./webhooks/event_body.ts";
export {
  type EventFeed,
  type FeedEntry,
  type FeedPart,
  type FeedReader,
  maxWaitsPerKey,
  type WaitOutcome,
} from "./webhooks/event_feed.ts";
export type { AppointmentEventName } from "./webhooks/event_catalogue.ts";
export {
  appointmentEvent,
  keyEvent,
  type NewEvent,
  type Subscription,
  visitEvent,
} from "./webhooks/new_event.ts";
export {
  type EmailFigures,
  type EmailSettings,
  type EmailStop,
  emailStops,
  type EmailStore,
  eventsOf,
  maxReadingSeconds,
  unsureSeconds,
} from "./email/email_settings.ts";
export { emailEvents, emailKinds, emailLanguages } from "./email/email_kind.ts";
export { hashedAddress } from "./email/email_links.ts";
export { refusalDays, refusedAddress, unknownOutcome } from "./email/mailer.ts";
export { deliveryChannels } from "./webhooks/webhook.ts";
export { Webhook, type WebhookRef, type Webhooks } from "./webhooks/webhook.ts";
export type { WebhookEvent, WebhookEventQuery } from "./webhooks/webhook_event.ts";

export {
  businessDateOf,
  type BusinessHours,
  carriedSince,
  type GivenNumbers,
  isCurrent,
  type LocalMoment,
  possibleBusinessDates,
} from "./visits/business_day.ts";
export { auditOfVisit } from "./visits/audit_of_visit.ts";
export { erasedVisit } from "./visits/visit_fields.ts";
export { defaultQueueRules, type QueueRules } from "./visits/queue_rules.ts";
export { maxEndedTogether } from "./visits/kiosk_visits.ts";
export type { Visit } from "./visits/visit.ts";
export type {
  DecideVisits,
  VisitChange,
  VisitContext,
  VisitedDepartment,
  VisitGate,
  VisitRequest,
  VisitStep,
} from "./visits/visit_gate.ts";
export {
  type DepartmentQueue,
  maxEnded,
  maxLeft,
  maxOfAppointment,
  type QueueQuery,
  type ReadVisit,
  type Visits,
} from "./visits/visits.ts";

export {
  calendarActions,
  type CalendarFiles,
  type FiledAppointment,
} from "./booking/calendar_file.ts";
export {
  handoverAction,
  type LinkedAppointment,
  type LinkedRef,
  type PersonLinkAddresses,
  type PersonLinkReads,
} from "./booking/person_link.ts";
export type { PublicLimits } from "./screens/public_limits.ts";
export {
  changeOfTicket,
  type FoundTicket,
  type PublicQueue,
  type PublicVisit,
} from "./screens/public_queue.ts";
export { type FoundScreen, Screen, screenKinds, type Screens } from "./screens/screen.ts";

/** Everything that the domain needs from outside. Tests pass their own ports to control time and randomness. */
export interface Ports
  extends
    Clock,
    Randomness,
    Hashing,
    PasswordHashing,
    CommonPasswords,
    Signing,
    DeliverySender,
    UrlCheck,
    Mailing,
    FactorPorts {
  organizations: Organizations;
  apiKeys: ApiKeys;
  staffUsers: StaffUsers;
  sessions: Sessions;
  identityProviders: IdentityProviders;
  identityClient: IdentityClient;
  /** The e-mail settings of organizations, and the addresses that get fewer mails. */
  emailStore: EmailStore;
  /** The requests of staff that were carried out under an `Idempotency-Key`. */
  doneRequests: DoneRequests;
  reportingTokens: ReportingTokens;
  reportingRoles: ReportingRoles;
  /** Signs and verifies reporting tokens. */
  reportingTokenSigner: ReportingTokenSigner;
  departments: Departments;
  /** The public holidays of the world. */
  holidays: HolidayCalendar;
  appointments: Appointments;
  /** Reads appointments for calendar files. */
  calendarFiles: CalendarFiles;
  /** Reads appointments for the links of people. */
  personLinks: PersonLinkReads;
  /** The addresses of these links. Without it there are none. */
  personLinkAddresses?: PersonLinkAddresses;
  shortNumbers: ShortNumbers;
  holds: Holds;
  waitlist: Waitlist;
  gate: BookingGate;
  /** The legal holds on people. */
  legalHolds: LegalHolds;
  /** The runs that remove personal data. */
  retention: Retention;
  visits: Visits;
  visitGate: VisitGate;
  screens: Screens;
  publicQueue: PublicQueue;
  creditLedger: CreditLedger;
  webhooks: Webhooks;
  deliveryLog: DeliveryLog;
  deliveryQueue: DeliveryQueue;
  /** The events of each organization, whether or not a webhook subscribes to them. */
  eventFeed: EventFeed;
  /** Encrypts the secrets of webhooks. */
  secretBox: SecretBox;
  /** The hourly limit of API keys. Without it requests are not limited. */
  hourlyLimits?: HourlyLimits;
  /** The limit on requests of staff users. Without it they are not limited. */
  staffLimits?: StaffLimits;
  /** The limit on the cost of reporting tokens. Without it they are not limited. */
  reportingLimits?: ReportingLimits;
  /** The bound on heavy work. Without it such work runs at once and is not interrupted. */
  heavyWork?: HeavyWork;
  /** The limit on failed sign-ins. Without it they are not limited. */
  signInLimits?: SignInLimits;
  /** Runs work after an answer. Without it, failed sign-ins are not audited. */
  background?: Background;
  /** The limit on requests of pages without a signed-in person. Without it they are not limited. */
  publicLimits?: PublicLimits;
  /** The record of API calls. Without it no call is recorded. */
  usageLog?: UsageLog;
  usageReports: UsageReports;
  /** Reads the audit log. */
  auditLog: AuditLog;
  changeFeed: ChangeFeed;
  /** Reads lists and reports. */
  reporting: Reporting;
}
export { secretContext } from "./webhooks/attempt_delivery.ts";
