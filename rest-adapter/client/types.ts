// Made by `npm run generate:client` from rest-adapter/openapi.json. Do not edit it.

/** An appointment */
export interface Appointment {
  /** Id of the appointment */
  id: number;
  /** Time of the appointment; local to the organization, YYYY-MM-DDTHH:mm:ss */
  dateTime: string;
  /** Status; a new appointment is SCHEDULED */
  status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
  /** Name of the person the appointment is for */
  name: string;
  /** Code for check-in: opaque, URL-safe and unique */
  qrCode: string;
  /** Id of the department */
  departmentId: number;
  /** Name of the department */
  departmentName: string;
  /** Your own id of the user; left out if none was supplied */
  externalUserId?: string;
  /** Time of the creation; local to the organization, YYYY-MM-DDTHH:mm:ss */
  createdAt: string;
  /** Time of the cancellation with DELETE; present only on an archived appointment; local to the organization, YYYY-MM-DDTHH:mm:ss */
  archivedAt?: string;
  /** Phone number of the person; null if unknown. Only with `include=contact` */
  phone?: string | null;
  /** E-mail address of the person; null if unknown. Only with `include=contact` */
  email?: string | null;
  /** Language of the person; null if unknown. Only with `include=contact` */
  locale?: string | null;
  /** Your own texts; null for none. Only with `include=metadata` */
  metadata?: Record<string, string> | null;
  /** Why it was cancelled; null if nobody said so. Only with `include=cancelReason` */
  cancelReason?: string | null;
  /** Address of the page on which the person sees, cancels and moves the appointment, as the department allows; secret. Another address after the appointment was given to another person. Null if there is none: the department gives no links, or the appointment is not SCHEDULED. Only with `include=manageUrl` */
  manageUrl?: string | null;
}

/** An event of an appointment */
export interface AppointmentEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** What happened to the appointment */
  type:
    | "appointment.created"
    | "appointment.updated"
    | "appointment.cancelled"
    | "appointment.completed"
    | "appointment.no_show"
    | "appointment.reminder_due";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The appointment after the event */
    object: {
      /** Id of the appointment; 0 in a test */
      id: number;
      /** Id of the department; 0 in a test */
      departmentId: number;
      /** Time of the appointment; local to the organization, YYYY-MM-DDTHH:mm:ss */
      dateTime: string;
      /** Status; a new appointment is SCHEDULED */
      status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
      /** Name of the person the appointment is for */
      name: string;
      /** Phone number; "" if none is known */
      phone: string;
      /** Code for check-in: opaque, URL-safe and unique */
      qrCode: string;
      /** Why it was cancelled; absent if nobody said so, null if it was erased */
      cancelReason?: string | null;
      /** How many minutes before the appointment the reminder is due; only in reminders */
      minutesBefore?: number;
      /** E-mail address; only in webhooks that include the contact */
      email?: string | null;
      /** Language of the person; only in webhooks that include the contact */
      locale?: string | null;
      /** Your own texts; only in webhooks that include the contact */
      metadata?: Record<string, string> | null;
    };
  };
}

/** One page of appointments */
export interface AppointmentPage {
  /** The appointments of the page */
  appointments: (Appointment)[];
  /** Page number, from 0 */
  page: number;
  /** Page size; a request for more than 100 gives 100 */
  size: number;
  /** Appointments on all pages */
  totalElements: number;
  /** Number of pages; 0 if there are no appointments */
  totalPages: number;
  /** Whether this is the last page */
  isLast: boolean;
  /** Send it as `after` for the next page; null at the end. Present only with `after` */
  nextCursor?: string | null;
}

/** Whether a slot is available */
export interface Availability {
  /** The requested time; local to the organization, YYYY-MM-DDTHH:mm:ss */
  slotTime: string;
  /** Whether a creation at this time would be accepted now */
  available: boolean;
  /** Free places in the slot; 0 if the slot is unavailable for any reason */
  remainingSlots: number;
  /** Reason in words for people; null if the slot is available */
  unavailabilityReason: string | null;
}

