import type { ApiCaller } from "./access/api_key.ts";
import {
  authenticateApiKey,
  authenticateReportingToken,
  authenticateSession,
  type ReportingCaller,
} from "./access/authenticate.ts";
import { createExpectedCallers } from "./access/expected_callers.ts";
import { getOwnKey } from "./access/get_own_key.ts";
import { changePassword } from "./access/change_password.ts";
import { carryOutOnce } from "./access/idempotent_requests.ts";
import { signIn, signInWithPasskey, signOut, startPasskeySignIn } from "./access/sign_in.ts";
import { endByBackChannel, endByFrontChannel } from "./access/sso_logout.ts";
import { finishSso, startSso } from "./access/sso_sign_in.ts";
import { proveIdentity, requireFresh } from "./access/step_up.ts";
import type { StaffCaller } from "./access/caller.ts";
import { actOnTest } from "./booking/act_on_test.ts";
import { archiveAppointment } from "./booking/change_status.ts";
import { getCalendarFile } from "./booking/calendar_file.ts";
import { bookAppointment } from "./booking/book_appointment.ts";
import { getHold, holdPlace, releaseHold } from "./booking/hold_place.ts";
import {
  getWaitlistEntry,
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
} from "./booking/waitlist_entries.ts";
import { editAppointment } from "./booking/edit_appointment.ts";
import { moveAppointment } from "./booking/reschedule_appointment.ts";
import { listAppointments } from "./booking/list_appointments.ts";
import { createKeptSlots } from "./departments/kept_slots.ts";
import { findSlots } from "./departments/find_slots.ts";
import { listSlots } from "./departments/list_slots.ts";
import {
  getDepartment,
  listBookableWorkers,
  listDepartments,
} from "./departments/list_departments.ts";
import { attemptMail } from "./email/attempt_mail.ts";
import { setStop, showStop } from "./email/email_links.ts";
import { enterTurn, type HeavyWorkRequest } from "./heavy_work.ts";
import type { Ports } from "./ports.ts";
import { openReports } from "./reporting/open_reports.ts";
import { createStaffApplication } from "./staff_application.ts";
import { authenticateScreen } from "./screens/authenticate_screen.ts";
import { arriveAtKiosk } from "./screens/arrive_at_kiosk.ts";
import { showKiosk, takeTicket } from "./screens/serve_kiosk.ts";
import { followDisplay } from "./screens/show_display.ts";
import { showFeed } from "./screens/show_feed.ts";
import {
  cancelOwnAppointment,
  getOwnCalendarFile,
  listOwnTimes,
  moveOwnAppointment,
  showOwnAppointment,
} from "./screens/own_appointment.ts";
import { showTicket } from "./screens/show_ticket.ts";
import type { ApiCall, UsageEntry } from "./usage/usage_entry.ts";
import { attemptDelivery } from "./webhooks/attempt_delivery.ts";
import type { ClaimedAttempt } from "./webhooks/delivery_queue.ts";
import { readEvents } from "./webhooks/read_events.ts";
import { getAppointment } from "./booking/get_appointments.ts";
import { getPublicVisit, listVisitsOfAppointment } from "./visits/read_visits.ts";
import { checkAvailability } from "./departments/check_availability.ts";
import { createOperatorApplication } from "./operator_application.ts";

/** Every use case of the service. Surfaces and the command line call this list and nothing below it. */
export type Application = ReturnType<typeof createApplication>;

type OwnTimesQuestion = [Parameters<typeof listOwnTimes>[1], Parameters<typeof listOwnTimes>[2]];
type SlotsQuestion = [Parameters<typeof listSlots>[1], Parameters<typeof listSlots>[2]];

