import type { inferRouterInputs } from "@trpc/server";
import { expect } from "vitest";
import type { ReportingSource } from "../../../core/ports.ts";
import type { AppRouter } from "../../../gateway/trpc/mod.ts";
import { Factor } from "../../../core/mod.ts";
import { ssoSettings } from "../../support/audit_cases/sso_cases.ts";
import { codeOf } from "../../support/in_memory/factors.ts";
import { password, type Role, type TrpcApi } from "./support.ts";

type Inputs = inferRouterInputs<AppRouter>;

/** A successful call of a procedure. */
export interface ProcedureCase<I = unknown> {
  /** The lowest role that may call it; null if it needs no session. */
  role: Role | null;
  /** Prepares the data and returns a valid input. Absent if the procedure takes no input. */
  input?: (api: TrpcApi) => I | Promise<I>;
  /** A part of the output that shows which use case was called. */
  output: unknown;
}

/** A procedure without input. */
function plain(role: Role, output: unknown): ProcedureCase<void> {
  return { role, output };
}

/** A procedure with an input. */
function takes<I>(
  role: Role | null,
  input: (api: TrpcApi) => I | Promise<I>,
  output: unknown,
): ProcedureCase<I> {
  return { role, input, output };
}

const idOf = async (made: Promise<{ id: number }>) => (await made).id;
const booked = async ({ own }: TrpcApi, more: object = {}) => ({ id: await idOf(own.book(more)) });
/** Books an appointment whose time has come. */
const begun = (api: TrpcApi) => booked(api, { dateTime: "2026-02-26T14:30:00" });
async function completed(api: TrpcApi) {
  const ref = await begun(api);
  await api.application.staff.completeAppointment(api.own.caller, ref);
  return ref;
}

const dental = ({ own }: TrpcApi) => ({ id: own.dental.id });
const arrived = async ({ application, own }: TrpcApi) => ({
  id: await idOf(application.staff.arrive(own.caller, { departmentId: own.dental.id })),
});
async function called(api: TrpcApi) {
  const ref = await arrived(api);
  await api.application.staff.callVisit(api.own.caller, { ...ref, desk: "4" });
  return ref;
}
async function heldPerson(api: TrpcApi) {
  const { staff } = api.application;
  await staff.placeLegalHold(api.own.caller, { ...await booked(api), reason: "Claim 7" });
  return { id: (await staff.listLegalHolds(api.own.caller))[0]!.id };
}
/** An entry of the waiting list. */
async function waiting({ application, own }: TrpcApi) {
  const holder = { ...own, environment: "LIVE", apiKeyId: 1, lineageId: "a" } as const;
  const fields = { departmentId: own.dental.id, fromDate: thursday, toDate: thursday };
  return { id: (await application.joinWaitlist(holder, fields)).entry.id };
}
const newKey = async ({ own }: TrpcApi) => ({ id: await idOf(own.newKey()) });
const newWebhook = async ({ own }: TrpcApi) => ({ id: await idOf(own.newWebhook()) });
const newUser = async (api: TrpcApi) => ({ id: await idOf(api.newUser("STAFF")) });

async function tokenOf({ application }: TrpcApi, { organizationId }: TrpcApi["own"]) {
  const made = await application.createReportingToken(organizationId, { name: "Warehouse" });
  return made.id;
}

async function newScreen({ application, own }: TrpcApi) {
  const wanted = { kind: "DISPLAY", name: "Hall" } as const;
  return { id: await idOf(application.staff.createScreen(own.caller, wanted)) };
}

/** A kiosk that has given one number. */
async function usedKiosk({ application, own }: TrpcApi) {
  const wanted = { kind: "KIOSK", name: "Door", givesTickets: true } as const;
  const { id, token } = await application.staff.createScreen(own.caller, wanted);
  const ipAddress = "203.0.113.7";
  const kiosk = await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
  await application.takeTicket(kiosk, { input: { departmentId: own.dental.id }, ipAddress });
  return { id };
}

/** A webhook with one delivery that has failed for good. */
async function failedDelivery({ ports }: TrpcApi, tenant: TrpcApi["own"]) {
  const { id } = await tenant.newWebhook();
  await tenant.book();
  const attempt = ports.memory.webhookAttempts.at(-1)!;
  Object.assign(attempt, { status: "FAILED", statusCode: 500, error: "Answered 500" });
  return { id, entryId: attempt.id };
}

