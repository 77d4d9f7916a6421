import {
  type ApiKey,
  type Application,
  type Appointment,
  type AppointmentQuery,
  type AppointmentSearch,
  auditOfChange,
  type AuditRecord,
  type BookingRequest,
  type BookingScope,
  type BookingVerdict,
  type ChangeContext,
  CreditEntry,
  decideBookings,
  type Department,
  type DepartmentView,
  erasedAnswer,
  erasedBody,
  eventsOfBookings,
  eventsOfChange,
  maxCounted,
  maxSearched,
  type Organization,
  type OwnedRef,
  type PlacedAppointment,
  type Ports,
  type ReadCreditEntry,
  type RememberedBooking,
  type ReportingToken,
  type Session,
  type Slot,
  slotKey,
  type SlotOccupancy,
  slotOf,
  type SlotSettings,
  type StaffUser,
  startMinuteOf,
  type TimeRange,
  type UsageEntry,
  type Worker,
} from "../../core/mod.ts";
import { changeIn, createInMemoryAudit, record } from "./in_memory_audit.ts";
import { createInMemoryLimits } from "./in_memory_limits.ts";
import { createInMemoryUsageReports } from "./in_memory_usage.ts";
import {
  createInMemoryReportingTokens,
  newestListed,
  unsignedReportingTokens,
} from "./in_memory_reporting_tokens.ts";
import {
  addSlotChangeJobs,
  publishSlotChanges,
  type SlotChangeJob,
} from "./in_memory_slot_changes.ts";
import {
  createInMemoryWebhooks,
  keepEvents,
  subscriptionsIn,
  type WebhookMemory,
} from "./in_memory_webhooks.ts";

const rememberedHours = 24;

/** What tests replace: time, chance, the limiter, the usage log and the way out to receivers. */
export type InMemoryOptions = Partial<
  Pick<
    Ports,
    | "now"
    | "randomBytes"
    | "hourlyLimits"
    | "staffLimits"
    | "reportingLimits"
    | "signInLimits"
    | "usageLog"
    | "secretBox"
    | "hmacSha256"
    | "sendDelivery"
    | "refuseUrl"
  >
>;

/** Everything that a database would hold; tests may look into it and change it. */
export interface Memory extends WebhookMemory {
  organizations: Organization[];
  staffUsers: StaffUser[];
  sessions: Session[];
  reportingTokens: ReportingToken[];
  apiKeys: ApiKey[];
  departments: Department[];
  workers: Worker[];
  appointments: Appointment[];
  creditEntries: CreditEntry[];
  /** Credits by `scopeKey`. */
  balances: Map<string, number>;
  /** By `scopeKey` and `Idempotency-Key`. */
  remembered: Map<string, RememberedBooking & { at: Temporal.Instant }>;
  /** In the order in which they were written. */
  usageEntries: UsageEntry[];
  /** In the order in which they were written. */
  audit: AuditRecord[];
  /** Wait for `publishSlotChanges`. */
  slotChangeJobs: SlotChangeJob[];
}

/**
 * Core's ports over plain memory, complete, on Web APIs alone so that Deno runs them too. JavaScript runs
 * one call at a time, so each method that does not wait is as atomic as a transaction.
 */
