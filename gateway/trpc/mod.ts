// A router of fixtures with the shapes of the real one; the real one takes its place.
import { initTRPC, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { z } from "zod";

class Refusal extends Error {
  appCode: string;
  details: { field: string; message: string }[];
  constructor(appCode: string, message: string, details: { field: string; message: string }[] = []) { super(message); this.appCode = appCode; this.details = details; }
}
const codes: Record<string, TRPCError["code"]> = { UNAUTHENTICATED: "UNAUTHORIZED", INVALID_CREDENTIALS: "UNAUTHORIZED", FORBIDDEN: "FORBIDDEN", PASSWORD_CHANGE_REQUIRED: "FORBIDDEN", CONFLICT: "CONFLICT", INSUFFICIENT_CREDITS: "PAYMENT_REQUIRED" };
function refuse(code: string, message: string, details: { field: string; message: string }[] = []): never {
  throw new TRPCError({ code: codes[code] ?? (code.endsWith("NOT_FOUND") ? "NOT_FOUND" : "BAD_REQUEST"), message, cause: new Refusal(code, message, details) });
}
const t = initTRPC.context<{ session: string | undefined; setCookie(value: string): void }>().create({
  errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, appCode: error.cause instanceof Refusal ? error.cause.appCode : error.cause instanceof z.ZodError ? "VALIDATION_ERROR" : "INTERNAL_ERROR", details: error.cause instanceof Refusal ? error.cause.details : error.cause instanceof z.ZodError ? error.cause.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message })) : [] } }),
});
type Role = "OWNER" | "ADMIN" | "STAFF";
type Environment = "LIVE" | "TEST";
type Status = "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED";
interface Appointment { id: number; dateTime: string; status: Status; name: string; qrCode: string; departmentId: number; departmentName: string; externalUserId?: string; createdAt: string; archivedAt?: string; environment: Environment; phone: string; workerId: number | null; workerName?: string | null }
interface OpenInterval { opens: string; closes: string }
type OpeningHours = Partial<Record<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday", OpenInterval[]>>;
interface Department { id: number; name: string; address: string; phoneNumber: string; slotInterval: number; workingHours: string; showAdminsInBooking: boolean; slotCapacity: number; slotOffset: number; openingHours: OpeningHours | null; closures: { from: string; to: string; reason: string }[]; bookingWindow: { minLeadMinutes?: number; maxDaysAhead?: number; refusePast?: boolean } | null; isActive: boolean }
interface StaffUser { id: number; email: string; name: string; role: Role; isDisabled: boolean; mustChangePassword: boolean; createdAt: string; lastActiveAt: string | null }
interface AuditEntry { id: number; actor: { kind: "STAFF" | "API_KEY" | "OPERATOR"; id: number | null; name: string; ipAddress: string | null }; action: string; subjectId: number; subjectName: string; environment: Environment | null; changes: { field: string; before?: unknown; after?: unknown }[]; at: string }
interface ApiKey { id: number; name: string; maskedKey: string; environment: Environment; scopes: ("READ_APPOINTMENTS" | "WRITE_APPOINTMENTS")[]; rateLimitPerHour: number; isActive: boolean; createdAt: string; lastUsedAt: string | null }
interface Webhook { id: number; url: string; events: string[]; isActive: boolean; includeTest: boolean; createdAt: string; lastTriggeredAt: string | null; healthStatus: "HEALTHY" | "DEGRADED" | "FAILING" }
interface Delivery { id: number; webhookId: number; eventId: string; deliveryId: string; eventType: string; attempt: number; status: "PENDING" | "DELIVERED" | "FAILED" | "ABANDONED"; statusCode: number | null; responseTimeMs: number | null; error: string | null; createdAt: string; nextRetryAt: string | null }
interface CreditEntry { id: number; kind: "CONSUMED" | "REFUNDED" | "GRANTED"; amount: number; balanceAfter: number; appointmentId: number | null; note: string; createdAt: string }
interface ReportingToken { id: number; name: string; createdAt: string; expiresAt: string | null; lastUsedAt: string | null; isRevoked: boolean }

