/**
 * The sentences that the dashboard says in its own words, in the language of the viewer, by their keys. The parts in
 * braces are the names of values (core/README.md 4).
 */
export const sentencesForStaff = {
  // The fields of a form.
  required: "Is required",
  empty: "Must not be empty",
  invisible: "Must contain a visible character",
  tooLong: "Must be at most {max} characters",
  tooShort: "Must have at least {min} characters",
  numberBetween: "Must be a whole number from {min} to {max}",
  numberFrom: "Must be a whole number from {min}",
  email: "Must be an e-mail address",
  timeZone: "Must be an IANA time zone such as Europe/Berlin",
  endBeforeStart: "Must not be before {start}",
  periodTooLong: "Must be at most {max} days after {start}",
  chooseOne: "Must contain one or more of {list}, and nothing else",
  tooManyEntries: "Must have at most {max} entries",
  sameNameTwice: "Must not have the same name twice",
  sameNumberTwice: "Must not have the same number twice",

  // Accounts and API keys.
  signedOut: "There is no valid session. Sign in.",
  oneTimePassword: "Your password is a one-time password. Change it first.",
  factorNeeded: "Enter a code of your authenticator app, or a recovery code, or use a passkey",
  twoCodesNeeded:
    "Somebody entered wrong codes for your account. Enter two codes in a row: type the code of your app, wait for the next one, and type it after the first. A recovery code or a passkey works as well.",
  factorSetupNeeded:
    "Your organization requires a second factor. Add a passkey or an authenticator app to your account first.",
  stepUpNeeded: "Confirm that it is you: this needs a proof of the last {minutes} minutes",
  wrongCode: "Is not the current code of the app",
  wrongProof: "Is wrong, or was used before",
  passkeyFailed: "This passkey is unknown, or took too long. Try again.",
  passkeyTaken: "This passkey is already used",
  passkeysNeedDomain: "Passkeys need a domain name: they cannot be used at this address",
  tooManyFactors: "An account has at most {max} factors. Remove one that is not used.",
  factorFirst: "Add a passkey or an authenticator app first",
  ssoRefused: "The sign-in at your organization's provider failed or took too long. Try again.",
  ssoNotLinked:
    "Your account at the provider is not linked to an account here. Ask an owner of your organization for a link.",
  ssoLinkEnded: "This link was used before, or has ended. Ask for a new one.",
  ssoIdentityTaken: "Another person of your organization uses this account of the provider",
  noGroupOfSso:
    "None of your groups at the provider may use this service. Ask an owner of your organization.",
  noSsoHere: "There is no single sign-on at this address",
  providerAway:
    "The identity provider does not answer, or its answer is invalid. Try again, or sign in in another way.",
  providerInvalid: "Is not an OpenID provider that this service can reach",
  proveBySso: "Sign in at your organization's provider again",
  ssoOnlyNeedsSession:
    "Sign in with the provider first. Only then can it become the only way to sign in. Its issuer and client cannot change while it is.",
  notSsoOnly: "The organization is not SSO only",
  noIdentityProvider: "The organization has no identity provider",
  ownSsoSession: "You have signed in with this account. Another owner can unlink it.",
  groupsClaimNeeded: "Name the claim with the groups, or remove the rules",
  tooManyGroupRules: "Use at most {max} rules",
  unknownPlaceholder: "There is no placeholder {name}. Use these in braces: {list}",
  noMailServer:
    "This service cannot send e-mail yet. Its operator must set SMTP_URL, EMAIL_FROM and PUBLIC_URL.",
  signInFailed: "The e-mail address or the password is wrong",
  tooManyAttempts: "Too many failed attempts. Wait for the seconds in Retry-After.",
  signInDelayed:
    "Too many failed attempts for this account. Wait for the seconds in Retry-After, or send a code of the second factor with the right password.",
  busy: "Too many passwords are being checked. Try again shortly",
  wrongPassword: "Is not the current password",
  samePassword: "Must differ from the current password",
  commonPassword: "Is one of the 10,000 most common passwords",
  repeatedPassword: "Must not repeat a few characters",
  sequentialPassword: "Must not consist of sequences such as 12345 or qwertz",
  personalPassword: "Must not consist of the name, the e-mail address or the organization",
  passwordChanged: "The password was changed by another request. Sign in again.",
  emailTaken: "The organization already has a staff user with this e-mail address",
  lastOwner:
    "The last OWNER of an organization cannot be {refused}. Make another staff user OWNER first.",
  keyRevoked: "The API key is revoked. Create a new key instead.",
  noNetwork: "{network} is not an address or a network such as 203.0.113.0/24 or 2001:db8::/32",
  inFuture: "Must be in the future",
  keyEndTooLate:
    "Must be on {date} or before: the organization allows API keys a life of at most {days} days",
  changedMeanwhile: "This was changed in the meantime. Load it again before you save.",

  // The maximum number of rows.
  tooManyDepartments:
    "The organization has {max} departments, the maximum. Reuse an inactive department.",
  tooManyWorkers: "The organization has {max} workers, the maximum. Rename an inactive worker.",
  tooManyKeys:
    "The organization has {max} active API keys, the maximum. Revoke keys that are not used.",
  tooManyWebhooks:
    "The organization has {max} webhooks, the maximum. Delete webhooks that are not used.",
  tooManyStaffUsers:
    "The organization has {max} staff users, the maximum. Enable a disabled user again.",
  tooManyReportingTokens:
    "The organization has {max} active reporting tokens, the maximum. Revoke tokens that are not used.",
  tooManyScreens:
    "The organization has {max} screens in use, the maximum. Revoke screens that are not used.",
  tooManyAbsences: "A worker has at most {max} absences. Remove past absences.",

  // Departments, their hours and workers.
  belowInterval: "Must be below slotInterval",
  opensBeforeCloses: "opens must be before closes",
  wholeDay: "opens must be before closes. The whole day is 00:00 to 24:00",
  untilMidnight: "opens must be before closes. Hours until midnight are {opens} to 24:00",
  pastMidnight:
    "opens must be before closes. Hours past midnight are two intervals: {opens} to 24:00 on this day, and 00:00 to {closes} on the next day",
  overlap: "Intervals of one day must not overlap",
  dayEnd: "Must be a time from 00:00 to 12:00",
  closureEndsBeforeStart: "from must not be after to",
  closureTwice: "Two closures have the same dates",
  closureExists: "There is already a closure on these dates",
  noClosure: "There is no closure on these dates",
  holidaysUnknown: "There are no public holidays for this code",
  noHoliday: "{date} is not a public holiday of the next year there",
  chooseDepartment: "Choose at least one department",
  shiftOrder: "Must be after the start. Past midnight, enter two shifts",
  shiftsOverlap: "Shifts of a date must not overlap, in any department",
  tooManyCalls:
    "A request ID is searched in at most {max} calls, and the period has {calls}. Choose a shorter period.",
  tooManyShifts: "A date has at most {max} shifts",
  tooManyPlannedDates: "At most {max} dates can be planned",
  shiftOfOther: "A shift must be of a worker of this person",
  noOtherWorker: "Must be a worker of a person who is not in this department yet",
  absenceOneTime: "Give both a start and an end time, or neither",
  absenceOrder:
    "Must be after the start time. An absence past midnight is two: until 24:00, and from 00:00 of the next date",
  absenceExists: "This absence is already entered",
  absenceRemoved: "This absence was already removed",

  // Whether a slot can be booked.
  noActiveDepartment: "There is no active department with this id",
  departmentClosed: "The department takes no bookings",
  workerRequired:
    "Is required in this department. GET /api/v1/departments/{departmentId}/workers lists its workers.",
  workerInactive: "Must be the id of an active worker of the department",
  workerUnavailable: "Is not available in this slot",
  workerBooked: "Is already booked in this slot",
  workerAway: "The worker is away",
  workerBusy: "The worker is booked",
  timeSkipped: "{time} does not exist in {zone}: the clocks go forward over it",
  slotFull: "Slot is full ({booked}/{capacity} booked)",
  closedOn: "Closed on {date}",
  closedFor: "Closed on {date}: {reason}",
  closedAt: "Closed at {time} on {weekday}",
  past: "Outside the booking window: in the past",
  tooSoon: "Outside the booking window: less than {minutes} minutes ahead",
  tooFarAhead: "Outside the booking window: more than {days} days ahead",

  // Appointments.
  noCredits: "The balance has no credits. An appointment costs 1 credit.",
  gone: "There is no appointment with this id",
  noSuchCode: "There is no appointment with this code",
  already: "The appointment is already {status}",
  alreadyArchived: "The appointment is already {status} and archived",
  movedMeanwhile: "The appointment was moved to {date} at {time} in {department} in the meantime",
  otherWorker: "The worker of the appointment was changed in the meantime",
  personHeld:
    "A legal hold protects the data of this person. An OWNER can lift it in the settings.",
  alreadyHeld: "This appointment has a legal hold already",
  tooManyLegalHolds:
    "The organization has {max} legal holds, the maximum. Lift those that are not needed any more.",
  legalHoldNotFound: "There is no legal hold with this id. It may have been lifted.",
  waitlistEntryNotFound: "There is no entry of the waiting list with this id",
  waitlistEntryClosed: "This entry was booked, was removed or has ended in the meantime",
  otherPerson: "The person of the appointment was changed in the meantime. Check who it is now",
  tooLateToUndo: "This can be undone only for {max} minutes",
  reasonForEarly: "Is required: the appointment is at {date} {time}, and its day has not come",
  notBegun: "The appointment begins at {date} {time}. Nobody can have missed it yet",
  notPast:
    "The appointment is in the future and not archived. Archive it first, or wait until it is past.",

  // Visits.
  noSuchVisit: "There is no visit with this id",
  noSuchWorker: "There is no active worker with this id",
  departmentInactive: "The department is not active",
  otherDay: "The appointment was on {date}. Move it to today first",
  tooEarly:
    "The appointment is on {date} at {time}. Arrival is possible from {fromTime} on {fromDate}. Move it first if the person comes now",
  counterCalls: "Number {number} is called to {desk}. Finish it first",
  counterServes: "Number {number} is in service at {desk}. Finish it first",
  visitWaits: "Number {number} is waiting",
  visitCalled: "Number {number} is called to {desk}",
  visitServed: "Number {number} is in service at {desk}",
  visitEnded: "Number {number} has ended: {outcome}",
  callAgainFirst: "Number {number} was called {calls} of {max} times. Call it again first",
  waitsAlready: "Number {number} waits for this department already",
  sentOn: "Number {number} was sent to another department in the meantime",
  noPriorities: "The department has no priorities",

  // Webhooks.
  httpsUrl: "Must be an https URL",
  noUserInUrl: "Must not contain a user name or password",
  misleadingUrl: "Must not contain spaces, line ends or backslashes",
  noPort0: "Must have another port than 0",
  privateAddress: "Must have a public address; {address} is not public",
  privateName: "Must have a public address; the addresses of this host name are not public",
  alreadyDelivered: "The event was already delivered, or is being sent at this moment",
} as const;

