import { allAppointments } from "./all_appointments.ts";
import { BookingApiError } from "./errors.ts";
import {
  type FollowedEvent,
  type FollowedPage,
  followEvents,
  type FollowOptions,
  followPages,
} from "./follow_events.ts";
import { KeptSlots } from "./kept_slots.ts";
import { type ApiRequest, type CallOptions, type ClientOptions, createSend } from "./transport.ts";
import type {
  Appointment,
  AppointmentPage,
  Availability,
  CancelAppointmentQuery,
  CheckAvailabilityQuery,
  CreateAppointmentBody,
  CreateAppointmentQuery,
  CreateHoldBody,
  Department,
  DepartmentWorker,
  EventPage,
  FindSlotsQuery,
  FoundSlot,
  FoundSlots,
  GetAppointmentQuery,
  Hold,
  JoinWaitlistBody,
  ListAppointmentsQuery,
  ListSlotsQuery,
  ListWaitlistQuery,
  OwnKey,
  ReadEventsQuery,
  RescheduleAppointmentBody,
  SlotList,
  UpdateAppointmentBody,
  UpdateAppointmentQuery,
  Visit,
  VisitList,
  WaitlistEntry,
  WaitlistPage,
  WorkerList,
} from "./types.ts";

/** A call that must happen once. */
export interface KeyedOptions extends CallOptions {
  /** Makes the call safe to repeat, also after a crash of the caller. A new one for each call if left out. */
  idempotencyKey?: string;
}

/** The answer to a creation. */
export interface BookedAppointment extends Appointment {
  /** The balance after the booking; null if it is a repetition, which costs nothing. */
  creditsRemaining: number | null;
}

/** `all` reads this many appointments with each request. */
const maxPageSize = 100;

/**
 * Calls the API of an appointment booking service with one API key. Every method throws BookingApiError for a refusal
 * and BookingConnectionError if there was no answer, after the repetitions that are safe.
 */
export class BookingClient {
  readonly #request: <T>(request: Omit<ApiRequest, "isRepeatable">) => Promise<T>;
  readonly #send: ReturnType<typeof createSend>;
  readonly #kept = new KeptSlots();

  constructor(options: ClientOptions) {
    this.#send = createSend(options);
    this.#request = async <T>(request: Omit<ApiRequest, "isRepeatable">) => {
      const isRepeatable = request.method !== "POST" ||
        "Idempotency-Key" in (request.headers ?? {});
      return (await this.#send<T>({ ...request, isRepeatable })).body;
    };
  }