let seed = 7;
const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const text = (length: number) => Array.from({ length }, () => pick([..."ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"])).join("");
const organization: { id: number; name: string; timeZone: string; createdAt: string } = { id: 1, name: "City Clinic", timeZone: "America/New_York", createdAt: "2026-01-04T09:00:00" };
const now = () => Temporal.Now.zonedDateTimeISO(organization.timeZone).toPlainDateTime();
const local = (dateTime: Temporal.PlainDateTime) => dateTime.toString({ smallestUnit: "second" });
const today = () => now().toPlainDate().toString();
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const hours = (opens: string, closes: string, pause?: [string, string]): OpeningHours => Object.fromEntries(weekdays.map((day) => [day, pause ? [{ opens, closes: pause[0] }, { opens: pause[1], closes }] : [{ opens, closes }]]));
const departments: Department[] = [
  { id: 1, name: "General practice", address: "Lindenstraße 12, 10969 Berlin", phoneNumber: "+49 30 5550 100", slotInterval: 15, workingHours: "Every day 8–18, closed over lunch", showAdminsInBooking: false, slotCapacity: 3, slotOffset: 0, openingHours: hours("08:00", "18:00", ["12:30", "13:30"]), closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }], bookingWindow: { minLeadMinutes: 0, maxDaysAhead: 90, refusePast: false }, isActive: true },
  { id: 2, name: "Physiotherapy", address: "Lindenstraße 14, 10969 Berlin", phoneNumber: "+49 30 5550 200", slotInterval: 30, workingHours: "Every day 7–20", showAdminsInBooking: true, slotCapacity: 4, slotOffset: 0, openingHours: hours("07:00", "20:00"), closures: [], bookingWindow: null, isActive: true },
  { id: 3, name: "Laboratory", address: "Lindenstraße 12, ground floor", phoneNumber: "+49 30 5550 300", slotInterval: 10, workingHours: "Mornings only", showAdminsInBooking: false, slotCapacity: 2, slotOffset: 0, openingHours: hours("07:00", "12:00"), closures: [], bookingWindow: null, isActive: true },
  { id: 4, name: "Old radiology", address: "", phoneNumber: "", slotInterval: 60, workingHours: "", showAdminsInBooking: false, slotCapacity: 1, slotOffset: 0, openingHours: null, closures: [], bookingWindow: null, isActive: false },
];
const workers = [
  { id: 1, departmentId: 2, name: "Jonas Weber", isActive: true }, { id: 2, departmentId: 2, name: "Mira Hoffmann", isActive: true },
  { id: 3, departmentId: 2, name: "Ali Demir", isActive: true }, { id: 4, departmentId: 2, name: "Petra Klein", isActive: true },
  { id: 5, departmentId: 1, name: "Dr. Ruth Adler", isActive: true }, { id: 6, departmentId: 1, name: "Dr. Paul Simon", isActive: false },
];
const firstNames = ["Ada", "Emil", "Lena", "Noah", "Mia", "Paul", "Elif", "Jan", "Sofia", "Omar", "Greta", "Luca", "Hanna", "Milan", "Ines", "Tariq", "Clara", "Oskar", "Yara", "Bela"];
const lastNames = ["Schmidt", "Novak", "Yılmaz", "Keller", "Rossi", "Okafor", "Larsen", "Becker", "Haddad", "Nguyen", "Fischer", "Kowalska", "Brandt", "Silva", "Ivanova", "Maier", "O’Brien", "Petersen", "von Hohenstein-Württemberg"];
const appointments: Appointment[] = [];
const people: StaffUser[] = [
  { id: 1, email: "owner@clinic.example", name: "Olivia Brandt", role: "OWNER", isDisabled: false, mustChangePassword: false, createdAt: "2026-01-04T09:00:00", lastActiveAt: local(now()) },
  { id: 2, email: "manager@clinic.example", name: "Adam Novak", role: "ADMIN", isDisabled: false, mustChangePassword: false, createdAt: "2026-01-05T09:00:00", lastActiveAt: local(now().subtract({ hours: 3 })) },
  { id: 3, email: "desk@clinic.example", name: "Dana Keller", role: "STAFF", isDisabled: false, mustChangePassword: false, createdAt: "2026-02-02T09:00:00", lastActiveAt: local(now().subtract({ days: 1 })) },
  { id: 4, email: "new@clinic.example", name: "Nico Fischer", role: "STAFF", isDisabled: false, mustChangePassword: true, createdAt: "2026-07-01T09:00:00", lastActiveAt: null },
  { id: 5, email: "gone@clinic.example", name: "Greta Maier", role: "STAFF", isDisabled: true, mustChangePassword: false, createdAt: "2026-02-02T09:00:00", lastActiveAt: "2026-05-30T16:40:00" },
];
const audit: AuditEntry[] = [];
const credits: Record<Environment, CreditEntry[]> = { LIVE: [], TEST: [] };
const balance = (environment: Environment) => credits[environment].at(-1)?.balanceAfter ?? 0;
function move(environment: Environment, kind: CreditEntry["kind"], amount: number, appointmentId: number | null, note = "", createdAt = local(now())) {
  credits[environment].push({ id: credits.LIVE.length + credits.TEST.length + 1, kind, amount, balanceAfter: balance(environment) + amount, appointmentId, note, createdAt });
}
move("LIVE", "GRANTED", 10_000, null, "Starting balance", "2026-01-04T09:00:00");
move("TEST", "GRANTED", 10_000, null, "Starting balance", "2026-01-04T09:00:00");
function write(action: string, subjectId: number, subjectName: string, { environment = null, changes = [], user = people[0]! }: { environment?: Environment | null; changes?: AuditEntry["changes"]; user?: StaffUser } = {}) {
  audit.push({ id: audit.length + 1, actor: { kind: "STAFF", id: user.id, name: user.name, ipAddress: "192.0.2.17" }, action, subjectId, subjectName, environment, changes, at: local(now()) });
}
const zoned = (date: string, minutes: number) => Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes });
function isOpen(department: Department, at: Temporal.PlainDateTime) {
  if (!department.openingHours) return true;
  const time = at.toString().slice(11, 16);
  return (department.openingHours[weekdays[at.dayOfWeek - 1]!] ?? []).some(({ opens, closes }) => opens <= time && time < closes);
}
function slotsOf(department: Department, date: string, environment: Environment, allSlots = false) {
  const held = appointments.filter((one) => one.departmentId === department.id && one.environment === environment && !one.archivedAt && one.dateTime.startsWith(date));
  const slots = [];
  for (let minute = department.slotOffset; minute < 1440; minute += department.slotInterval) {
    const start = zoned(date, minute), end = start.add({ minutes: department.slotInterval });
    const [from, to] = [local(start), local(end)];
    const booked = held.filter((one) => one.status !== "CANCELLED" && one.dateTime >= from && one.dateTime < to).length;
    const closure = department.closures.find((one) => one.from <= date && date <= one.to);
    const open = isOpen(department, start);
    const reason = closure ? `Closed on ${date}: ${closure.reason}` : !open ? `Closed at ${from.slice(11, 16)}` : booked >= department.slotCapacity ? `Slot is full (${booked}/${department.slotCapacity} booked)` : null;
    if (!open && booked === 0 && !allSlots) continue;
    slots.push({ slotTime: from, endTime: to, capacity: department.slotCapacity, booked, remainingSlots: reason ? 0 : department.slotCapacity - booked, available: reason === null, unavailabilityReason: reason });
  }
  return { slots, held };
}
function add(date: string, department: Department, environment: Environment, share: number) {
  for (const slot of slotsOf(department, date, environment).slots) {
    for (let place = 0; place < slot.capacity; place++) {
      if (random() > share) continue;
      const worker = department.showAdminsInBooking ? workers.filter((one) => one.departmentId === department.id)[place] ?? null : null;
      const isPast = slot.endTime < local(now());
      const status: Status = isPast ? (random() < 0.86 ? "COMPLETED" : "MISSED") : random() < 0.05 ? "CANCELLED" : "SCHEDULED";
      const id = appointments.length + 1;
      appointments.push({ id, dateTime: slot.slotTime, status, name: `${pick(firstNames)} ${pick(lastNames)}`, qrCode: text(22), departmentId: department.id, departmentName: department.name, ...(random() < 0.4 && { externalUserId: `crm-${10_000 + id}` }), createdAt: local(now().subtract({ hours: Math.floor(random() * 200) })), environment, phone: random() < 0.7 ? `+49 170 555 ${1000 + id}` : "", workerId: worker?.id ?? null, workerName: worker?.name ?? null });
      move(environment, "CONSUMED", -1, id);
      if (status === "CANCELLED") move(environment, "REFUNDED", 1, id);
      audit.push({ id: audit.length + 1, actor: { kind: "API_KEY", id: 1, name: "Website", ipAddress: "198.51.100.7" }, action: "appointment.created", subjectId: id, subjectName: "", environment, changes: [], at: local(now().subtract({ hours: 30 })) });
      if (status !== "SCHEDULED") write(`appointment.${status.toLowerCase()}`, id, "", { environment, changes: [{ field: "status", before: "SCHEDULED", after: status }] });
    }
  }
}
const many = process.env["MANY"] === "1";
if (many) for (const department of departments) department.slotCapacity *= 12;
for (const department of departments.slice(0, 3)) {
  add(today(), department, "LIVE", 0.75);
  add(today(), department, "TEST", 0.1);
  for (let day = -3; day < 6; day++) if (day) add(Temporal.PlainDate.from(today()).add({ days: day }).toString(), department, "LIVE", 0.4 - day * 0.03);
}
const apiKeys: ApiKey[] = [
  { id: 1, name: "Website", maskedKey: "mk_live_****a1B2", environment: "LIVE", scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"], rateLimitPerHour: 1000, isActive: true, createdAt: "2026-02-01T10:00:00", lastUsedAt: local(now().subtract({ minutes: 2 })) },
  { id: 2, name: "Staging", maskedKey: "mk_test_****Zx81", environment: "TEST", scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"], rateLimitPerHour: 100, isActive: true, createdAt: "2026-02-03T10:00:00", lastUsedAt: null },
  { id: 3, name: "Old kiosk", maskedKey: "mk_live_****qW90", environment: "LIVE", scopes: ["READ_APPOINTMENTS"], rateLimitPerHour: 250, isActive: false, createdAt: "2025-11-11T10:00:00", lastUsedAt: "2026-05-02T08:12:00" },
];
const webhooks: Webhook[] = [
  { id: 1, url: "https://crm.clinic.example/hooks/appointments", events: ["APPOINTMENT_CREATED", "APPOINTMENT_UPDATED", "APPOINTMENT_CANCELLED"], isActive: true, includeTest: false, createdAt: "2026-03-01T10:00:00", lastTriggeredAt: local(now().subtract({ minutes: 4 })), healthStatus: "HEALTHY" },
  { id: 2, url: "https://billing.clinic.example/in", events: ["APPOINTMENT_COMPLETED", "APPOINTMENT_NO_SHOW"], isActive: true, includeTest: false, createdAt: "2026-04-01T10:00:00", lastTriggeredAt: local(now().subtract({ minutes: 40 })), healthStatus: "FAILING" },
  { id: 3, url: "https://screen.clinic.example/slots", events: ["SLOT_AVAILABILITY_CHANGED"], isActive: false, includeTest: true, createdAt: "2026-04-09T10:00:00", lastTriggeredAt: null, healthStatus: "HEALTHY" },
];
const deliveries: Delivery[] = [];
for (let i = 0; i < 60; i++) {
  const failed = i % 4 === 0;
  deliveries.push({ id: i + 1, webhookId: i % 3 === 0 ? 2 : 1, eventId: `evt_${text(20)}`, deliveryId: crypto.randomUUID(), eventType: pick(["appointment.created", "appointment.updated", "appointment.completed", "appointment.cancelled"]), attempt: failed ? 1 + (i % 5) : 1, status: i < 2 ? "PENDING" : failed ? "FAILED" : "DELIVERED", statusCode: i < 2 ? null : failed ? pick([500, 502, null]) : 204, responseTimeMs: i < 2 ? null : 20 + Math.floor(random() * 400), error: failed && i >= 2 ? "The receiver answered with 500" : null, createdAt: local(now().subtract({ minutes: i * 7 })), nextRetryAt: failed && i % 8 === 0 ? local(now().add({ minutes: 5 })) : null });
}
const tokens: ReportingToken[] = [
  { id: 1, name: "Monthly board report", createdAt: "2026-05-01T10:00:00", expiresAt: "2027-05-01T10:00:00", lastUsedAt: local(now().subtract({ days: 2 })), isRevoked: false },
  { id: 2, name: "BI trial", createdAt: "2026-03-01T10:00:00", expiresAt: null, lastUsedAt: null, isRevoked: true },
];
const sessions = new Map<string, number>();
const passwords = new Map<number, string>();

const open = t.procedure.use(({ next }) => { return next(); });
const signedIn = t.procedure.use(({ ctx, next }) => {
  const user = people.find((one) => one.id === sessions.get(ctx.session ?? ""));
  if (!user) refuse("UNAUTHENTICATED", "There is no session; sign in");
  return next({ ctx: { ...ctx, user } });
});
const withRole = (role: Role) => signedIn.use(({ ctx, next }) => {
  if (ctx.user.mustChangePassword) refuse("PASSWORD_CHANGE_REQUIRED", "The password is a one-time one; change it before anything else");
  const ranks = { STAFF: 0, ADMIN: 1, OWNER: 2 };
  if (ranks[ctx.user.role] < ranks[role]) refuse("FORBIDDEN", `This needs the role ${role}`);
  return next({ ctx });
});
const S = withRole("STAFF"), A = withRole("ADMIN"), O = withRole("OWNER");
const describe = (user: StaffUser) => ({ user: { id: user.id, email: user.email, name: user.name, role: user.role, mustChangePassword: user.mustChangePassword }, organization: { id: organization.id, name: organization.name, timeZone: organization.timeZone } });
const id = z.object({ id: z.number() });
const named = z.object({ id: z.number(), environment: z.enum(["LIVE", "TEST"]).optional() });
function pageOf<T>(all: T[], { page = 0, size = 20 }: { page?: number | undefined; size?: number | undefined }) {
  const totalPages = Math.ceil(all.length / size);
  return { items: all.slice(page * size, page * size + size), page, size, totalElements: all.length, totalPages, isLast: page >= totalPages - 1 };
}
const find = <T extends { id: number }>(list: T[], wanted: number, code: string): T => list.find((one) => one.id === wanted) ?? refuse(code, `There is nothing with this id`);
function scheduled(input: { id: number }) {
  const found = find(appointments, input.id, "APPOINTMENT_NOT_FOUND");
  if (found.status !== "SCHEDULED" || found.archivedAt) refuse("CONFLICT", `The appointment is ${found.archivedAt ? "archived" : found.status}, not SCHEDULED`);
  return found;
}
function checkSlot(department: Department, dateTime: string, environment: Environment) {
  const slot = slotsOf(department, dateTime.slice(0, 10), environment, true).slots.find((one) => one.slotTime <= dateTime && dateTime < one.endTime);
  if (slot?.unavailabilityReason) refuse("VALIDATION_ERROR", "The request is not valid: see dateTime", [{ field: "dateTime", message: slot.unavailabilityReason }]);
}
const settings = { name: z.string().trim().min(1, "Must not be empty").max(255), address: z.string(), phoneNumber: z.string(), slotInterval: z.number().int().min(1).max(1440), workingHours: z.string(), showAdminsInBooking: z.boolean(), slotCapacity: z.number().int().min(1).max(10_000), slotOffset: z.number().int().min(0), openingHours: z.custom<OpeningHours | null>(), closures: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })), bookingWindow: z.custom<Department["bookingWindow"]>(), isActive: z.boolean() };
const setStatus = (status: Status, from: Status[]) => S.input(named).mutation(({ input, ctx }) => {
  const found = find(appointments, input.id, "APPOINTMENT_NOT_FOUND");
  if (!from.includes(found.status)) refuse("CONFLICT", `The appointment is ${found.status}, not ${from.join(" or ")}`);
  write(`appointment.${status.toLowerCase()}`, found.id, "", { environment: found.environment, changes: [{ field: "status", before: found.status, after: status }], user: ctx.user });
  found.status = status;
  if (status === "CANCELLED") move(found.environment, "REFUNDED", 1, found.id);
  return { ...found };
});
const usageEntry = (i: number) => { const endpoint = pick(["/api/v1/appointments", `/api/v1/appointments/${i}`, "/api/v1/departments", "/api/v1/departments/1/availability"]); const method = endpoint === "/api/v1/appointments" ? pick(["GET", "POST"]) : "GET"; const statusCode = random() < 0.9 ? (method === "POST" ? 201 : 200) : pick([400, 402, 404, 429]); return { id: 1000 - i, apiKeyName: pick(["Website", "Staging"]), endpoint, method, statusCode, creditsConsumed: statusCode === 201 ? 1 : 0, responseTimeMs: 2 + Math.floor(random() * 40), timestamp: local(now().subtract({ minutes: i * 3 })), ipAddress: "198.51.100.7", userAgent: "ClinicWebsite/2.1 (+https://clinic.example)" }; };
const usageLog = Array.from({ length: 340 }, (_, i) => usageEntry(i));
const environmentField = z.enum(["LIVE", "TEST"]).optional();

