import type { inferRouterInputs } from "@trpc/server";
import { expect } from "vitest";
import type { AppRouter } from "../../../gateway/trpc/mod.ts";
import { password, type Role, type TrpcApi } from "./support.ts";

type Inputs = inferRouterInputs<AppRouter>;

/** One successful call of a procedure and one refused input. */
export interface ProcedureCase<I = unknown> {
  /** The lowest role that may call it; null if it needs no session. */
  role: Role | null;
  /** Whether it may be called before a one-time password is changed. */
  allowsOneTimePassword?: true;
  /** Prepares the data and returns a valid input. Absent if the procedure takes no input. */
  input?: (api: TrpcApi) => I | Promise<I>;
  /** A part of the output that shows which use case was called. */
  output: unknown;
  /** An invalid input and every field at fault. */
  fault?: [input: unknown, fields: string[]];
  /** What `id` names. */
  subject?: Subject;
}

/** For each kind of thing: the code for an unknown id, and an id of another organization. */
export const subjects = {
  appointment: {
    code: "APPOINTMENT_NOT_FOUND",
    foreignId: async ({ other }) => idOf(other.book()),
  },
  department: { code: "DEPARTMENT_NOT_FOUND", foreignId: ({ other }) => other.dental.id },
  worker: { code: "WORKER_NOT_FOUND", foreignId: ({ other }) => other.byWorker.workerIds[0]! },
  apiKey: { code: "API_KEY_NOT_FOUND", foreignId: ({ other }) => idOf(other.newKey()) },
  webhook: { code: "WEBHOOK_NOT_FOUND", foreignId: ({ other }) => idOf(other.newWebhook()) },
  delivery: {
    code: "WEBHOOK_LOG_NOT_FOUND",
    foreignId: async (api) => (await failedDelivery(api, api.other)).entryId,
  },
  staff: {
    code: "STAFF_USER_NOT_FOUND",
    foreignId: async ({ application, other }) => {
      const user = { email: `${crypto.randomUUID()}@other.example`, name: "Eve", role: "STAFF" };
      return (await application.createStaffUser(other.organizationId, user)).user.id;
    },
  },
  reportingToken: {
    code: "REPORTING_TOKEN_NOT_FOUND",
    foreignId: (api) => tokenOf(api, api.other),
  },
} satisfies Record<
  string,
  { code: string; foreignId(api: TrpcApi): number | Promise<number> }
>;

type Subject = keyof typeof subjects;

/** A procedure without input. */
function plain(role: Role, output: unknown): ProcedureCase<void> {
  return { role, output };
}

/** A procedure with an input. */
function takes<I>(
  role: Role | null,
  input: (api: TrpcApi) => I | Promise<I>,
  output: unknown,
  fault: [input: unknown, fields: string[]],
): ProcedureCase<I> {
  return { role, input, output, fault };
}

/** A procedure whose `id` names a subject. `more` are its other required fields. */
function names<I>(
  role: Role,
  subject: Subject,
  input: (api: TrpcApi) => I | Promise<I>,
  output: unknown,
  ...more: string[]
): ProcedureCase<I> {
  return { role, subject, input, output, fault: [{}, ["id", ...more]] };
}

const idOf = async (made: Promise<{ id: number }>) => (await made).id;
const booked = async ({ own }: TrpcApi, more: object = {}) => ({ id: await idOf(own.book(more)) });
const dental = ({ own }: TrpcApi) => ({ id: own.dental.id });
const newKey = async ({ own }: TrpcApi) => ({ id: await idOf(own.newKey()) });
const newWebhook = async ({ own }: TrpcApi) => ({ id: await idOf(own.newWebhook()) });
const newUser = async (api: TrpcApi) => ({ id: await idOf(api.newUser("STAFF")) });