const failedWebhook = async (api: TrpcApi) => ({ id: (await failedDelivery(api, api.own)).id });
const failedEntry = async (api: TrpcApi) => ({ id: (await failedDelivery(api, api.own)).entryId });

/** Begins another session of the user who has signed in last. */
async function anotherSession({ application, ports: { memory } }: TrpcApi) {
  const userId = memory.sessions.at(-1)!.staffUserId;
  const { email } = memory.staffUsers.find(({ id }) => id === userId)!;
  const { session } = await application.signIn({ ipAddress: "" }, { email, password });
  return { id: session.id };
}

async function signedInUser({ application, newUser }: TrpcApi) {
  const { id, ...credentials } = await newUser("STAFF");
  await application.signIn({ ipAddress: "" }, credentials);
  return { id };
}

async function disabledUser(api: TrpcApi) {
  const ref = await newUser(api);
  await api.application.staff.disableStaffUser(api.own.caller, ref);
  return ref;
}

async function withProvider({ application, own }: TrpcApi) {
  await application.staff.saveIdentityProvider(own.caller, ssoSettings);
}

async function invited(api: TrpcApi) {
  const user = await linkable(api);
  await api.application.staff.createSsoLink(api.own.caller, user);
  return user;
}

async function linkable(api: TrpcApi) {
  await withProvider(api);
  return await newUser(api);
}

/** A move of one appointment. */
async function manyMoves(api: TrpcApi) {
  const { id } = await booked(api);
  const { dateTime } = api.own.newBooking;
  const from = { dateTime, workerId: null };
  return { moves: [{ id, from, to: { ...from, dateTime: `${thursday}T15:00:00` } }] };
}

async function afterBooking<I>({ own, other }: TrpcApi, input: I) {
  await own.book();
  await other.book();
  return input;
}

const tenCodes = expect.objectContaining({ length: 10 });
const fakePasskey = { credentialId: "phone", publicKey: "key", counter: 0 };

/** Returns the user of the newest session. */
function signedIn({ ports: { memory } }: TrpcApi) {
  const { id: sessionId, staffUserId, organizationId } = memory.sessions.at(-1)!;
  return { sessionId, user: { id: staffUserId, organizationId } };
}

function newApp({ ports: { now } }: TrpcApi) {
  const code = codeOf(Math.floor(now().epochMilliseconds / 30_000));
  return { name: "App", secret: "A".repeat(32), code };
}

function newPasskey(api: TrpcApi) {
  const { sessionId, user: { organizationId } } = signedIn(api);
  const challenge = { purpose: `add ${sessionId}`, issuedAt: api.ports.now().toString() };
  return { name: "Phone", passkey: { challenge, organizationId, passkey: fakePasskey } };
}

/** Adds a factor to the user of the newest session. */
async function ownFactor(api: TrpcApi) {
  const { sessionId, user } = signedIn(api);
  const at = api.ports.now();
  const made = { kind: "TOTP", name: "App", sealedSecret: "sealed", createdAt: at } as const;
  const factor = new Factor(user, { ...made, usedUntil: at });
  await api.ports.factors.add(factor, { sessionId, codeHashes: ["hash"] }, () => null);
  return { id: factor.id };
}

async function passkeyOfNewUser(api: TrpcApi) {
  const { id } = await api.newUser("STAFF");
  const { organizationId } = api.own;
  const at = api.ports.now();
  const made = { kind: "PASSKEY", name: "Phone", passkey: fakePasskey, createdAt: at } as const;
  const usedUntil = at.subtract({ seconds: 1 });
  const factor = new Factor({ id, organizationId }, { ...made, usedUntil });
  await api.ports.factors.add(factor, { sessionId: "", codeHashes: [] }, () => null);
  const challenge = { purpose: "sign in", issuedAt: at.toString() };
  return { passkey: { challenge, organizationId, passkey: fakePasskey } };
}

/** Memory has no reports. This source has no visits. */
const noVisits = {
  age: async () => null,
  readReport: async () => ({ rows: [], total: 0 }),
  byIds: async () => [],
  close: async () => {},
} as Partial<ReportingSource> as ReportingSource;