  readonly appointments = {
    /** Books an appointment for one credit. `include` adds what an answer lacks, such as `manageUrl`. */
    create: async (
      body: CreateAppointmentBody,
      { idempotencyKey, include, ...options }: KeyedOptions & CreateAppointmentQuery = {},
    ): Promise<BookedAppointment> => {
      const { body: appointment, headers } = await this.#send<Appointment>({
        ...options,
        ...keyed("/appointments", body, idempotencyKey),
        query: { include },
      });
      const left = headers.get("X-Credits-Remaining");
      return { ...appointment, creditsRemaining: left === null ? null : Number(left) };
    },
    /** `include` adds the contact and the metadata. */
    get: async (
      id: number,
      { include, ...options }: CallOptions & GetAppointmentQuery = {},
    ): Promise<Appointment> => {
      const path = `/appointments/${idIn(id)}`;
      return await this.#request({ ...options, method: "GET", path, query: { include } });
    },
    /** Returns one page. */
    list: (
      query: ListAppointmentsQuery = {},
      options: CallOptions = {},
    ): Promise<AppointmentPage> =>
      this.#request({ ...options, method: "GET", path: "/appointments", query }),
    /** Yields every appointment of the list, also if the list changes meanwhile (rest-adapter/client/README.md 5). */
    all: (
      query: Omit<ListAppointmentsQuery, "page" | "after"> = {},
      options: CallOptions = {},
    ): AsyncGenerator<Appointment, void> =>
      allAppointments((page) =>
        this.appointments.list({ size: maxPageSize, ...query, ...page }, options)
      ),
    /** Returns the visits of its person in the office, the first arrival first. */
    visits: async (id: number, options: CallOptions = {}): Promise<Visit[]> => {
      const path = `/appointments/${idIn(id)}/visits`;
      return (await this.#request<VisitList>({ ...options, method: "GET", path })).visits;
    },
    /** Changes the fields that the body has; null clears a field. Repeating it changes nothing. */
    update: async (
      id: number,
      body: UpdateAppointmentBody,
      { include, ...options }: CallOptions & UpdateAppointmentQuery = {},
    ): Promise<Appointment> => {
      const path = `/appointments/${idIn(id)}`;
      return await this.#request({ ...options, method: "PATCH", path, body, query: { include } });
    },
    /** Moves an appointment without a credit. */
    reschedule: async (
      id: number,
      body: RescheduleAppointmentBody,
      { idempotencyKey, ...options }: KeyedOptions = {},
    ): Promise<Appointment> => {
      const path = `/appointments/${idIn(id)}/reschedule`;
      return await this.#request({ ...options, ...keyed(path, body, idempotencyKey) });
    },
    /** Cancels (archives) an appointment. Repeating it changes nothing, also not the reason. */
    cancel: async (
      id: number,
      { reason, ...options }: CallOptions & CancelAppointmentQuery = {},
    ): Promise<void> => {
      const path = `/appointments/${idIn(id)}`;
      await this.#request({ ...options, method: "DELETE", path, query: { reason } });
    },
  };

  readonly departments = {
    list: (options: CallOptions = {}): Promise<Department[]> =>
      this.#request({ ...options, method: "GET", path: "/departments" }),
    get: async (id: number, options: CallOptions = {}): Promise<Department> =>
      await this.#request({ ...options, method: "GET", path: `/departments/${idIn(id)}` }),
    /** Returns the active workers. */
    workers: async (id: number, options: CallOptions = {}): Promise<DepartmentWorker[]> => {
      const path = `/departments/${idIn(id)}/workers`;
      return (await this.#request<WorkerList>({ ...options, method: "GET", path })).workers;
    },
    /** Checks one local time. */
    availability: async (
      id: number,
      query: CheckAvailabilityQuery,
      options: CallOptions = {},
    ): Promise<Availability> => {
      const path = `/departments/${idIn(id)}/availability`;
      return await this.#request({ ...options, method: "GET", path, query });
    },
    /** Returns every slot of up to 31 days. A list that has not changed is not sent again. */
    slots: async (
      id: number,
      query: ListSlotsQuery,
      options: CallOptions = {},
    ): Promise<Availability[]> => {
      const question = `${id} ${JSON.stringify(query)}`;
      const known = this.#kept.find(question);
      const { status, headers, body } = await this.#send<SlotList>({
        ...options,
        method: "GET",
        path: `/departments/${idIn(id)}/slots`,
        query,
        isRepeatable: true,
        ...(known && { headers: { "If-None-Match": known.tag }, accepts: [304] }),
      });
      const list = status === 304 && known ? known.list : body;
      const tag = headers.get("ETag");
      if (tag !== null) this.#kept.keep(question, tag, list);
      // A copy, because the caller may change it.
      return structuredClone(list.slots);
    },
  };

  readonly slots = {
    /** Returns the first free slots of up to 20 departments, with the workers who can take them. */
    find: async (
      { departmentIds, ...query }: Omit<FindSlotsQuery, "departmentIds"> & {
        departmentIds: readonly number[];
      },
      options: CallOptions = {},
    ): Promise<FoundSlot[]> => {
      const asked = { ...query, departmentIds: departmentIds.join(",") };
      const request = { ...options, method: "GET", path: "/slots", query: asked } as const;
      return (await this.#request<FoundSlots>(request)).slots;
    },
  };

  readonly holds = {
    /** Holds a place for 30 to 900 seconds, without a credit. */
    create: (
      body: CreateHoldBody,
      { idempotencyKey, ...options }: KeyedOptions = {},
    ): Promise<Hold> => this.#request({ ...options, ...keyed("/holds", body, idempotencyKey) }),
    get: async (id: number, options: CallOptions = {}): Promise<Hold> =>
      await this.#request({ ...options, method: "GET", path: `/holds/${idIn(id)}` }),
    /**
     * Ends a hold. Returns false if there is none with this id: it has ended, was used, or never existed. That is no error,
     * because a repetition after a lost answer finds no hold.
     */
    release: async (id: number, options: CallOptions = {}): Promise<boolean> => {
      const path = `/holds/${idIn(id)}`;
      try {
        await this.#request({ ...options, method: "DELETE", path });
        return true;
      } catch (error) {
        // A 404 of a proxy, or of a wrong baseUrl, has another code.
        if (error instanceof BookingApiError && error.code === "HOLD_NOT_FOUND") return false;
        throw error;
      }
    },
  };

  readonly waitlist = {
    /** Joins the waiting list of a department. Repeats of a lost answer find the entry. */
    join: (
      body: JoinWaitlistBody,
      { idempotencyKey, ...options }: KeyedOptions = {},
    ): Promise<WaitlistEntry> =>
      this.#request({ ...options, ...keyed("/waitlist", body, idempotencyKey) }),
    get: async (id: number, options: CallOptions = {}): Promise<WaitlistEntry> =>
      await this.#request({ ...options, method: "GET", path: `/waitlist/${idIn(id)}` }),
    /** Returns one page, in order of arrival. */
    list: async (query: ListWaitlistQuery = {}, options: CallOptions = {}): Promise<WaitlistPage> =>
      await this.#request({ ...options, method: "GET", path: "/waitlist", query }),
    /** Ends an entry. Returns false if there is none with this id, or it is final. */
    leave: async (id: number, options: CallOptions = {}): Promise<boolean> => {
      const path = `/waitlist/${idIn(id)}`;
      try {
        await this.#request({ ...options, method: "DELETE", path });
        return true;
      } catch (error) {
        if (error instanceof BookingApiError && error.code === "WAITLIST_ENTRY_NOT_FOUND") {
          return false;
        }
        throw error;
      }
    },
  };

  readonly visits = {
    get: async (id: number, options: CallOptions = {}): Promise<Visit> =>
      await this.#request({ ...options, method: "GET", path: `/visits/${idIn(id)}` }),
  };

  readonly events = {
    /** Returns one page of the feed. */
    list: (query: ReadEventsQuery = {}, options: CallOptions = {}): Promise<EventPage> => {
      const waitsMs = (query.wait ?? 0) * 1000;
      return this.#request({ ...options, method: "GET", path: "/events", query, waitsMs });
    },
    /** Yields events as they happen, until the loop ends or the signal is aborted. */
    subscribe: (options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void> =>
      followEvents(this.#send, options),
    /** Like `subscribe`, page by page. Also yields pages without events, so that their cursor can be saved. */
    pages: (options: FollowOptions = {}): AsyncGenerator<FollowedPage, void> =>
      followPages(this.#send, options),
  };

  /** Does in TEST what only staff do in LIVE. Needs a TEST key. */
  readonly test = {
    complete: (id: number, options: CallOptions = {}) => this.#act(id, "complete", options),
    miss: (id: number, options: CallOptions = {}) => this.#act(id, "miss", options),
    cancel: (id: number, options: CallOptions = {}) => this.#act(id, "cancel", options),
  };

  /** Returns what belongs to the key: scopes, limit, organization, credit balance. */
  key(options: CallOptions = {}): Promise<OwnKey> {
    return this.#request({ ...options, method: "GET", path: "/key" });
  }

  async #act(id: number, act: string, options: CallOptions): Promise<Appointment> {
    const path = `/test/appointments/${idIn(id)}/${act}`;
    return await this.#request({ ...options, method: "POST", path });
  }
}

function keyed(path: string, body: object, idempotencyKey: string = crypto.randomUUID()) {
  const headers = { "Idempotency-Key": idempotencyKey };
  return { method: "POST", path, body, headers, isRepeatable: true } as const;
}

/** Returns the id as a part of a path. Throws TypeError for anything else: "../holds/55" would be another path. */
function idIn(id: number): string {
  if (Number.isSafeInteger(id) && id > 0) return String(id);
  throw new TypeError("An id must be a positive integer");
}