/** The sentences that programs, analysts and operators read, and those about which staff learn enough by the code. */
const sentencesForPrograms = {
  invalid: "The request is not valid: see {fields}",
  invalidDates: "{faults}",
  mustBe: "Must be {what}",
  mustHave: "Must have {what}",
  nulCharacter: "Must not contain a NUL character",
  brokenUnicode: "Must be well-formed Unicode",
  tooManyChosen: "Choose at most {max} departments",
  chooseDepartmentOrNone: "Choose at least one department, or leave this out for all",
  nameDepartment: "Name at least one department",
  nameFewerDepartments: "Name at most {max} departments",
  noChange: "Change at least one row",
  tooManyChanges: "Change at most {max} rows",
  requiredWithoutBefore: "Is required if before is null",
  onlyOneDay: "Must be 1 without a department or worker",
  lastYear: "The last day must be in the year 9999 or before",
  onlyKioskGives: "Only a kiosk gives tickets",
  onlyKioskTakesNames: "Only a kiosk takes names",
  onlyFeedHasWorker: "Only a calendar feed is of a worker",
  onlyFeedShowsNames: "Only a calendar feed shows names",
  timeForm: "Must be a time such as 09:30",
  oneOfThree: "Give one of appointmentId, qrCode and departmentId",
  roleNeeded: "This operation needs the role {roles}",
  departmentsChanged: "Your departments have changed. Try again",
  worksElsewhere:
    "This person also works in a department that you do not see. Ask somebody who sees all departments",
  waitsElsewhere: "This person already waits in a department that you do not see",
  boundRoles: "Only the roles {roles} can be bound to departments",
  unknownDepartment: "There is no department with the id {id}",

  missingApiKey: "Send your API key in the X-API-Key header",
  unknownApiKey: "The API key is unknown, revoked or expired",
  scopeNeeded: "The API key needs the scope {scopes}",
  capSpent:
    "The API key has spent its {credits} credits of today. It may book again tomorrow, or with a higher cap.",
  capOfLive: "Only a LIVE key may have a cap",
  otherNetwork:
    "The API key may not be used from the address {address}. Staff choose its networks.",
  onlyTestKey: "Only a TEST key may do this. Staff do it in LIVE.",
  unknownReportingToken: "The reporting token is unknown, revoked or expired",
  apiKeyNotFound: "No API key has this id",
  organizationNotFound: "No organization has this id",
  reportingTokenNotFound: "No reporting token has this id",
  factorNotFound: "Your account has no factor with this id",
  staffUserNotFound: "No staff user has this id",
  staffEmailNotFound: "No staff user has this e-mail address",
  ambiguousEmail:
    "Staff users of several organizations have this e-mail address: {organizations}. Also name the organization.",
  otherOrganizationName: "Organization {id} has the name: {name}",
  organizationOpen: "Organization {id} is open. Close it first.",
  organizationJustClosed: "Organization {id} was closed less than a minute ago. Wait a minute.",
  noReportingRole: "The organization has no reporting role of this name",
  departmentNotFound: "There is no department with this id",
  workerNotFound: "No worker has this id",
  screenNotFound: "There is no screen with this id",
  sessionNotFound: "There is no session with this id, or it has ended",
  webhookNotFound: "No webhook has this id",
  attemptNotFound: "No log entry has this id",
  holdNotFound: "There is no hold with this id: it has ended or was used",
  linkNotFound: "There is no appointment with this link. A link ends with its appointment.",
  linkDoesNotAllow: "The office does not allow this by the link. Please contact the office.",
  linkTransferredMeanwhile: "The appointment was moved to another department in the meantime",
  linkMovedMeanwhile: "The appointment was moved to {dateTime} in the meantime",
  linkTooLate: "Too late: this is possible until {minutes} minutes before the appointment",
  ticketNotFound:
    "There is no ticket with this address. A ticket is valid until the end of its day.",

  idempotencyKeyForm: "Must be 1 to 255 printable ASCII characters",
  severalValues: "Must be one value, but several different ones were sent",
  keyUsedBefore: "This Idempotency-Key was already used with a different request. Use a new key.",
  doneWithSecret:
    "This request was already carried out: {action} with the id {id}. Its secret was shown once and is not stored. Replace the secret if you do not have it.",
  doneButRunning:
    "This request was already carried out: {action} with the id {id}. It is not finished yet. Load the page to see its result.",
  doneByRepeat: "This request was carried out by a repeat at the same time",

  offerOfWorker: "Must be {id}, the worker of the offer, or be left out",
  waitlistFull: "The waiting list of this department is full: {max} entries wait. Try again later.",
  waitlistRange: "Must be at most {max} days after fromDate",
  mustBeAfter: "Must be after {other}",
  notInThePast: "Must not be in the past",
  holdUnknown: "Must be the id of a hold in this slot that has not ended",
  tooManyHolds:
    "A key may have at most {max} holds at once. Book or release a hold, or wait until one ends.",
  tooManyHoldsOnDate:
    "At most {max} places of this department may be held on this date. Book or release a hold, or wait until one ends.",

  unknownScreen:
    "This screen is unknown or was revoked. Make a new one on the page Screens of the dashboard.",
  noNames: "This kiosk takes no names. Make one that does.",
  noTickets: "This kiosk gives no tickets. Make one that does.",
  attemptForm: "Must be 22 to 64 letters, digits and hyphens, drawn at random",
  tooManyPublicRequests: "Too many requests. Try again in {seconds} s.",

  tooManyErasures:
    "Organization {organization} has {max} erasures or more since then. Use a later --since, such as the instant of the backup",
  tooManyReaders:
    "Too many requests wait for events: at most {max} of one API key. Wait for the seconds in Retry-After.",
  cursorTooOld:
    "Is older than {days} days. Events may be missing after it. Begin without `after`, or with `latest`",
  unknownCursor:
    "Is not a cursor of this feed. Send the nextCursor of an answer, or begin without `after`, or with `latest`",

  unknownListCursor:
    "Is not a cursor of this list. Send the nextCursor of the page before with the same filters and sort, or nothing to begin",
  notWith: "Must be left out with {other}",
  onlyWith: "Needs {other}",
  sortWith: "Must be one of {sorts} with {other}",

  tooSlow:
    "The request took more than {seconds} s. Request a shorter period, fewer groups or fewer fields.",
  tooManyHeavy: "Too many heavy requests are waiting. Send fewer at a time, or try again shortly",
  reportTooLong: "The period must have at most {max} days; it has {days}",
  tooManyRows:
    "The report would have at least {count} rows; the maximum is {max}. Use fewer groups, longer periods per row, or fewer days.",
  overviewYears: "The period and the week before it must be in the years 0001 to 9999",
  firstAndLast: "Must not be used together with first. Use one of the two, with after or before.",
  daysAndTimes: "Must not be used together with {time}. Use one of the two",
  listCursor:
    "Must be an unchanged cursor from {list} (cursor of an edge, startCursor or endCursor) with the same orderBy",
  pageSize: "Must be from 0 to {max}. Use {more} for the next page.",
} as const;