/** An event of the LIVE credits */
export interface BalanceEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** The LIVE credits are low */
  type: "credits.low";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The balance */
    object: {
      /** LIVE credits after the booking; 0 in a test */
      balance: number;
      /** The threshold of the organization; 0 in a test */
      threshold: number;
    };
  };
}

/** An active department */
export interface Department {
  /** Id of the department */
  id: number;
  /** Name of the department */
  name: string;
  /** Postal address; "" if none is set */
  address: string;
  /** Phone number; "" if none is set */
  phoneNumber: string;
  /** Minutes from the start of one slot to the start of the next */
  slotInterval: number;
  /** Opening hours in words for people; "" if none are set */
  workingHours: string;
}

/** A person who can take appointments of a department */
export interface DepartmentWorker {
  /** Id of the worker */
  id: number;
  /** Name of the worker */
  name: string;
}

/** What happened */
export type Event =
  | AppointmentEvent
  | SlotEvent
  | VisitEvent
  | KeyEvent
  | BalanceEvent
  | WaitlistEvent;

/** One page of the feed of events */
export interface EventPage {
  /** The events, oldest first */
  events: (Event)[];
  /** Send it as `after` to continue after these events */
  nextCursor: string;
  /** Whether there were no more events after these */
  isLast: boolean;
}

/** A free slot */
export interface FoundSlot {
  /** Id of the department */
  departmentId: number;
  /** Start of the slot; local to the organization, YYYY-MM-DDTHH:mm:ss */
  slotTime: string;
  /** Free places in the slot */
  remainingSlots: number;
  /** The workers who can take it. The booking must name one of them. Empty if the department is not booked by worker */
  workerIds: (number)[];
}

/** The first free slots of some departments */
export interface FoundSlots {
  /** The slots, the first one first */
  slots: (FoundSlot)[];
}

/** A place that is held for you */
export interface Hold {
  /** Id of the hold */
  id: number;
  /** Id of the department */
  departmentId: number;
  /** The requested time; local to the organization, YYYY-MM-DDTHH:mm:ss */
  dateTime: string;
  /** Id of the worker; left out if the hold has none */
  workerId?: number;
  /** When the hold ends, in UTC */
  expiresAt: string;
  /** Seconds until then, by the clock of the service */
  secondsLeft: number;
}

/** An event of an API key */
export interface KeyEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** A key ends soon */
  type: "api_key.expiring";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The key */
    object: {
      /** Id of the key; 0 in a test */
      id: number;
      /** Name of the key */
      name: string;
      /** The key without its middle part */
      maskedKey: string;
      /** When the key ends */
      expiresAt: string;
      /** How many days before the end the event is published: 14 or 3 */
      daysBefore: number;
    };
  };
}

/** The key of the request */
export interface OwnKey {
  /** Name of the key */
  name: string;
  /** Environment of the key */
  environment: "LIVE" | "TEST";
  /** What the key may do */
  scopes: ("READ_APPOINTMENTS" | "WRITE_APPOINTMENTS")[];
  /** The limit of the key; null if it has none */
  rateLimit: {
    /** Allowed requests per hour */
    limit: number;
    /** Requests left in the current window */
    remaining: number;
    /** Seconds until the current window ends */
    resetSeconds: number;
  } | null;
  /** The organization of the key */
  organization: {
    /** Name of the organization */
    name: string;
    /** IANA time zone of every local date-time */
    timeZone: string;
  };
  /** Credits left in the environment of the key */
  creditBalance: number;
}

/** An event of a slot */
export interface SlotEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** The free places of a slot changed */
  type: "slot.availability_changed";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The slot after the event */
    object: {
      /** Id of the department; 0 in a test */
      departmentId: number;
      /** Start of the slot; local to the organization, YYYY-MM-DDTHH:mm:ss */
      slotTime: string;
      /** Whether a creation at this time would be accepted now */
      available: boolean;
      /** Free places in the slot; 0 if the slot is unavailable for any reason */
      remainingSlots: number;
      /** Reason in words for people; null if the slot is available */
      unavailabilityReason: string | null;
    };
  };
}

/** The slots of a range of days */
export interface SlotList {
  /** The slots, in their order */
  slots: (Availability)[];
}