export function createInMemoryPorts(
  options: InMemoryOptions = {},
): Ports & { memory: Memory; publishSlotChanges(): number } {
  const memory: Memory = {
    organizations: [],
    staffUsers: [],
    sessions: [],
    reportingTokens: [],
    apiKeys: [],
    departments: [],
    workers: [],
    appointments: [],
    creditEntries: [],
    balances: new Map(),
    remembered: new Map(),
    usageEntries: [],
    audit: [],
    slotChangeJobs: [],
    webhooks: [],
    webhookAttempts: [],
  };
  const now = options.now ?? (() => Temporal.Now.instant());
  return {
    memory,
    publishSlotChanges: () =>
      publishSlotChanges(memory, {
        now,
        occupancyOf: ({ department: { id, organizationId }, environment }, slot) =>
          takenIn(memory, { organizationId, environment }, { departmentId: id, slot }),
      }),
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256,
    // A salted argon2id hash is not within reach of Web APIs.
    hashPassword: async (password) => `$sha256$${await sha256(password)}`,
    async matchPassword(password, hashes) {
      const expected = `$sha256$${await sha256(password)}`;
      return hashes.filter((hash) => hash === expected);
    },
    organizations: organizationsIn(memory, now),
    apiKeys: apiKeysIn(memory),
    staffUsers: staffUsersIn(memory),
    sessions: sessionsIn(memory),
    reportingTokens: createInMemoryReportingTokens(memory),
    reportingTokenSigner: unsignedReportingTokens,
    departments: departmentsIn(memory),
    appointments: appointmentsIn(memory),
    gate: gateIn(memory, now),
    creditLedger: creditLedgerIn(memory),
    hourlyLimits: createInMemoryLimits(now),
    usageReports: createInMemoryUsageReports(memory),
    auditLog: createInMemoryAudit(memory),
    reporting: { open: noReports },
    ...createInMemoryWebhooks(memory, now),
    secretBox: unencryptedBox,
    hmacSha256,
    sendDelivery: async () => ({
      isDelivered: true,
      statusCode: 204,
      responseTimeMs: 3,
      error: null,
    }),
    refuseUrl: async () => undefined,
    usageLog: {
      record: (entry) => void memory.usageEntries.push(entry),
      noteUse: ({ apiKeyId, timestamp }) => {
        memory.apiKeys.find(({ id }) => id === apiKeyId)!.lastUsedAt = timestamp;
      },
    },
    ...options,
  };
}

/** The key of a balance in `memory.balances`. */
export function scopeKey({ organizationId, environment }: BookingScope): string {
  return `${organizationId} ${environment}`;
}

function organizationsIn(memory: Memory, now: Ports["now"]): Ports["organizations"] {
  return {
    async add(organization, { owner, opening }, audit) {
      keep(memory.organizations, organization);
      owner.organizationId = organization.id;
      keep(memory.staffUsers, owner);
      for (const environment of ["LIVE", "TEST"] as const) {
        const scope = { organizationId: organization.id, environment };
        memory.balances.set(scopeKey(scope), 0);
        if (opening[environment] > 0) {
          grant(memory, scope, {
            amount: opening[environment],
            note: "Opening balance",
            createdAt: now(),
          });
        }
      }
      record(memory, audit(organization));
    },
    find: async (id) => memory.organizations.find((organization) => organization.id === id),
    async change(id, change, audit) {
      const organization = memory.organizations.find((one) => one.id === id);
      return changeIn(memory, organization, { change, audit });
    },
    list: async () => [...memory.organizations],
    async count(id, what) {
      const { reportingTokens, apiKeys, webhooks, ...rest } = memory;
      const counted = {
        ...rest,
        apiKeys: apiKeys.filter(({ isActive }) => isActive),
        reportingTokens: reportingTokens.filter(({ revokedAt }) => revokedAt === null),
        webhooks: webhooks.filter(({ deletedAt }) => deletedAt === null),
      };
      return of<{ organizationId: number }>(counted[what], id).length;
    },
    async balances(organizationId) {
      const LIVE = memory.balances.get(scopeKey({ organizationId, environment: "LIVE" }));
      const TEST = memory.balances.get(scopeKey({ organizationId, environment: "TEST" }));
      return LIVE === undefined || TEST === undefined ? undefined : { LIVE, TEST };
    },
  };
}

function apiKeysIn(memory: Memory): Ports["apiKeys"] {
  return {
    async findCaller(keyHash) {
      const key = memory.apiKeys.find((one) => one.keyHash === keyHash && one.isActive);
      const organization = memory.organizations.find(({ id }) => id === key?.organizationId);
      if (!key || !organization) return undefined;
      const { id, lineageId, organizationId, environment, scopes, rateLimitPerHour } = key;
      const { timeZone } = organization;
      const may = { scopes, rateLimitPerHour };
      return {
        apiKeyId: id,
        apiKeyName: key.name,
        lineageId,
        organizationId,
        timeZone,
        environment,
        ...may,
      };
    },
    async add(key, audit) {
      keep(memory.apiKeys, key);
      record(memory, audit(key));
    },
    list: async (organizationId) => newestListed(of(memory.apiKeys, organizationId)),
    change: async (ref, change, audit) =>
      changeIn(memory, owned(memory.apiKeys, ref), { change, audit }),
    async replace(ref, replace, audit) {
      const key = owned(memory.apiKeys, ref);
      if (!key) return undefined;
      const before = { ...key };
      const replacement = await replace(key).catch((error: unknown) => {
        Object.assign(key, before);
        throw error;
      });
      keep(memory.apiKeys, replacement);
      record(memory, audit(replacement, key));
      return replacement;
    },
  };
}