const router = t.router({
  session: t.router({
    signIn: open.input(z.object({ email: z.string().trim().min(1, "Must not be empty"), password: z.string().min(1, "Must not be empty") })).mutation(({ input, ctx }) => {
      const user = people.find((one) => one.email === input.email.toLowerCase());
      if (!user || user.isDisabled || input.password !== (passwords.get(user.id) ?? "correct horse")) refuse("INVALID_CREDENTIALS", "The e-mail or the password is wrong");
      const session = crypto.randomUUID();
      sessions.set(session, user.id);
      ctx.setCookie(`session=${session}; Path=/; HttpOnly; SameSite=Lax`);
      return describe(user);
    }),
    current: signedIn.query(({ ctx }) => describe(ctx.user)),
    signOut: signedIn.mutation(({ ctx }) => { sessions.delete(ctx.session!); return {}; }),
    changePassword: signedIn.input(z.object({ currentPassword: z.string(), newPassword: z.string().min(12, "Must have at least 12 characters") })).mutation(({ input, ctx }) => {
      if (input.currentPassword !== (passwords.get(ctx.user.id) ?? "correct horse")) refuse("VALIDATION_ERROR", "The request is not valid: see currentPassword", [{ field: "currentPassword", message: "Is not the current password" }]);
      passwords.set(ctx.user.id, input.newPassword);
      ctx.user.mustChangePassword = false;
      return {};
    }),
  }),
  appointments: t.router({
    list: S.input(z.object({ page: z.number().optional(), size: z.number().optional(), sort: z.string().optional(), status: z.enum(["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"]).optional(), departmentId: z.number().optional(), externalUserId: z.string().optional(), startDate: z.string().optional(), endDate: z.string().optional(), environment: environmentField, search: z.string().optional(), qrCode: z.string().optional(), workerId: z.number().optional(), includeArchived: z.boolean().optional() })).query(({ input }) => {
      const [field, direction] = (input.sort ?? "dateTime,asc").split(",") as ["dateTime" | "id" | "name" | "status" | "createdAt", string];
      const found = appointments.filter((one) => one.environment === (input.environment ?? "LIVE") && (!input.status || one.status === input.status) && (!input.departmentId || one.departmentId === input.departmentId) && (!input.search || one.name.toLowerCase().includes(input.search.toLowerCase())) && (!input.startDate || one.dateTime >= input.startDate) && (!input.endDate || one.dateTime.slice(0, 10) <= input.endDate) && (!input.workerId || one.workerId === input.workerId) && (!input.externalUserId || one.externalUserId === input.externalUserId) && (!input.qrCode || one.qrCode === input.qrCode) && (input.includeArchived || !one.archivedAt));
      found.sort((a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id - b.id) * (direction === "desc" ? -1 : 1));
      return pageOf(found, input);
    }),
    byId: S.input(named).query(({ input }) => ({ ...find(appointments, input.id, "APPOINTMENT_NOT_FOUND") })),
    byQrCode: S.input(z.object({ qrCode: z.string() })).query(({ input }) => appointments.find((one) => one.qrCode === input.qrCode.trim()) ?? refuse("APPOINTMENT_NOT_FOUND", "There is no appointment with this code")),
    create: S.input(z.object({ departmentId: z.number(), dateTime: z.string().min(1, "Choose a time"), name: z.string().trim().min(1, "Must not be empty").max(255), workerId: z.number().nullish(), externalUserId: z.string().nullish(), environment: environmentField, phone: z.string().nullish() })).mutation(({ input, ctx }) => {
      const department = find(departments, input.departmentId, "DEPARTMENT_NOT_FOUND");
      const environment = input.environment ?? "LIVE";
      if (department.showAdminsInBooking && !input.workerId) refuse("VALIDATION_ERROR", "The request is not valid: see workerId", [{ field: "workerId", message: "Is required in this department" }]);
      checkSlot(department, input.dateTime, environment);
      const made: Appointment = { id: appointments.length + 1, dateTime: `${input.dateTime}:00`.slice(0, 19), status: "SCHEDULED", name: input.name, qrCode: text(22), departmentId: department.id, departmentName: department.name, ...(input.externalUserId && { externalUserId: input.externalUserId }), createdAt: local(now()), environment, phone: input.phone ?? "", workerId: input.workerId ?? null, workerName: workers.find((one) => one.id === input.workerId)?.name ?? null };
      appointments.push(made);
      move(environment, "CONSUMED", -1, made.id);
      write("appointment.created", made.id, "", { environment, user: ctx.user });
      return { ...made };
    }),
    update: S.input(named.extend({ name: z.string().trim().min(1, "Must not be empty").optional(), phone: z.string().nullish(), workerId: z.number().nullish(), externalUserId: z.string().nullish() })).mutation(({ input, ctx }) => {
      const found = scheduled(input);
      if (input.name !== undefined) found.name = input.name;
      if (input.phone !== undefined) found.phone = input.phone ?? "";
      if (input.workerId !== undefined) { found.workerId = input.workerId; found.workerName = workers.find((one) => one.id === input.workerId)?.name ?? null; }
      if (input.externalUserId !== undefined) { if (input.externalUserId) found.externalUserId = input.externalUserId; else delete found.externalUserId; }
      write("appointment.updated", found.id, "", { environment: found.environment, changes: [{ field: "name" }, { field: "phone" }], user: ctx.user });
      return { ...found };
    }),
    reschedule: S.input(named.extend({ dateTime: z.string() })).mutation(({ input, ctx }) => {
      const found = scheduled(input);
      checkSlot(find(departments, found.departmentId, "DEPARTMENT_NOT_FOUND"), input.dateTime, found.environment);
      write("appointment.rescheduled", found.id, "", { environment: found.environment, changes: [{ field: "dateTime", before: found.dateTime, after: input.dateTime }], user: ctx.user });
      found.dateTime = input.dateTime;
      return { ...found };
    }),
    cancel: setStatus("CANCELLED", ["SCHEDULED"]),
    complete: setStatus("COMPLETED", ["SCHEDULED", "MISSED"]),
    markMissed: setStatus("MISSED", ["SCHEDULED", "COMPLETED"]),
    erase: A.input(named).mutation(({ input }) => { const found = find(appointments, input.id, "APPOINTMENT_NOT_FOUND"); if (!found.archivedAt && found.dateTime > local(now())) refuse("CONFLICT", "The appointment is neither past nor archived"); found.name = "Erased"; found.phone = ""; delete found.externalUserId; return { ...found }; }),
    history: S.input(named).query(({ input }) => audit.filter((one) => one.action.startsWith("appointment.") && one.subjectId === input.id)),
  }),
  departments: t.router({
    list: S.query(() => departments),
    byId: S.input(id).query(({ input }) => ({ ...find(departments, input.id, "DEPARTMENT_NOT_FOUND") })),
    create: A.input(z.object(settings).partial().required({ name: true })).mutation(({ input }) => { const made: Department = { id: departments.length + 1, address: "", phoneNumber: "", slotInterval: 30, workingHours: "", showAdminsInBooking: false, slotCapacity: 1, slotOffset: 0, openingHours: null, closures: [], bookingWindow: null, isActive: true, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)), name: input.name }; departments.push(made); write("department.created", made.id, made.name); return made; }),
    update: A.input(z.object({ id: z.number(), ...z.object(settings).partial().shape })).mutation(({ input: { id, ...changes } }) => { const found = find(departments, id, "DEPARTMENT_NOT_FOUND"); if ((changes.slotOffset ?? found.slotOffset) >= (changes.slotInterval ?? found.slotInterval)) refuse("VALIDATION_ERROR", "The request is not valid: see slotOffset", [{ field: "slotOffset", message: "Must be below slotInterval" }]); write("department.updated", id, found.name, { changes: Object.keys(changes).map((field) => ({ field, before: found[field as keyof Department], after: changes[field as keyof typeof changes] })) }); Object.assign(found, changes); return { ...found }; }),
    availability: S.input(z.object({ id: z.number(), dateTime: z.string(), environment: environmentField })).query(({ input }) => { const slot = slotsOf(find(departments, input.id, "DEPARTMENT_NOT_FOUND"), input.dateTime.slice(0, 10), input.environment ?? "LIVE", true).slots.find((one) => one.slotTime <= input.dateTime && input.dateTime < one.endTime)!; return { slotTime: input.dateTime, available: slot.available, remainingSlots: slot.remainingSlots, unavailabilityReason: slot.unavailabilityReason }; }),
    day: S.input(z.object({ id: z.number(), date: z.string(), environment: environmentField, allSlots: z.boolean().optional() })).query(({ input }) => { const department = find(departments, input.id, "DEPARTMENT_NOT_FOUND"); const { slots, held } = slotsOf(department, input.date, input.environment ?? "LIVE", input.allSlots); return { date: input.date, timeZone: organization.timeZone, isInactive: !department.isActive, slots, appointments: held.toSorted((a, b) => (a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : a.id - b.id)) }; }),
    range: S.input(z.object({ id: z.number(), from: z.string(), to: z.string(), environment: environmentField, workerId: z.number().optional() })).query(({ input }) => { const department = find(departments, input.id, "DEPARTMENT_NOT_FOUND"); const days = []; for (let date = Temporal.PlainDate.from(input.from); date.toString() <= input.to; date = date.add({ days: 1 })) days.push({ date: date.toString(), slots: slotsOf(department, date.toString(), input.environment ?? "LIVE").slots.filter((one) => one.available).map(({ slotTime, remainingSlots }) => ({ slotTime, remainingSlots })) }); return { timeZone: organization.timeZone, days }; }),
  }),
  workers: t.router({
    list: S.input(z.object({ departmentId: z.number().optional() })).query(({ input }) => workers.filter((one) => !input.departmentId || one.departmentId === input.departmentId)),
    create: A.input(z.object({ departmentId: z.number(), name: z.string().trim().min(1, "Must not be empty") })).mutation(({ input }) => { const made = { id: workers.length + 1, ...input, isActive: true }; workers.push(made); return made; }),
    update: A.input(z.object({ id: z.number(), name: z.string().trim().min(1, "Must not be empty").optional(), isActive: z.boolean().optional() })).mutation(({ input }) => Object.assign(find(workers, input.id, "WORKER_NOT_FOUND"), input)),
  }),
  credits: t.router({
    balance: S.query(() => ({ live: balance("LIVE"), test: balance("TEST") })),
    ledger: A.input(z.object({ page: z.number().optional(), size: z.number().optional(), environment: environmentField, kind: z.enum(["CONSUMED", "REFUNDED", "GRANTED"]).optional(), startDate: z.string().optional(), endDate: z.string().optional() })).query(({ input }) => pageOf(credits[input.environment ?? "LIVE"].filter((one) => !input.kind || one.kind === input.kind).toReversed(), input)),
  }),
  apiKeys: t.router({
    list: A.query(() => apiKeys),
    create: A.input(z.object({ name: z.string().trim().min(1, "Must not be empty"), environment: z.enum(["LIVE", "TEST"]), scopes: z.array(z.enum(["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"])).min(1, "Must name at least one of READ_APPOINTMENTS, WRITE_APPOINTMENTS"), rateLimitPerHour: z.number().int().min(1).max(1_000_000).nullish() })).mutation(({ input }) => { const key = `mk_${input.environment.toLowerCase()}_${text(42)}`; const made: ApiKey = { id: apiKeys.length + 1, name: input.name, maskedKey: `${key.slice(0, 8)}****${key.slice(-4)}`, environment: input.environment, scopes: input.scopes, rateLimitPerHour: input.rateLimitPerHour ?? 1000, isActive: true, createdAt: local(now()), lastUsedAt: null }; apiKeys.push(made); write("api_key.created", made.id, made.name); return { ...made, key }; }),
    rotate: A.input(id).mutation(({ input }) => { const old = find(apiKeys, input.id, "API_KEY_NOT_FOUND"); if (!old.isActive) refuse("CONFLICT", "The API key is revoked; make a new one instead"); old.isActive = false; const key = `mk_${old.environment.toLowerCase()}_${text(42)}`; const made = { ...old, id: apiKeys.length + 1, isActive: true, maskedKey: `${key.slice(0, 8)}****${key.slice(-4)}`, createdAt: local(now()), lastUsedAt: null }; apiKeys.push(made); return { ...made, key }; }),
    revoke: A.input(id).mutation(({ input }) => Object.assign(find(apiKeys, input.id, "API_KEY_NOT_FOUND"), { isActive: false })),
    rename: A.input(z.object({ id: z.number(), name: z.string().trim().min(1, "Must not be empty") })).mutation(({ input }) => Object.assign(find(apiKeys, input.id, "API_KEY_NOT_FOUND"), { name: input.name })),
  }),
  webhooks: t.router({
    list: A.query(() => webhooks),
    create: A.input(z.object({ url: z.string().startsWith("https://", "Must be an https URL"), events: z.array(z.string()).min(1, "Must name at least one event"), includeTest: z.boolean().nullish() })).mutation(({ input }) => { const made: Webhook = { id: webhooks.length + 1, url: input.url, events: input.events, isActive: true, includeTest: input.includeTest ?? false, createdAt: local(now()), lastTriggeredAt: null, healthStatus: "HEALTHY" }; webhooks.push(made); return { ...made, secret: `whsec_${text(44)}` }; }),
    update: A.input(z.object({ id: z.number(), url: z.string().startsWith("https://", "Must be an https URL").nullish(), events: z.array(z.string()).min(1, "Must name at least one event").nullish(), isActive: z.boolean().nullish(), includeTest: z.boolean().nullish() })).mutation(({ input }) => Object.assign(find(webhooks, input.id, "WEBHOOK_NOT_FOUND"), Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)))),
    delete: A.input(id).mutation(({ input }) => { webhooks.splice(webhooks.indexOf(find(webhooks, input.id, "WEBHOOK_NOT_FOUND")), 1); return {}; }),
    test: A.input(id).mutation(({ input }) => { find(webhooks, input.id, "WEBHOOK_NOT_FOUND"); const success = input.id !== 2; return { success, statusCode: success ? 204 : 500, responseTimeMs: 87, error: success ? null : "The receiver answered with 500", deliveryId: crypto.randomUUID() }; }),
    logs: A.input(z.object({ id: z.number(), page: z.number().optional(), size: z.number().optional(), status: z.enum(["PENDING", "DELIVERED", "FAILED", "ABANDONED"]).optional(), sort: z.string().optional() })).query(({ input }) => { find(webhooks, input.id, "WEBHOOK_NOT_FOUND"); return pageOf(deliveries.filter((one) => one.webhookId === input.id && (!input.status || one.status === input.status)), input); }),
    delivery: A.input(id).query(({ input }) => { const found = find(deliveries, input.id, "WEBHOOK_LOG_NOT_FOUND"); return { body: JSON.stringify({ id: found.eventId, type: found.eventType, created: "2026-07-30T08:00:00Z", data: { object: { id: 12, departmentId: 1, dateTime: "2026-07-30T10:00:00", status: "SCHEDULED", name: "Ada Schmidt", phone: "+49 170 555 1012", qrCode: "abc" } } }), attempts: Array.from({ length: found.attempt }, (_, i) => ({ ...found, attempt: i + 1 })) }; }),
    retry: A.input(id).mutation(({ input }) => { const found = find(deliveries, input.id, "WEBHOOK_LOG_NOT_FOUND"); if (found.status === "DELIVERED" || found.status === "PENDING") refuse("CONFLICT", "The delivery has succeeded or is still being tried"); const made: Delivery = { ...found, id: deliveries.length + 1, status: "PENDING", statusCode: null, error: null, attempt: 1, createdAt: local(now()) }; deliveries.unshift(made); return made; }),
    rotateSecret: A.input(id).mutation(({ input }) => ({ ...find(webhooks, input.id, "WEBHOOK_NOT_FOUND"), secret: `whsec_${text(44)}` })),
    recoverSince: A.input(z.object({ id: z.number(), since: z.string() })).mutation(() => ({ deliveries: 6 })),
  }),
  usage: t.router({
    stats: A.input(z.object({ period: z.enum(["today", "week", "month", "custom"]).optional(), startDate: z.string().optional(), endDate: z.string().optional() })).query(({ input }) => { const hourly = (input.period ?? "today") === "today"; const timeSeriesData = Array.from({ length: hourly ? 24 : input.period === "month" ? 30 : 7 }, (_, i) => ({ timestamp: hourly ? `${today()}T${String(i).padStart(2, "0")}:00:00` : local(now().subtract({ days: (input.period === "month" ? 30 : 7) - 1 - i })).slice(0, 11) + "00:00:00", calls: Math.round(40 + 60 * Math.abs(Math.sin(i / 4)) * (hourly ? 1 : 20)), credits: Math.round(8 + 12 * Math.abs(Math.sin(i / 4)) * (hourly ? 1 : 20)) })); const totalCalls = timeSeriesData.reduce((sum, one) => sum + one.calls, 0); return { totalCalls, successRate: 97.42, avgResponseTime: 9, totalCreditsConsumed: timeSeriesData.reduce((sum, one) => sum + one.credits, 0), topEndpoints: [{ endpoint: "GET /api/v1/appointments", calls: Math.round(totalCalls * 0.5), percentage: 50 }, { endpoint: "POST /api/v1/appointments", calls: Math.round(totalCalls * 0.3), percentage: 30 }, { endpoint: "GET /api/v1/departments/{id}/availability", calls: Math.round(totalCalls * 0.15), percentage: 15 }, { endpoint: "GET /api/v1/departments", calls: Math.round(totalCalls * 0.05), percentage: 5 }], errorBreakdown: { 400: 22, 402: 3, 404: 11, 429: 8 } as Record<string, number>, timeSeriesData, p50: 6, p95: 21, p99: 48 }; }),
    logs: A.input(z.object({ page: z.number().optional(), size: z.number().optional(), apiKeyId: z.number().optional(), endpoint: z.string().optional(), statusCode: z.number().optional(), startDate: z.string().optional(), endDate: z.string().optional(), sort: z.string().optional() })).query(({ input }) => pageOf(usageLog.filter((one) => !input.statusCode || one.statusCode === input.statusCode), input)),
  }),
  staff: t.router({
    list: A.query(() => people),
    invite: O.input(z.object({ email: z.email("Must be an e-mail address"), name: z.string().trim().min(1, "Must not be empty"), role: z.enum(["OWNER", "ADMIN", "STAFF"]) })).mutation(({ input }) => { const made: StaffUser = { id: people.length + 1, ...input, isDisabled: false, mustChangePassword: true, createdAt: local(now()), lastActiveAt: null }; people.push(made); return { id: made.id, oneTimePassword: text(20) }; }),
    setRole: O.input(z.object({ id: z.number(), role: z.enum(["OWNER", "ADMIN", "STAFF"]) })).mutation(({ input }) => { const found = find(people, input.id, "STAFF_USER_NOT_FOUND"); if (found.role === "OWNER" && people.filter((one) => one.role === "OWNER" && !one.isDisabled).length === 1) refuse("CONFLICT", "The last owner cannot be demoted"); return Object.assign(found, { role: input.role }); }),
    disable: O.input(id).mutation(({ input }) => Object.assign(find(people, input.id, "STAFF_USER_NOT_FOUND"), { isDisabled: true })),
    enable: O.input(id).mutation(({ input }) => Object.assign(find(people, input.id, "STAFF_USER_NOT_FOUND"), { isDisabled: false })),
    resetPassword: O.input(id).mutation(({ input }) => { const found = find(people, input.id, "STAFF_USER_NOT_FOUND"); found.mustChangePassword = true; const oneTimePassword = text(20); passwords.set(found.id, oneTimePassword); return { id: found.id, oneTimePassword }; }),
  }),
  audit: t.router({ list: A.input(z.object({ page: z.number().optional(), size: z.number().optional(), subjectKind: z.enum(["appointment", "department", "worker", "api_key", "webhook", "staff", "credits", "organization", "reporting_token"]).optional(), subjectId: z.number().optional(), action: z.string().optional(), actorKind: z.enum(["STAFF", "API_KEY", "OPERATOR"]).optional(), actorId: z.number().optional(), environment: environmentField, startDate: z.string().optional(), endDate: z.string().optional() })).query(({ input }) => pageOf(audit.filter((one) => (!input.subjectKind || one.action.startsWith(`${input.subjectKind}.`)) && (!input.actorKind || one.actor.kind === input.actorKind)).toReversed(), input)) }),
  organization: t.router({
    current: S.query(() => organization),
    update: A.input(z.object({ name: z.string().trim().min(1, "Must not be empty").optional(), timeZone: z.string().optional() })).mutation(({ input }) => Object.assign(organization, input)),
  }),
  reportingTokens: t.router({
    list: A.query(() => tokens),
    create: A.input(z.object({ name: z.string().trim().min(1, "Must not be empty"), expiresDays: z.number().int().min(1).nullish() })).mutation(({ input }) => { const made: ReportingToken = { id: tokens.length + 1, name: input.name, createdAt: local(now()), expiresAt: input.expiresDays ? local(now().add({ days: input.expiresDays })) : null, lastUsedAt: null, isRevoked: false }; tokens.push(made); return { ...made, token: `eyJhbGciOiJIUzI1NiJ9.${text(60)}.${text(43)}` }; }),
    revoke: A.input(id).mutation(({ input }) => Object.assign(find(tokens, input.id, "REPORTING_TOKEN_NOT_FOUND"), { isRevoked: true })),
  }),
});

/** The type from which clients are made. */
export type AppRouter = typeof router;

/** Serves the fixtures. */
export function serveFixtures(request: Request): Promise<Response> {
  const session = /(?:^|;\s*)session=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return fetchRequestHandler({ endpoint: "/trpc", req: request, router, createContext: ({ resHeaders }) => ({ session, setCookie: (value: string) => resHeaders.append("set-cookie", value) }) });
}