/** A test of a webhook, with a sample of an appointment */
export interface TestEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** A test */
  type: "webhook.test";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The appointment after the event */
    object: {
      /** Id of the appointment; 0 in a test */
      id: number;
      /** Id of the department; 0 in a test */
      departmentId: number;
      /** Time of the appointment; local to the organization, YYYY-MM-DDTHH:mm:ss */
      dateTime: string;
      /** Status; a new appointment is SCHEDULED */
      status: "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
      /** Name of the person the appointment is for */
      name: string;
      /** Phone number; "" if none is known */
      phone: string;
      /** Code for check-in: opaque, URL-safe and unique */
      qrCode: string;
    };
  };
}

/** A visit in the office */
export interface Visit {
  /** Id of the visit */
  id: number;
  /** Id of the department */
  departmentId: number;
  /** The number by which the person is called */
  number: number;
  /** From 1; more after a transfer to another department during the service */
  part: number;
  appointmentId: number | null;
  /** State now */
  state: "WAITING" | "CALLED" | "IN_SERVICE" | "ENDED";
  /** How the visit ended; null while it lasts */
  outcome: "SERVED" | "LEFT" | "NO_SHOW" | "CANCELLED" | null;
  desk: string | null;
  workerId: number | null;
  /** When the person came to the department */
  arrivedAt: string;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

/** An event of a visit in the office */
export interface VisitEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** What happened to the visit */
  type: "visit.arrived" | "visit.called" | "visit.finished";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The visit after the event */
    object: {
      /** Id of the visit; 0 in a test */
      id: number;
      /** Id of the department; 0 in a test */
      departmentId: number;
      /** The number by which the person is called */
      number: number;
      /** From 1; more after a transfer to another department during the service */
      part: number;
      appointmentId: number | null;
      /** State after the event */
      state: "WAITING" | "CALLED" | "IN_SERVICE" | "ENDED";
      /** How the visit ended; null while it lasts */
      outcome: "SERVED" | "LEFT" | "NO_SHOW" | "CANCELLED" | null;
      desk: string | null;
      workerId: number | null;
      /** When the person came to the department */
      arrivedAt: string;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
    };
  };
}

/** The visits of an appointment */
export interface VisitList {
  /** The visits, in their order */
  visits: (Visit)[];
}

/** A person who waits for a free place */
export interface WaitlistEntry {
  /** Id of the entry */
  id: number;
  /** Id of the department */
  departmentId: number;
  /** The wanted worker; left out for any */
  workerId?: number;
  /** The first wanted date */
  fromDate: string;
  /** The last wanted date */
  toDate: string;
  /** The earliest begin, HH:mm; left out for any */
  fromTime?: string;
  /** The latest end, HH:mm; left out for any */
  toTime?: string;
  /** The wanted weekdays, 1 for Monday; left out for all */
  weekdays?: (number)[];
  /** Your own id of the user; left out if there is none */
  externalUserId?: string;
  /** WAITING; OFFERED while a place is held; BOOKED; CANCELLED after DELETE; ENDED after the last date */
  state: "WAITING" | "OFFERED" | "BOOKED" | "CANCELLED" | "ENDED";
  /** The place that is held for the entry; left out if there is none */
  offer?: {
    /** Id of the hold: book with it */
    holdId: number;
    /** Start of the offered slot; local to the organization, YYYY-MM-DDTHH:mm:ss */
    slotTime: string;
    /** The worker of the place; left out if it belongs to none */
    workerId?: number;
    /** When the offer ends, in UTC */
    expiresAt: string;
  };
  /** The appointment that accepted an offer; left out if there is none */
  appointmentId?: number;
  /** When the entry was made, in UTC */
  createdAt: string;
}

/** An event of the waiting list */
export interface WaitlistEvent {
  /** Identifies the event; `webhook-id` of its deliveries has the same value */
  id: string;
  /** What happened to the entry */
  type: "waitlist.joined" | "waitlist.offered" | "waitlist.expired" | "waitlist.booked";
  /** Time of the event in UTC */
  created: string;
  /** What the event is about */
  data: {
    /** The entry and its offer */
    object: {
      /** Id of the entry; 0 in a test */
      entryId: number;
      /** Id of the department; 0 in a test */
      departmentId: number;
      /** State after the event */
      state: "WAITING" | "OFFERED" | "BOOKED" | "CANCELLED" | "ENDED";
      holdId: number | null;
      slotTime: string | null;
      workerId: number | null;
      expiresAt: string | null;
      appointmentId: number | null;
    };
  };
}