function staffUsersIn(memory: Memory): Ports["staffUsers"] {
  const memberOf = (user: StaffUser) => {
    const times = memory.sessions.flatMap(({ staffUserId, lastActiveAt }) =>
      staffUserId === user.id ? [lastActiveAt] : []
    );
    const lastActiveAt = times.sort(Temporal.Instant.compare).at(-1) ?? null;
    // As a database gives it: what becomes of the user later does not show in it.
    return { user: Object.assign(Object.create(Object.getPrototypeOf(user)), user), lastActiveAt };
  };
  return {
    listByEmail: async (email) =>
      memory.staffUsers.filter((one) => one.email === email).map((one) => memberOf(one).user),
    async find(ref) {
      const user = owned(memory.staffUsers, ref);
      return user && memberOf(user).user;
    },
    async add(user, audit) {
      const team = of(memory.staffUsers, user.organizationId);
      if (team.some(({ email }) => email === user.email)) return false;
      keep(memory.staffUsers, user);
      record(memory, audit(user));
      return true;
    },
    list: async (organizationId) => of(memory.staffUsers, organizationId).map(memberOf),
    async change(ref, { change, ends, audit }) {
      const user = owned(memory.staffUsers, ref);
      if (!user) return undefined;
      const owners = of(memory.staffUsers, user.organizationId)
        .filter(({ role, disabledAt }) => role === "OWNER" && disabledAt === null);
      const context = { activeOwners: owners.length };
      changeIn(memory, user, { change: (found) => change(found, context), audit });
      if (ends !== "no session") {
        const kept = ends === "every session" ? undefined : ends.allBut;
        memory.sessions = memory.sessions
          .filter(({ id, staffUserId }) => staffUserId !== user.id || id === kept);
      }
      return memberOf(user);
    },
  };
}

function sessionsIn(memory: Memory): Ports["sessions"] {
  const userOf = ({ staffUserId }: Session) =>
    memory.staffUsers.find(({ id, disabledAt }) => id === staffUserId && disabledAt === null);
  return {
    async add(session, passwordHash, audit) {
      if (userOf(session)?.passwordHash !== passwordHash) return false;
      memory.sessions.push(session);
      record(memory, audit(session));
      return true;
    },
    async find(id) {
      const session = memory.sessions.find((one) => one.id === id);
      const user = session && userOf(session);
      if (!user) return undefined;
      const { organizationId, email, name, role, mustChangePassword } = user;
      const organization = memory.organizations.find((one) => one.id === organizationId)!;
      const { name: organizationName, timeZone } = organization;
      const caller = { sessionId: id, staffUserId: user.id, email, name, role, mustChangePassword };
      return { session, caller: { ...caller, organizationId, organizationName, timeZone } };
    },
    async touch(id, at) {
      const session = memory.sessions.find((one) => one.id === id);
      if (session && Temporal.Instant.compare(session.lastActiveAt, at) < 0) {
        session.lastActiveAt = at;
      }
    },
    async end(id) {
      memory.sessions = memory.sessions.filter((session) => session.id !== id);
    },
  };
}