const key = expect.stringMatching(/^mk_live_\w{42}$/);
const secret = expect.stringMatching(/^whsec_\w{44}$/);
const oneTimePassword = expect.stringMatching(/^[0-9A-Za-z]{22}$/);
const thursday = "2026-03-05";
const christmas = { from: "2026-12-24", to: "2026-12-26", reason: "Holidays" };
const morning = { opens: "09:00", closes: "12:00" };

/** Every procedure by its router. Fields and rules of the use cases are tested in test/core. */
const routers: { [R in keyof Inputs]: { [P in keyof Inputs[R]]: ProcedureCase<Inputs[R][P]> } } = {
  session: {
    signIn: takes(
      null,
      async (api) => ({ email: (await api.newUser("STAFF")).email, password }),
      { user: { role: "STAFF" } },
    ),
    current: plain("VIEWER", { organization: { timeZone: "Europe/Oslo" } }),
    signOut: plain("VIEWER", {}),
    startPasskey: { role: null, output: { challenge: { purpose: "sign in" } } },
    signInWithPasskey: takes(null, passkeyOfNewUser, { user: { role: "STAFF", hasFactor: true } }),
    requireFresh: plain("VIEWER", {}),
    prove: takes("VIEWER", () => ({ password }), {}),
    changePassword: takes(
      "VIEWER",
      () => ({ currentPassword: password, newPassword: "another password of the staff" }),
      {},
    ),
    list: plain("VIEWER", [{ isCurrent: true }]),
    end: takes("VIEWER", anotherSession, { ended: 1 }),
    endOthers: takes("VIEWER", async (api) => void await anotherSession(api), { ended: 1 }),
  },
  factors: {
    list: plain("VIEWER", { factors: [], recoveryCodes: 0 }),
    startTotp: plain("VIEWER", { secret: expect.stringMatching(/^A{32}$/) }),
    addTotp: takes("VIEWER", newApp, { factor: { kind: "TOTP" }, recoveryCodes: tenCodes }),
    startPasskey: plain("VIEWER", { challenge: { purpose: expect.stringMatching(/^add /) } }),
    addPasskey: takes("VIEWER", newPasskey, {
      factor: { kind: "PASSKEY" },
      recoveryCodes: tenCodes,
    }),
    startProof: plain("VIEWER", { challenge: { purpose: expect.stringMatching(/^prove /) } }),
    rename: takes("VIEWER", async (api) => ({ ...await ownFactor(api), name: "Phone" }), {
      name: "Phone",
    }),
    remove: takes("VIEWER", ownFactor, { kind: "TOTP" }),
    replaceRecoveryCodes: takes("VIEWER", async (api) => void await ownFactor(api), {
      recoveryCodes: tenCodes,
    }),
  },
  appointments: {
    list: takes(
      "VIEWER",
      (api) => afterBooking(api, { search: "LOVE" }),
      { items: [{ name: "Ada Lovelace", workerName: null }], totalElements: 1 },
    ),
    byId: takes("VIEWER", booked, { status: "SCHEDULED", workerName: null }),
    byQrCode: takes(
      "VIEWER",
      async ({ own }) => ({ qrCode: (await own.book()).qrCode }),
      { name: "Ada Lovelace", workerName: null },
    ),
    giveShortNumber: takes("STAFF", booked, { number: expect.stringMatching(/^[1-9]\d{5}$/) }),
    create: takes(
      "STAFF",
      ({ own }) => ({ ...own.newBooking, phone: "+47 22 33 44 55" }),
      { status: "SCHEDULED", phone: "+47 22 33 44 55" },
    ),
    update: takes("STAFF", async (api) => ({ ...await booked(api), name: "Grace Hopper" }), {
      name: "Grace Hopper",
    }),
    reschedule: takes(
      "STAFF",
      async (api) => ({ ...await booked(api), dateTime: `${thursday}T15:00:00` }),
      { dateTime: `${thursday}T15:00:00` },
    ),
    createSeries: takes(
      "STAFF",
      ({ own }) => ({ ...own.newBooking, times: 2 }),
      { booked: [{ name: "Ada Lovelace" }, { name: "Ada Lovelace" }], refused: [] },
    ),
    moveMany: takes("STAFF", manyMoves, { moved: [expect.any(Number)], refused: [] }),
    undoMoves: takes("STAFF", async (api) => {
      const { moves } = await manyMoves(api);
      await api.application.staff.moveMany(api.own.caller, { moves });
      return { moves: moves.map(({ id, from, to }) => ({ id, from: to, to: from })) };
    }, { moved: [expect.any(Number)], refused: [] }),
    cancel: takes("STAFF", booked, { status: "CANCELLED" }),
    complete: takes("STAFF", begun, { status: "COMPLETED" }),
    markMissed: takes("STAFF", begun, { status: "MISSED" }),
    revert: takes("STAFF", completed, { status: "SCHEDULED" }),
    archive: takes("ADMIN", booked, { status: "SCHEDULED", archivedAt: expect.any(String) }),
    erase: takes("ADMIN", (api) => booked(api, { dateTime: "2026-03-01T08:30:00" }), {
      name: "Erased",
    }),
    person: takes("VIEWER", booked, { person: { name: "Ada Lovelace" }, totalElements: 1 }),
    suggestions: takes(
      "STAFF",
      (api) => afterBooking(api, { text: "love" }),
      [{ name: "Ada Lovelace", last: { status: "SCHEDULED" } }],
    ),
    erasePerson: takes("ADMIN", (api) => booked(api, { dateTime: "2026-03-01T08:30:00" }), {
      erased: 1,
      kept: 0,
      keptAppointments: [],
      hasMore: false,
    }),
    exportPerson: takes("ADMIN", booked, {
      person: { name: "Ada Lovelace" },
      appointments: [{ name: "Ada Lovelace", visits: [] }],
      totalElements: 1,
    }),
    affected: takes(
      "STAFF",
      (api) => afterBooking(api, { from: thursday, to: thursday }),
      { items: [{ name: "Ada Lovelace" }], totalElements: 1 },
    ),
    history: takes("VIEWER", booked, [{ action: "appointment.created" }]),
  },
  departments: {
    list: takes(
      "VIEWER",
      () => ({ size: 2 }),
      { items: [{ name: "Dental Care" }, { name: "Physiotherapy" }], size: 2 },
    ),
    byId: takes("VIEWER", dental, { name: "Dental Care" }),
    create: takes(
      "ADMIN",
      () => ({ name: "Eye Care" }),
      { name: "Eye Care", slotCapacity: 1 },
    ),
    update: takes("ADMIN", (api) => ({ ...dental(api), slotCapacity: 4 }), {
      name: "Dental Care",
      slotCapacity: 4,
    }),
    addClosure: takes(
      "ADMIN",
      (api) => ({ departmentIds: [dental(api).id], ...christmas }),
      { changed: [{ name: "Dental Care", closures: [christmas] }], unchanged: 0 },
    ),
    removeClosure: takes(
      "ADMIN",
      async (api) => {
        await api.application.staff.addClosure(api.own.caller, {
          departmentIds: null,
          ...christmas,
        });
        return { departmentIds: null, ...christmas };
      },
      { changed: [{ name: "Dental Care", closures: [] }, {}], unchanged: 0 },
    ),
    holidayPlaces: plain("ADMIN", { countries: [{ code: "DE" }, { code: "NO" }], chosen: null }),
    holidays: takes("ADMIN", () => ({ country: "NO" }), [
      { date: "2026-12-25", name: "Første juledag", isClosed: false, booked: 0 },
      { date: "2027-01-01", name: "Første nyttårsdag", isClosed: false, booked: 0 },
    ]),
    closeOnHolidays: takes("ADMIN", () => ({ country: "NO", dates: ["2026-12-25"] }), {
      chosen: { country: "NO", region: null },
      changed: 2,
    }),
    changeHours: takes(
      "ADMIN",
      async (api) => {
        const { application, own } = api;
        const hours = { openingHours: { monday: [morning] } };
        await application.staff.updateDepartment(own.caller, { ...dental(api), ...hours });
        return { ...dental(api), changes: [{ day: "tuesday", before: null, after: morning }] };
      },
      { name: "Dental Care", openingHours: { monday: [morning], tuesday: [morning] } },
    ),
    availability: takes("VIEWER", (api) => ({ ...dental(api), dateTime: `${thursday}T14:40` }), {
      slotTime: `${thursday}T14:40:00`,
      remainingSlots: 2,
    }),
    day: takes("VIEWER", (api) => afterBooking(api, { ...dental(api), date: thursday }), {
      date: thursday,
      totalAppointments: 1,
    }),
    range: takes("VIEWER", (api) => ({ ...dental(api), from: thursday, to: "2026-03-06" }), {
      days: [{ date: thursday }, { date: "2026-03-06" }],
    }),
  },
  desk: {
    day: takes("VIEWER", (api) => afterBooking(api, { date: thursday }), {
      departments: [{ name: "Dental Care", booked: 1 }, { name: "Physiotherapy", booked: 0 }],
      totalAppointments: 1,
    }),
    waitlist: takes("VIEWER", () => ({}), { entries: [], nextCursor: null }),
    removeFromWaitlist: takes("STAFF", waiting, { id: expect.any(Number) }),
    calendar: takes("VIEWER", (api) => afterBooking(api, { from: thursday }), {
      departments: [{ name: "Dental Care" }, { name: "Physiotherapy" }],
      isCut: false,
    }),
  },
  visits: {
    queue: takes("VIEWER", async (api) => {
      await arrived(api);
      return {};
    }, { waiting: [{ number: 1 }], departments: [{ waiting: 1 }, { waiting: 0 }] }),
    arrive: takes("STAFF", ({ own }) => ({ departmentId: own.dental.id }), { number: 1 }),
    callNext: takes(
      "STAFF",
      async (api) => {
        await arrived(api);
        return { departmentIds: [api.own.dental.id], desk: "4" };
      },
      { number: 1, state: "CALLED", desk: "4" },
    ),
    callVisit: takes("STAFF", async (api) => ({ ...await arrived(api), desk: "4" }), {
      state: "CALLED",
      desk: "4",
    }),
    callAgain: takes("STAFF", called, { calls: 2 }),
    startService: takes("STAFF", called, { state: "IN_SERVICE" }),
    finish: takes("STAFF", called, { outcome: "SERVED" }),
    miss: takes(
      "STAFF",
      async (api) => {
        const { own: { caller, dental: { id } }, application: { staff } } = api;
        await staff.changeQueueRules({ ...caller, role: "ADMIN" }, { id, maxCalls: 1 });
        return await called(api);
      },
      { outcome: "NO_SHOW" },
    ),
    cancel: takes("STAFF", arrived, { outcome: "CANCELLED" }),
    leave: takes("STAFF", called, { outcome: "LEFT" }),
    returnToQueue: takes("STAFF", called, { state: "WAITING", calls: 0 }),
    transfer: takes(
      "STAFF",
      async (api) => ({ ...await called(api), departmentId: api.own.byWorker.id }),
      { state: "WAITING", calls: 0 },
    ),
    update: takes("STAFF", async (api) => ({ ...await called(api), note: "Speaks Polish" }), {
      note: "Speaks Polish",
    }),
    changeQueueRules: takes("ADMIN", (api) => ({ ...dental(api), maxCalls: 5 }), {
      maxCalls: 5,
      checkIn: "ARRIVE",
    }),
  },
  workers: {
    list: takes(
      "VIEWER",
      ({ own }) => ({ departmentId: own.byWorker.id }),
      [{ name: "Grace" }, { name: "Edsger" }],
    ),
    create: takes(
      "ADMIN",
      ({ own }) => ({ departmentId: own.dental.id, name: "Barbara" }),
      { name: "Barbara", isActive: true },
    ),
    update: takes("ADMIN", ({ own }) => ({ id: own.byWorker.workerIds[0]!, isActive: false }), {
      name: "Grace",
      isActive: false,
    }),
    coverPlan: takes(
      "STAFF",
      ({ own }) => ({ id: own.byWorker.workerIds[0]!, from: thursday, to: thursday }),
      { moves: [], unplaced: [], passed: 0, unplanned: 0 },
    ),
    addAbsence: takes(
      "STAFF",
      ({ own }) => ({ id: own.byWorker.workerIds[0]!, ...christmas }),
      { name: "Grace", absences: [christmas] },
    ),
    removeAbsence: takes(
      "STAFF",
      async ({ application, own }) => {
        const absence = { id: own.byWorker.workerIds[0]!, ...christmas };
        await application.staff.addAbsence(own.caller, absence);
        return absence;
      },
      { name: "Grace", absences: [] },
    ),
    shifts: takes(
      "VIEWER",
      ({ own }) => ({ id: own.byWorker.workerIds[0]!, from: thursday, to: thursday }),
      { workers: [{}], days: [] },
    ),
    setShifts: takes(
      "STAFF",
      ({ own }) => ({
        id: own.byWorker.workerIds[0]!,
        days: [{ date: thursday, shifts: [] }],
      }),
      { days: [{ date: thursday, shifts: [] }] },
    ),
  },
  credits: {
    balance: plain("STAFF", { live: 100, test: 100 }),
    ledger: takes(
      "ADMIN",
      (api) => afterBooking(api, { size: 1 }),
      { items: [{ kind: "CONSUMED" }], totalElements: 2 },
    ),
  },
  apiKeys: {
    list: plain("ADMIN", [{ name: "full", isActive: true }]),
    create: takes(
      "ADMIN",
      () => ({ name: "Website", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] }),
      { name: "Website", key },
    ),
    rename: takes("ADMIN", async (api) => ({ ...await newKey(api), name: "Front desk" }), {
      name: "Front desk",
    }),
    update: takes(
      "ADMIN",
      async (api) => ({ ...await newKey(api), rateLimitPerHour: 7, version: 1 }),
      { rateLimitPerHour: 7 },
    ),
    usage: takes("ADMIN", newKey, { calls: 0, errors: 0 }),
    revoke: takes("ADMIN", newKey, { isActive: false }),
    rotate: takes("ADMIN", newKey, { isActive: true, key }),
  },
  webhooks: {
    list: plain("ADMIN", []),
    create: takes(
      "ADMIN",
      () => ({ url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] }),
      { secret },
    ),
    update: takes("ADMIN", async (api) => ({ ...await newWebhook(api), isActive: false }), {
      isActive: false,
    }),
    delete: takes("ADMIN", newWebhook, {}),
    test: takes("ADMIN", newWebhook, { success: true, statusCode: 204 }),
    rotateSecret: takes("ADMIN", newWebhook, { isActive: true, secret }),
    logs: takes("ADMIN", failedWebhook, { items: [{ status: "FAILED" }], totalElements: 1 }),
    events: takes("ADMIN", failedWebhook, { items: [{ state: "FAILED" }], totalElements: 1 }),
    delivery: takes("ADMIN", failedEntry, { attempts: [{ attempt: 1 }] }),
    retry: takes("ADMIN", failedEntry, { status: "PENDING" }),
    recoverSince: takes(
      "ADMIN",
      async (api) => ({ ...await failedWebhook(api), since: "2026-03-01" }),
      { deliveries: 1 },
    ),
  },
  usage: {
    stats: takes(
      "ADMIN",
      () => ({ period: "today" }),
      { totalCalls: 0, successRate: 100 },
    ),
    logs: takes("ADMIN", () => ({ statusCode: 404 }), { items: [], size: 50 }),
  },
  staff: {
    list: plain("ADMIN", [{ id: 1, role: "OWNER" }, { isDisabled: false }]),
    invite: takes(
      "OWNER",
      () => ({ email: "grace@clinic.example", name: "Grace Hopper", role: "ADMIN" }),
      { oneTimePassword },
    ),
    setRole: takes("OWNER", async (api) => ({ ...await newUser(api), role: "ADMIN" }), {
      role: "ADMIN",
    }),
    disable: takes("OWNER", newUser, { isDisabled: true }),
    enable: takes("OWNER", disabledUser, { isDisabled: false }),
    resetPassword: takes("OWNER", newUser, { oneTimePassword }),
    endSessions: takes("OWNER", signedInUser, { ended: 1 }),
  },
  audit: {
    list: takes(
      "ADMIN",
      (api) => afterBooking(api, { subjectKind: "appointment" }),
      { items: [{ action: "appointment.created" }], totalElements: 1 },
    ),
  },
  organization: {
    current: plain("VIEWER", { name: "Harbour Clinic" }),
    update: takes(
      "ADMIN",
      () => ({ name: "Hill Clinic" }),
      { name: "Hill Clinic", timeZone: "Europe/Oslo" },
    ),
    requireFactors: takes("OWNER", () => ({ roles: ["ADMIN" as const] }), {
      factorRequiredRoles: ["ADMIN"],
    }),
  },
  retention: {
    current: plain("OWNER", { appointmentDays: null, lastRun: null }),
    preview: takes("OWNER", () => ({ appointmentDays: 90, eventDays: 30, usageDays: null }), {
      appointments: 0,
      held: 0,
    }),
    set: takes("OWNER", () => ({ appointmentDays: 90, eventDays: null, usageDays: 3650 }), {
      appointmentDays: 90,
      usageDays: 3650,
    }),
    legalHolds: plain("ADMIN", []),
    placeLegalHold: takes(
      "ADMIN",
      async (api) => ({ ...await booked(api), reason: "Claim 7" }),
      { name: "Ada Lovelace" },
    ),
    liftLegalHold: takes("OWNER", heldPerson, { name: "Ada Lovelace" }),
  },
  email: {
    current: plain("ADMIN", { kinds: [], version: 0, from: null, figures: { sent: 0 } }),
    update: takes("ADMIN", () => ({ senderName: "Town hall", language: "de", version: 0 }), {
      senderName: "Town hall",
      language: "de",
      version: 1,
    }),
    preview: takes("ADMIN", () => ({ kind: "CONFIRMATION", language: "en" }), {
      subject: expect.stringMatching(/^Your appointment on /),
      html: expect.stringContaining("<!doctype html>"),
    }),
  },
  sso: {
    provider: plain("OWNER", { provider: null, linkedStaffUserIds: [] }),
    save: takes("OWNER", () => ({ ...ssoSettings, version: 0 }), {
      issuer: "https://login.example",
      ssoOnly: false,
      version: 1,
    }),
    remove: takes("OWNER", withProvider, {}),
    createLink: takes("OWNER", linkable, {
      link: expect.stringMatching(/^\/sso\/\d+-\w{22}\?link=\w{32}$/),
      endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}$/),
    }),
    unlink: takes("OWNER", invited, { id: expect.any(Number) }),
  },
  reportingTokens: {
    list: plain("ADMIN", [{ name: "Warehouse", isRevoked: false }]),
    create: takes(
      "ADMIN",
      () => ({ name: "Warehouse", expiresDays: 30 }),
      { token: expect.stringMatching(/^unsigned-reporting-/) },
    ),
    revoke: takes("ADMIN", async (api) => ({ id: await tokenOf(api, api.own) }), {
      isRevoked: true,
    }),
  },
  reports: {
    catalogue: plain(
      "ADMIN",
      expect.arrayContaining([expect.objectContaining({ name: "visitReport" })]),
    ),
    visits: takes(
      "ADMIN",
      ({ ports }) => {
        ports.reporting.open = () => noVisits;
        return { period: "DAY", date: thursday } as const;
      },
      { from: thursday, to: thursday, beforeFrom: "2026-02-26", totals: { visits: 0 } },
    ),
  },
  screens: {
    list: plain("ADMIN", [{ name: "Entrance", isRevoked: false }]),
    create: takes(
      "ADMIN",
      () => ({ kind: "DISPLAY", name: "Hall" }),
      { kind: "DISPLAY", name: "Hall", token: expect.stringMatching(/^\w{32}$/) },
    ),
    revoke: takes("ADMIN", newScreen, { isRevoked: true }),
    waiting: takes("ADMIN", usedKiosk, { waiting: 1 }),
    endWaiting: takes("ADMIN", usedKiosk, { ended: 1 }),
  },
};

/** The case of each procedure, by its name. */
export const procedureCases: Record<string, ProcedureCase> = Object.fromEntries(
  Object.entries(routers).flatMap(([router, cases]) =>
    Object.entries(cases as Record<string, ProcedureCase>).map(([procedure, one]) => [
      `${router}.${procedure}`,
      one,
    ])
  ),
);