/** One page of the waiting list */
export interface WaitlistPage {
  /** The entries of the page */
  entries: (WaitlistEntry)[];
  nextCursor: number | null;
}

/** The active workers of a department */
export interface WorkerList {
  /** The workers, in the order of their ids */
  workers: (DepartmentWorker)[];
}

/** The query of `createAppointment` */
export interface CreateAppointmentQuery {
  /** What the answer has in addition, with commas between: `contact` (phone, email, locale), `metadata`, `cancelReason`, `manageUrl` */
  include?: string | undefined;
}

/** The body of `createAppointment` */
export interface CreateAppointmentBody {
  /** Id of the department to book in */
  departmentId: number;
  /** Time of the appointment, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone */
  dateTime: string;
  /** Name of the person the appointment is for */
  name: string;
  /** Id of an active worker of the department. Required if the department is booked by worker */
  workerId?: number | null | undefined;
  /** Your own id of the user */
  externalUserId?: string | null | undefined;
  /** Id of a hold in this slot: the appointment takes its place, and the hold ends */
  holdId?: number | null | undefined;
  /** Phone number of the person; null if unknown */
  phone?: string | null | undefined;
  /** E-mail address of the person; null if unknown */
  email?: string | null | undefined;
  /** Language of the person as a BCP 47 tag; null if unknown */
  locale?: string | null | undefined;
  /** Up to 20 texts of your own by their keys (keys up to 40 characters, texts up to 500). It replaces all pairs; null clears them */
  metadata?: Record<string, string> | null | undefined;
}

/** The query of `listAppointments` */
export interface ListAppointmentsQuery {
  /** Page number, from 0 */
  page?: number | undefined;
  /** Page size; a value above 100 counts as 100 */
  size?: number | undefined;
  /** Only appointments with this status, or with one of several with commas between */
  status?: string | undefined;
  /** Only appointments in this department */
  departmentId?: number | undefined;
  /** Only appointments with this `externalUserId` */
  externalUserId?: string | undefined;
  /** Only appointments at or after this local date-time; a date means its 00:00:00 */
  startDate?: string | undefined;
  /** Only appointments at or before this local date-time; a date means its 23:59:59 */
  endDate?: string | undefined;
  /** Order: <field>,<asc|desc> */
  sort?:
    | "id,asc"
    | "id,desc"
    | "dateTime,asc"
    | "dateTime,desc"
    | "createdAt,asc"
    | "createdAt,desc"
    | "name,asc"
    | "name,desc"
    | "status,asc"
    | "status,desc"
    | undefined;
  /** The `nextCursor` of the page before, with the same filters and `sort`; empty for the first page. It takes the place of `page` */
  after?: string | undefined;
  /** Only appointments created at or after this local date-time; a date means its 00:00:00. Needs a `sort` by `id` or `createdAt` */
  createdFrom?: string | undefined;
  /** Only appointments created or changed at or after this local date-time; a date means its 00:00:00. The order is that of the last changes. Needs `after`, and takes no `sort` */
  updatedSince?: string | undefined;
  /** Only the appointment with this code */
  qrCode?: string | undefined;
  /** Whether to include cancelled (archived) appointments */
  includeArchived?: boolean | undefined;
  /** What the answer has in addition, with commas between: `contact` (phone, email, locale), `metadata`, `cancelReason`, `manageUrl` */
  include?: string | undefined;
}

/** The query of `getAppointment` */
export interface GetAppointmentQuery {
  /** What the answer has in addition, with commas between: `contact` (phone, email, locale), `metadata`, `cancelReason`, `manageUrl` */
  include?: string | undefined;
}

/** The query of `cancelAppointment` */
export interface CancelAppointmentQuery {
  /** Why it is cancelled */
  reason?: string | null | undefined;
}