function departmentsIn(memory: Memory): Ports["departments"] {
  const active = (organizationId: number) =>
    of(memory.departments, organizationId).filter(({ isActive }) => isActive);
  return {
    listActive: async (organizationId, { afterId, limit }) =>
      active(organizationId).filter(({ id }) => id > afterId).slice(0, limit).map(view),
    async findActive(organizationId, id) {
      const department = active(organizationId).find((one) => one.id === id);
      return department && view(department);
    },
    async findBookable(organizationId, id) {
      const department = active(organizationId).find((one) => one.id === id);
      if (!department) return undefined;
      const workers = memory.workers.filter((one) => one.departmentId === id && one.isActive);
      return { department, activeWorkerIds: workers.map((worker) => worker.id) };
    },
    occupancy: async (scope, departmentId, slot) => takenIn(memory, scope, { departmentId, slot }),
    async findWithWorkers(organizationId, id) {
      const department = of(memory.departments, organizationId).find((one) => one.id === id);
      if (!department) return undefined;
      const workers = memory.workers.filter((one) => one.departmentId === id && one.isActive);
      return { department, activeWorkerIds: workers.map((worker) => worker.id) };
    },
    async takenSlots(scope, departmentId, { from, to, grid }) {
      const span = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
      const found = inScope(memory, scope).filter((one) =>
        one.departmentId === departmentId && !one.archivedAt && isWithin(span, one.dateTime)
      );
      const bySlot = Map.groupBy(
        found,
        ({ dateTime }) => `${dateTime.toPlainDate().toString()} ${startMinuteOf(dateTime, grid)}`,
      );
      return [...bySlot].map(([key, held]) => {
        const taking = held.filter(({ status }) => status !== "CANCELLED");
        return {
          date: key.split(" ")[0]!,
          minute: Number(key.split(" ")[1]),
          held: held.length,
          booked: taking.length,
          workerIds: taking.flatMap(({ workerId }) => workerId ?? []),
        };
      });
    },
    list: async (organizationId) => of(memory.departments, organizationId),
    async page(organizationId, { page, size, search, isActive }) {
      const found = of(memory.departments, organizationId).filter((one) =>
        (search === null || one.name.toLowerCase().includes(search.toLowerCase())) &&
        (isActive === null || one.isActive === isActive)
      );
      const items = found.slice(page * size, (page + 1) * size);
      return { items, totalElements: found.length };
    },
    find: async ({ id, organizationId }) =>
      memory.departments.find((one) =>
        one.id === id && (organizationId === undefined || one.organizationId === organizationId)
      ),
    async add(department, audit) {
      keep(memory.departments, department);
      record(memory, audit(department));
    },
    async change(ref, change, audit) {
      let before: SlotSettings | null = null;
      const department = changeIn(memory, owned(memory.departments, ref), {
        change: (row) => void (before = change(row)),
        audit,
      });
      if (department && before) addSlotChangeJobs(memory, department, before);
      return department;
    },
    listWorkersOf: async (organizationId, departmentId) =>
      of(memory.workers, organizationId)
        .filter((one) => departmentId === null || one.departmentId === departmentId),
    async addWorker(worker, audit) {
      keep(memory.workers, worker);
      record(memory, audit(worker));
    },
    changeWorker: async (ref, change, audit) =>
      changeIn(memory, owned(memory.workers, ref), { change, audit }),
  };
}

function view(department: Department): DepartmentView {
  const { id, name, address, phoneNumber, slotInterval, workingHours } = department;
  return { id, name, address, phoneNumber, slotInterval, workingHours };
}

function appointmentsIn(memory: Memory): Ports["appointments"] {
  const read = (appointment: Appointment): PlacedAppointment => {
    const department = memory.departments.find(({ id }) => id === appointment.departmentId)!;
    const worker = memory.workers.find(({ id }) => id === appointment.workerId);
    const workerName = worker?.name ?? null;
    return { ...appointment, departmentName: department.name, workerName };
  };
  return {
    async find(scope, id) {
      const appointment = inScope(memory, scope).find((one) => one.id === id);
      return appointment && read(appointment);
    },
    async findByQrCode(organizationId, qrCode) {
      const appointment = of(memory.appointments, organizationId)
        .find((one) => one.qrCode === qrCode);
      return appointment && read(appointment);
    },
    async list(scope, query) {
      const found = inScope(memory, scope)
        .filter((one) => !one.archivedAt && matches(one, query))
        .sort((a, b) => compare(a, b, query.sort));
      const first = query.page * query.size;
      const items = found.slice(first, first + query.size).map(read);
      return { items, totalElements: found.length };
    },
    async search(scope, query) {
      const candidates = inScope(memory, scope)
        .filter((one) => matches(one, query) && isSearched(one, query));
      const { search } = query;
      const found =
        (search === null
          ? candidates
          : latestOf(candidates).filter(({ name }) =>
            name.toLowerCase().includes(search.toLowerCase())
          )).sort((a, b) => compare(a, b, query.sort));
      const first = query.page * query.size;
      const counted = found.slice(0, maxCounted);
      const items = counted.slice(first, first + query.size).map(read);
      return { items, totalElements: counted.length };
    },
    ofDepartment: async (scope, departmentId, { limit, ...span }) =>
      inScope(memory, scope)
        .filter((one) =>
          one.departmentId === departmentId && !one.archivedAt && isWithin(span, one.dateTime)
        )
        .sort((a, b) => compare(a, b, { field: "dateTime", direction: "asc" }))
        .slice(0, limit)
        .map(read),
  };
}