/** Makes the use cases over the given ports. */
export function createApplication(ports: Ports) {
  const expectedCallers = createExpectedCallers();
  const keptSlots = createKeptSlots();
  const over =
    <A extends unknown[], R>(useCase: (ports: Ports, ...args: A) => R) => (...args: A): R =>
      useCase(ports, ...args);
  return {
    /** The current instant, for surfaces that record when a request arrived. */
    now: () => ports.now(),
    authenticateApiKey: (
      key: string | null | undefined,
      onExpected?: (expected: ApiCaller) => void,
    ) => authenticateApiKey({ ...ports, expectedCallers }, key, onExpected),
    listDepartments: over(listDepartments),
    getDepartment: over(getDepartment),
    listBookableWorkers: over(listBookableWorkers),
    checkAvailability: over(checkAvailability),
    findSlots: over(findSlots),
    listSlots: (...[caller, input]: SlotsQuestion) =>
      listSlots({ ...ports, keptSlots }, caller, input),
    bookAppointment: over(bookAppointment),
    getAppointment: over(getAppointment),
    getCalendarFile: over(getCalendarFile),
    listAppointments: over(listAppointments),
    archiveAppointment: over(archiveAppointment),
    moveAppointment: over(moveAppointment),
    editAppointment: over(editAppointment),
    actOnTest: over(actOnTest),
    holdPlace: over(holdPlace),
    getHold: over(getHold),
    releaseHold: over(releaseHold),
    joinWaitlist: over(joinWaitlist),
    getWaitlistEntry: over(getWaitlistEntry),
    listWaitlist: over(listWaitlist),
    leaveWaitlist: over(leaveWaitlist),
    getVisit: over(getPublicVisit),
    listVisitsOfAppointment: over(listVisitsOfAppointment),
    readEvents: over(readEvents),
    getOwnKey: over(getOwnKey),

    /** Counts a request against the key's hourly limit and returns its state; undefined if there is no limit. */
    countRequest: async (caller: ApiCaller) => ports.hourlyLimits?.count(caller),
    /** Counts a call as `weight` requests against the staff user's limit and returns its state. */
    countStaffRequest: async ({ staffUserId }: StaffCaller, weight = 1) =>
      ports.staffLimits?.count(staffUserId, weight),
    enterHeavyWork: (request: HeavyWorkRequest) => enterTurn(ports, request),
    countDepartments: (organizationId: number) =>
      ports.organizations.count(organizationId, "departments"),
    /** Waits until the event loop is free to write a large answer. */
    nextTurn: async () => ports.heavyWork?.nextTurn(),
    /** Counts the cost of a query against the reporting token's limit, unless it is too high, and returns its state. */
    countReportingCost: async ({ tokenId }: ReportingCaller, cost: number) =>
      ports.reportingLimits?.count(tokenId, cost),
    recordUsage: (entry: UsageEntry) => ports.usageLog?.record(entry),
    /** Updates `lastUsedAt` of a key for a call whose usage entry was written with its booking. */
    noteKeyUse: (call: Pick<ApiCall, "organizationId" | "apiKeyId" | "timestamp">) =>
      ports.usageLog?.noteUse(call),

    signIn: over(signIn),
    startPasskeySignIn: over(startPasskeySignIn),
    signInWithPasskey: over(signInWithPasskey),
    startSso: over(startSso),
    finishSso: over(finishSso),
    endByBackChannel: over(endByBackChannel),
    endByFrontChannel: over(endByFrontChannel),
    /** Proves again who the caller is. It can be repeated: a proof counts once. */
    proveIdentity: over(proveIdentity),
    /** Throws STEP_UP_REQUIRED without a fresh proof, for a page that asks before it begins. */
    requireFresh: async (caller: StaffCaller) => requireFresh(ports, caller),
    authenticateSession: over(authenticateSession),
    signOut: over(signOut),
    changePassword: (caller: StaffCaller, input: unknown) =>
      carryOutOnce<void>(ports, {
        useCase: "changePassword",
        caller,
        // No passwords: whoever reads the fingerprint could guess them.
        input: null,
        repeat: "first answer",
        run: (claiming) => changePassword(ports, claiming, input),
      }),
    /** Returns the caller of a reporting token. Such a caller may only read. */
    authenticateReportingToken: over(authenticateReportingToken),
    /** Throws SERVICE_UNAVAILABLE if it is already known that reports cannot be read now. */
    requireReports: async () => ports.reporting.requireAvailable(),
    /** Opens the lists and reports of an organization, for reporting tokens and for ADMIN and OWNER. */
    openReports: over(openReports),
    /** Pages in the office, without a person who signs in (core/screens/README.md). */
    showTicket: over(showTicket),
    showOwnAppointment: over(showOwnAppointment),
    getOwnCalendarFile: over(getOwnCalendarFile),
    cancelOwnAppointment: over(cancelOwnAppointment),
    moveOwnAppointment: over(moveOwnAppointment),
    listOwnTimes: (...[token, question]: OwnTimesQuestion) =>
      listOwnTimes({ ...ports, keptSlots }, token, question),
    showFeed: over(showFeed),
    authenticateScreen: over(authenticateScreen),
    followDisplay: over(followDisplay),
    showKiosk: over(showKiosk),
    arriveAtKiosk: over(arriveAtKiosk),
    takeTicket: over(takeTicket),
    /** The page on which people stop mails (core/email/README.md 4). */
    showStop: over(showStop),
    setStop: over(setStop),
    /** Makes one delivery attempt. The caller must have claimed it. */
    attemptDelivery: (claimed: ClaimedAttempt) =>
      claimed.channel === "EMAIL" ? attemptMail(ports, claimed) : attemptDelivery(ports, claimed),
    /** The use cases of signed-in staff, each with its permission. */
    staff: createStaffApplication(ports),

    ...createOperatorApplication(ports),
  };
}