/** The query of `updateAppointment` */
export interface UpdateAppointmentQuery {
  /** What the answer has in addition, with commas between: `contact` (phone, email, locale), `metadata`, `cancelReason`, `manageUrl` */
  include?: string | undefined;
}

/** The body of `updateAppointment` */
export interface UpdateAppointmentBody {
  /** Phone number of the person; null if unknown */
  phone?: string | null | undefined;
  /** E-mail address of the person; null if unknown */
  email?: string | null | undefined;
  /** Language of the person as a BCP 47 tag; null if unknown */
  locale?: string | null | undefined;
  /** Up to 20 texts of your own by their keys (keys up to 40 characters, texts up to 500). It replaces all pairs; null clears them */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the person the appointment is for */
  name?: string | undefined;
  /** Your own id of the user; null for none */
  externalUserId?: string | null | undefined;
}

/** The query of `checkAvailability` */
export interface CheckAvailabilityQuery {
  /** The local date-time to check */
  dateTime: string;
}

/** The body of `rescheduleAppointment` */
export interface RescheduleAppointmentBody {
  /** The new time, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone */
  dateTime: string;
  /** Id of the new department. Without it, the appointment stays in its department */
  departmentId?: number | null | undefined;
  /** Id of the new worker. Without it, the appointment keeps its worker while it stays in its department */
  workerId?: number | null | undefined;
  /** Id of a hold in this slot: the appointment takes its place, and the hold ends */
  holdId?: number | null | undefined;
}

/** The query of `listSlots` */
export interface ListSlotsQuery {
  /** The first local date */
  startDate: string;
  /** The last local date, at most 30 days after the first */
  endDate: string;
  /** Only what this active worker of the department can take */
  workerId?: number | undefined;
  /** Whether to leave out unavailable slots */
  onlyAvailable?: boolean | undefined;
}

/** The query of `findSlots` */
export interface FindSlotsQuery {
  /** The departments to search, 1 to 20, with commas between their ids */
  departmentIds: string;
  /** Only slots that begin at or after this local date-time; a date means its 00:00:00. Without it, from now on */
  from?: string | undefined;
  /** The maximum number of slots */
  limit?: number | undefined;
}

/** The body of `createHold` */
export interface CreateHoldBody {
  /** Id of the department */
  departmentId: number;
  /** A time in the slot, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone */
  dateTime: string;
  /** Id of an active worker of the department. Required if the department is booked by worker */
  workerId?: number | null | undefined;
  /** For how long the place is held, in seconds */
  seconds?: number | undefined;
}

/** The body of `joinWaitlist` */
export interface JoinWaitlistBody {
  /** Id of the department */
  departmentId: number;
  /** The worker; left out or null for any worker */
  workerId?: number | null | undefined;
  /** The first wanted date, local to the organization */
  fromDate: string;
  /** The last wanted date, at most 92 days after the first, local to the organization */
  toDate: string;
  /** The slot begins at this local time or later; HH:mm */
  fromTime?: string | null | undefined;
  /** The slot ends at this local time or earlier; HH:mm, or 24:00 */
  toTime?: string | null | undefined;
  /** The wanted weekdays, 1 for Monday to 7 for Sunday; left out or empty for all */
  weekdays?: (number)[] | null | undefined;
  /** Your own id of the user */
  externalUserId?: string | null | undefined;
}

/** The query of `listWaitlist` */
export interface ListWaitlistQuery {
  /** Only entries of this department */
  departmentId?: number | null | undefined;
  /** Only entries of this user of yours */
  externalUserId?: string | null | undefined;
  /** Only entries in this state */
  state?: "WAITING" | "OFFERED" | "BOOKED" | "CANCELLED" | "ENDED" | null | undefined;
  /** The nextCursor of the page before; left out to begin */
  after?: number | null | undefined;
}

/** The query of `readEvents` */
export interface ReadEventsQuery {
  /** The `nextCursor` of the answer before. Without it, the oldest events come first. `latest` begins after the newest event */
  after?: string | undefined;
  /** Only events of these types, with commas between them */
  types?: string | undefined;
  /** The maximum number of events */
  limit?: number | undefined;
  /** If there is no event, wait up to this number of seconds for one */
  wait?: number | undefined;
}