function gateIn(memory: Memory, now: Ports["now"]): Ports["gate"] {
  return {
    async book(scope, request) {
      const context = contextOf(memory, scope, { request, now: now() });
      const [verdict] = decideBookings(context, [request]);
      if (verdict!.kind === "booked") {
        write(memory, scope, verdict!);
        keepEvents(memory, scope, eventsOfBookings(context, [verdict!]));
      }
      return verdict!;
    },
    async change(scope, asked, decide) {
      const appointment = inScope(memory, scope).find(({ id }) => id === asked.id);
      if (!appointment) return undefined;
      const context = changeContextOf(memory, scope, {
        appointment,
        moveTo: asked.moveTo,
        now: now(),
      });
      const change = decide(context);
      if (change) {
        keepEvents(memory, scope, eventsOfChange(context, change));
        record(memory, auditOfChange(context, change, asked.actor));
        Object.assign(appointment, change.appointment);
        if (change.isErasure) eraseElsewhere(memory, scope, appointment);
        if (change.creditEntry) {
          keep(memory.creditEntries, change.creditEntry);
          memory.balances.set(scopeKey(scope), change.creditEntry.balanceAfter);
        }
      }
      return { ...appointment, departmentName: context.department.name };
    },
    async grant(scope, { amount, note }, audit) {
      if (!memory.balances.has(scopeKey(scope))) return undefined;
      const entry = grant(memory, scope, { amount, note, createdAt: now() });
      record(memory, audit(entry));
      return entry.balanceAfter;
    },
  };
}

function creditLedgerIn(memory: Memory): Ports["creditLedger"] {
  return {
    async page({ organizationId, environment }, { page, size, kind, from, to }) {
      const found = of(memory.creditEntries, organizationId)
        .filter((one) =>
          one.environment === environment && (kind === null || one.kind === kind) &&
          (from === null || Temporal.Instant.compare(one.createdAt, from) >= 0) &&
          (to === null || Temporal.Instant.compare(one.createdAt, to) < 0)
        )
        .toReversed()
        .slice(0, maxCounted)
        .map((one): ReadCreditEntry => {
          const { organizationId: _, environment: __, ...entry } = one;
          return entry;
        });
      const items = found.slice(page * size, (page + 1) * size);
      return { items, totalElements: found.length };
    },
  };
}

function eraseElsewhere(memory: Memory, scope: BookingScope, { id }: Appointment): void {
  for (const [key, remembered] of memory.remembered) {
    if (key.startsWith(rememberedKey(scope, "")) && remembered.answer.id === id) {
      remembered.answer = erasedAnswer(remembered.answer);
    }
  }
  for (const attempt of memory.webhookAttempts) {
    const { type, data } = JSON.parse(attempt.body);
    const isOfIt = attempt.organizationId === scope.organizationId && data.object.id === id &&
      type !== "webhook.test" && type.startsWith("appointment.");
    if (isOfIt) attempt.body = erasedBody(attempt.body);
  }
}

function contextOf(
  memory: Memory,
  scope: BookingScope,
  { request, now }: { request: BookingRequest; now: Temporal.Instant },
) {
  const { organizationId } = scope;
  const departments = new Map(of(memory.departments, organizationId).map((one) => [one.id, one]));
  const department = departments.get(request.departmentId);
  const slot = department && slotOf(request.dateTime, department);
  const taken = slot ? takenIn(memory, scope, { departmentId: department.id, slot }) : undefined;
  const claimed = request.idempotency && rememberedKey(scope, request.idempotency.key);
  const remembered = claimed ? memory.remembered.get(claimed) : undefined;
  const oldest = now.subtract({ hours: rememberedHours });
  const isFresh = remembered && Temporal.Instant.compare(remembered.at, oldest) > 0;
  return {
    ...scope,
    timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
    now,
    monotonicMs: performance.now(),
    balance: memory.balances.get(scopeKey(scope))!,
    departments,
    workers: of(memory.workers, organizationId),
    occupancy: new Map(slot && taken ? [[slotKey(department.id, slot), taken]] : []),
    remembered: new Map(isFresh ? [[request.idempotency!.key, remembered]] : []),
    appointmentIds: [memory.appointments.length + 1],
    subscriptions: subscriptionsIn(memory, scope),
  };
}