/** Every sentence, by its key. */
export const sentences = { ...sentencesForStaff, ...sentencesForPrograms };

type Sentences = typeof sentences;

/** A sentence, whatever its language. It is stable, and no caller of the REST API sees it. */
export type MessageKey = keyof Sentences;

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values of a sentence, if it has any. */
export type ValuesOf<K extends MessageKey> = [NamesIn<Sentences[K]>] extends [never] ? []
  : [values: Record<NamesIn<Sentences[K]>, string | number>];

/** What the service has to say: a sentence of the catalogue, and its values. */
export interface Message {
  key: MessageKey;
  values?: Record<string, string | number>;
}

/** Makes a message. */
export function say<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): Message {
  return values ? { key, values } : { key };
}

// Texts and names in turns, because most answers with slots have many sentences.
const parts = new Map(
  Object.entries(sentences).map(([key, sentence]) => [key, sentence.split(/\{(\w+)\}/)] as const),
);

/** Returns the names of the values of a sentence. */
export function namesOf(key: MessageKey): string[] {
  return parts.get(key)!.filter((_, i) => i % 2 === 1);
}

/** Returns whether two messages say the same. */
export function isSameMessage(one: Message | null, other: Message | null): boolean {
  return one === other || (one !== null && other !== null && textOf(one) === textOf(other));
}

/** Returns the English sentence of a message. The sentence of one surface is a text already. */
export function textOf(message: Message | string): string {
  if (typeof message === "string") return message;
  const { key, values } = message;
  const [first, ...others] = parts.get(key)!;
  let text = first!;
  for (let i = 0; i < others.length; i += 2) text += values![others[i]!] + others[i + 1]!;
  return text;
}