async function tokenOf({ application }: TrpcApi, { organizationId }: TrpcApi["own"]) {
  const made = await application.createReportingToken(organizationId, { name: "Warehouse" });
  return made.id;
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

/** Gives every user the same password, also the one with a one-time password. */
async function samePassword({ ports }: TrpcApi) {
  const passwordHash = await ports.hashPassword(password);
  for (const user of ports.memory.staffUsers) user.passwordHash = passwordHash;
  return { currentPassword: password, newPassword: "another password of the staff" };
}

async function disabledUser(api: TrpcApi) {
  const ref = await newUser(api);
  await api.application.staff.disableStaffUser(api.own.caller, ref);
  return ref;
}

async function afterBooking<I>({ own, other }: TrpcApi, input: I) {
  await own.book();
  await other.book();
  return input;
}

const anytime = { allowsOneTimePassword: true } as const;
const key = expect.stringMatching(/^mk_live_\w{42}$/);
const secret = expect.stringMatching(/^whsec_\w{44}$/);
const oneTimePassword = expect.stringMatching(/^[0-9A-Za-z]{20}$/);
const noPage: [object, string[]] = [{ page: -1 }, ["page"]];
const thursday = "2026-03-05";

/** Every procedure by its router. Fields and rules of the use cases are tested in test/core. */
const routers: { [R in keyof Inputs]: { [P in keyof Inputs[R]]: ProcedureCase<Inputs[R][P]> } } = {
  session: {
    signIn: takes(
      null,
      async (api) => ({ email: (await api.newUser("STAFF")).email, password }),
      { user: { role: "STAFF" } },
      [{}, ["email", "password"]],
    ),
    current: { ...plain("STAFF", { organization: { timeZone: "Europe/Oslo" } }), ...anytime },
    signOut: { ...plain("STAFF", {}), ...anytime },
    changePassword: {
      ...takes("STAFF", samePassword, {}, [{}, ["currentPassword", "newPassword"]]),
      ...anytime,
    },
  },
  appointments: {
    list: takes(
      "STAFF",
      (api) => afterBooking(api, { search: "LOVE" }),
      { items: [{ name: "Ada Lovelace", workerName: null }], totalElements: 1 },
      noPage,
    ),
    byId: names("STAFF", "appointment", booked, { status: "SCHEDULED", workerName: null }),
    byQrCode: takes(
      "STAFF",
      async ({ own }) => ({ qrCode: (await own.book()).qrCode }),
      { name: "Ada Lovelace", workerName: null },
      [{}, ["qrCode"]],
    ),
    create: takes(
      "STAFF",
      ({ own }) => ({ ...own.wish, phone: "+47 22 33 44 55" }),
      { status: "SCHEDULED", phone: "+47 22 33 44 55" },
      [{}, ["departmentId", "dateTime", "name"]],
    ),
    update: names(
      "STAFF",
      "appointment",
      async (api) => ({ ...await booked(api), name: "Grace Hopper" }),
      { name: "Grace Hopper" },
    ),
    reschedule: names(
      "STAFF",
      "appointment",
      async (api) => ({ ...await booked(api), dateTime: `${thursday}T15:00:00` }),
      { dateTime: `${thursday}T15:00:00` },
      "dateTime",
    ),
    cancel: names("STAFF", "appointment", booked, { status: "CANCELLED" }),
    complete: names("STAFF", "appointment", booked, { status: "COMPLETED" }),
    markMissed: names("STAFF", "appointment", booked, { status: "MISSED" }),
    erase: names(
      "ADMIN",
      "appointment",
      (api) => booked(api, { dateTime: "2026-03-01T08:30:00" }),
      { name: "Erased" },
    ),
    history: names("STAFF", "appointment", booked, [{ action: "appointment.created" }]),
  },
  departments: {
    list: takes(
      "STAFF",
      () => ({ size: 2 }),
      { items: [{ name: "Dental Care" }, { name: "Physiotherapy" }], size: 2 },
      noPage,
    ),
    byId: names("STAFF", "department", dental, { name: "Dental Care" }),
    create: takes(
      "ADMIN",
      () => ({ name: "Eye Care" }),
      { name: "Eye Care", slotCapacity: 1 },
      [{}, ["name"]],
    ),
    update: names(
      "ADMIN",
      "department",
      (api) => ({ ...dental(api), slotCapacity: 4 }),
      { name: "Dental Care", slotCapacity: 4 },
    ),
    availability: names(
      "STAFF",
      "department",
      (api) => ({ ...dental(api), dateTime: `${thursday}T14:40` }),
      { slotTime: `${thursday}T14:40:00`, remainingSlots: 2 },
      "dateTime",
    ),
    day: names(
      "STAFF",
      "department",
      (api) => afterBooking(api, { ...dental(api), date: thursday }),
      { date: thursday, totalAppointments: 1 },
      "date",
    ),
    range: names(
      "STAFF",
      "department",
      (api) => ({ ...dental(api), from: thursday, to: "2026-03-06" }),
      { days: [{ date: thursday }, { date: "2026-03-06" }] },
      "from",
      "to",
    ),
  },
  workers: {
    list: takes(
      "STAFF",
      ({ own }) => ({ departmentId: own.byWorker.id }),
      [{ name: "Grace" }, { name: "Edsger" }],
      [{ departmentId: "1" }, ["departmentId"]],
    ),
    create: takes(
      "ADMIN",
      ({ own }) => ({ departmentId: own.dental.id, name: "Barbara" }),
      { name: "Barbara", isActive: true },
      [{}, ["name", "departmentId"]],
    ),
    update: names(
      "ADMIN",
      "worker",
      ({ own }) => ({ id: own.byWorker.workerIds[0]!, isActive: false }),
      { name: "Grace", isActive: false },
    ),
  },
  credits: {
    balance: plain("STAFF", { live: 100, test: 100 }),
    ledger: takes(
      "ADMIN",
      (api) => afterBooking(api, { size: 1 }),
      { items: [{ kind: "CONSUMED" }], totalElements: 2 },
      [{ kind: "LOST" }, ["kind"]],
    ),
  },
  apiKeys: {
    list: plain("ADMIN", [{ name: "full", isActive: true }]),
    create: takes(
      "ADMIN",
      () => ({ name: "Website", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] }),
      { name: "Website", key },
      [{}, ["name", "environment", "scopes"]],
    ),
    rename: names(
      "ADMIN",
      "apiKey",
      async (api) => ({ ...await newKey(api), name: "Front desk" }),
      { name: "Front desk" },
      "name",
    ),
    revoke: names("ADMIN", "apiKey", newKey, { isActive: false }),
    rotate: names("ADMIN", "apiKey", newKey, { isActive: true, key }),
  },
  webhooks: {
    list: plain("ADMIN", []),
    create: takes(
      "ADMIN",
      () => ({ url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] }),
      { secret },
      [{}, ["url", "events"]],
    ),
    update: names(
      "ADMIN",
      "webhook",
      async (api) => ({ ...await newWebhook(api), isActive: false }),
      { isActive: false },
    ),
    delete: names("ADMIN", "webhook", newWebhook, {}),
    test: names("ADMIN", "webhook", newWebhook, { success: true, statusCode: 204 }),
    rotateSecret: names("ADMIN", "webhook", newWebhook, { isActive: true, secret }),
    logs: names(
      "ADMIN",
      "webhook",
      failedWebhook,
      { items: [{ status: "FAILED" }], totalElements: 1 },
    ),
    delivery: names("ADMIN", "delivery", failedEntry, { attempts: [{ attempt: 1 }] }),
    retry: names("ADMIN", "delivery", failedEntry, { status: "PENDING" }),
    recoverSince: names(
      "ADMIN",
      "webhook",
      async (api) => ({ ...await failedWebhook(api), since: "2026-03-01" }),
      { deliveries: 1 },
      "since",
    ),
  },
  usage: {
    stats: takes(
      "ADMIN",
      () => ({ period: "today" }),
      { totalCalls: 0, successRate: 100 },
      [{ period: "year" }, ["period"]],
    ),
    logs: takes("ADMIN", () => ({ statusCode: 404 }), { items: [], size: 50 }, noPage),
  },
  staff: {
    list: plain("ADMIN", [{ id: 1, role: "OWNER" }, { isDisabled: false }]),
    invite: takes(
      "OWNER",
      () => ({ email: "grace@clinic.example", name: "Grace Hopper", role: "ADMIN" }),
      { oneTimePassword },
      [{}, ["email", "name", "role"]],
    ),
    setRole: names(
      "OWNER",
      "staff",
      async (api) => ({ ...await newUser(api), role: "ADMIN" }),
      { role: "ADMIN" },
      "role",
    ),
    disable: names("OWNER", "staff", newUser, { isDisabled: true }),
    enable: names("OWNER", "staff", disabledUser, { isDisabled: false }),
    resetPassword: names("OWNER", "staff", newUser, { oneTimePassword }),
  },
  audit: {
    list: takes(
      "ADMIN",
      (api) => afterBooking(api, { subjectKind: "appointment" }),
      { items: [{ action: "appointment.created" }], totalElements: 1 },
      [{ actorKind: "x" }, ["actorKind"]],
    ),
  },
  organization: {
    current: plain("STAFF", { name: "Harbour Clinic" }),
    update: takes(
      "ADMIN",
      () => ({ name: "Hill Clinic" }),
      { name: "Hill Clinic", timeZone: "Europe/Oslo" },
      [{ name: " " }, ["name"]],
    ),
  },
  reportingTokens: {
    list: plain("ADMIN", [{ name: "Warehouse", isRevoked: false }]),
    create: takes(
      "ADMIN",
      () => ({ name: "Warehouse", expiresDays: 30 }),
      { token: expect.stringMatching(/^unsigned-reporting-/) },
      [{}, ["name"]],
    ),
    revoke: names(
      "ADMIN",
      "reportingToken",
      async (api) => ({ id: await tokenOf(api, api.own) }),
      { isRevoked: true },
    ),
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