function changeContextOf(
  memory: Memory,
  scope: BookingScope,
  { appointment, moveTo, now }: {
    appointment: Appointment;
    moveTo: Temporal.PlainDateTime | undefined;
    now: Temporal.Instant;
  },
): ChangeContext {
  const { organizationId } = scope;
  const department = memory.departments.find(({ id }) => id === appointment.departmentId)!;
  const without = {
    ...memory,
    appointments: memory.appointments.filter((one) => one !== appointment),
  };
  const others = (time: Temporal.PlainDateTime) =>
    takenIn(without, scope, { departmentId: department.id, slot: slotOf(time, department) });
  return {
    ...scope,
    timeZone: memory.organizations.find(({ id }) => id === organizationId)!.timeZone,
    now,
    balance: memory.balances.get(scopeKey(scope))!,
    // The decision may not reach into what is kept.
    appointment: Object.assign(Object.create(Object.getPrototypeOf(appointment)), appointment),
    department,
    workers: of(memory.workers, organizationId),
    others: { current: others(appointment.dateTime), target: moveTo ? others(moveTo) : null },
    subscriptions: subscriptionsIn(memory, scope),
  };
}

function write(
  memory: Memory,
  scope: BookingScope,
  booked: BookingVerdict & { kind: "booked" },
): void {
  const { appointment, creditEntry, usage, audit, idempotency, answer } = booked;
  record(memory, audit);
  if (usage) memory.usageEntries.push(usage);
  memory.appointments.push(appointment);
  keep(memory.creditEntries, creditEntry);
  memory.balances.set(scopeKey(scope), creditEntry.balanceAfter);
  if (!idempotency) return;
  const { key, fingerprint } = idempotency;
  const at = appointment.createdAt;
  memory.remembered.set(rememberedKey(scope, key), { fingerprint, answer, at });
}

function grant(
  memory: Memory,
  scope: BookingScope,
  { amount, ...given }: { amount: number; note: string; createdAt: Temporal.Instant },
): CreditEntry {
  const balanceAfter = memory.balances.get(scopeKey(scope))! + amount;
  const made = { ...scope, ...given, amount, balanceAfter, appointmentId: null };
  const entry = new CreditEntry({ ...made, kind: "GRANTED" });
  keep(memory.creditEntries, entry);
  memory.balances.set(scopeKey(scope), balanceAfter);
  return entry;
}

function takenIn(
  memory: Memory,
  scope: BookingScope,
  { departmentId, slot }: { departmentId: number; slot: Slot },
): SlotOccupancy {
  const end = slot.start.add({ minutes: slot.minutes });
  const taken = inScope(memory, scope).filter((one) =>
    one.departmentId === departmentId && one.status !== "CANCELLED" && !one.archivedAt &&
    isUpTo(slot.start, one.dateTime) && !isUpTo(end, one.dateTime)
  );
  return {
    places: taken.map(({ place }) => place),
    workerIds: taken.flatMap(({ workerId }) => workerId ?? []),
  };
}

function matches(appointment: Appointment, query: AppointmentQuery): boolean {
  const { status, departmentId, externalUserId, startDate, endDate } = query;
  return (status === null || appointment.status === status) &&
    (departmentId === null || appointment.departmentId === departmentId) &&
    (externalUserId === null || appointment.externalUserId === externalUserId) &&
    (startDate === null || isUpTo(startDate, appointment.dateTime)) &&
    (endDate === null || isUpTo(appointment.dateTime, endDate));
}

/** Returns the latest appointments in which a name is searched: `maxSearched` each, not archived and archived. */
function latestOf(appointments: Appointment[]): Appointment[] {
  const latest = { field: "dateTime", direction: "desc" } as const;
  const kinds = Map.groupBy(appointments, ({ archivedAt }) => archivedAt === null);
  return [...kinds.values()].flatMap((kind) =>
    kind.sort((a, b) => compare(a, b, latest)).slice(0, maxSearched)
  );
}

function isSearched(
  { qrCode, workerId, archivedAt }: Appointment,
  query: AppointmentSearch,
): boolean {
  return (query.qrCode === null || qrCode === query.qrCode) &&
    (query.workerId === null || workerId === query.workerId) &&
    (query.includeArchived || !archivedAt);
}

/** Ties are broken by dateTime and then id, in the same direction. */
function compare(a: Appointment, b: Appointment, { field, direction }: AppointmentQuery["sort"]) {
  const order = ascending(a[field], b[field]) || ascending(a.dateTime, b.dateTime) || a.id - b.id;
  return direction === "asc" ? order : -order;
}

function ascending<T extends Appointment[AppointmentQuery["sort"]["field"]]>(a: T, b: T): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof Temporal.Instant && b instanceof Temporal.Instant) {
    return Temporal.Instant.compare(a, b);
  }
  // Local date-times of whole seconds sort as their texts do.
  return a.toString() < b.toString() ? -1 : Number(a.toString() > b.toString());
}

function isUpTo(a: Temporal.PlainDateTime, b: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(a, b) <= 0;
}

function isWithin({ from, to }: TimeRange, dateTime: Temporal.PlainDateTime): boolean {
  return isUpTo(from, dateTime) && !isUpTo(to, dateTime);
}

function inScope(memory: Memory, { organizationId, environment }: BookingScope): Appointment[] {
  return of(memory.appointments, organizationId).filter((one) => one.environment === environment);
}

function of<T extends { organizationId: number }>(rows: T[], organizationId: number): T[] {
  return rows.filter((row) => row.organizationId === organizationId);
}

function keep<T extends { id: number }>(rows: T[], row: T): void {
  row.id = rows.length + 1;
  rows.push(row);
}

/** The row with that id. If `organizationId` is given, the row must belong to it. */
function owned<T extends { id: number; organizationId: number }>(
  rows: T[],
  { id, organizationId }: OwnedRef,
): T | undefined {
  const row = rows.find((one) => one.id === id);
  return row && row.organizationId === (organizationId ?? row.organizationId) ? row : undefined;
}

function rememberedKey(scope: BookingScope, key: string): string {
  return `${scopeKey(scope)} ${key}`;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

async function hmacSha256(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", copyOf(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, copyOf(message)));
}

// WebCrypto takes no view of memory that might be shared.
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Another text each time, bound to its context; hidden from nobody, since WebCrypto would have to wait. */
const unencryptedBox: Ports["secretBox"] = {
  seal: (text, context) => JSON.stringify([crypto.randomUUID(), context, text]),
  open(sealed, context) {
    const [, sealedFor, text] = JSON.parse(sealed) as string[];
    if (sealedFor !== context) throw new Error(`Cannot open what was sealed for ${sealedFor}`);
    return text!;
  },
};

/** What `seedOrganization` is asked for; what is left out has a plain default. */
export interface Seed {
  organization?: Partial<Parameters<Application["createOrganization"]>[0]>;
  /** Each with the names of its workers. */
  departments?: { workers?: string[]; [setting: string]: unknown }[];
  /** Keys by a name of the test's choosing. */
  keys?: Record<string, { [setting: string]: unknown }>;
}

/** What was seeded. */
export interface Seeded<K extends string> {
  organizationId: number;
  departments: { id: number; workerIds: number[] }[];
  keys: Record<K, { id: number; key: string }>;
}

let organizations = 0;

/** Seeds an organization with departments, workers and keys through the use cases, over any ports. */
export async function seedOrganization<S extends Seed>(
  application: Application,
  seed: S,
): Promise<Seeded<keyof S["keys"] & string>> {
  const { organization } = await application.createOrganization({
    name: "Harbour Clinic",
    ownerEmail: `owner-${organizations += 1}@example.com`,
    ownerPassword: "a long enough password",
    credits: 100,
    testCredits: 100,
    ...seed.organization,
  });
  const departments: Seeded<string>["departments"] = [];
  for (const { workers = [], ...settings } of seed.departments ?? []) {
    const { id } = await application.createDepartment(organization.id, settings);
    const workerIds: number[] = [];
    for (const name of workers) workerIds.push((await application.createWorker(id, { name })).id);
    departments.push({ id, workerIds });
  }
  const keys: Seeded<string>["keys"] = {};
  for (const [name, wanted] of Object.entries(seed.keys ?? {})) {
    const { key, ...apiKey } = await application.createApiKey(organization.id, {
      name,
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      ...wanted,
    });
    keys[name] = { id: apiKey.id, key };
  }
  return { organizationId: organization.id, departments, keys };
}

function noReports(): never {
  throw new Error("Reports are read from Postgres alone");
}
