import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import type { LimitState } from "../../../core/limit_state.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const ipAddress = "198.51.100.9";
const name = "Xanthippe Unverwechselbar";

/** An office with two departments on Monday, 2 March 2026, at 10:00 UTC. */
async function openOffice() {
  const clock = { now: Temporal.Instant.from("2026-03-02T10:00:00Z") };
  const counts: string[] = [];
  const allowed: LimitState = { limit: 9, remaining: 9, resetSeconds: 30, isAllowed: true };
  const limit = { state: allowed };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const count = (what: string) => async (key: string) => {
    counts.push(`${what} ${key}`);
    return limit.state;
  };
  ports.publicLimits = {
    countUnknown: count("unknown"),
    countToken: count("token"),
    countWrongCode: count("code"),
    countChange: count("change"),
    countGuess: async ({ kiosk }) => ({
      ...await count("guess")(kiosk),
      takeBack: async () => void counts.push(`right ${kiosk}`),
    }),
  };
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Passports" }, { name: "Parking" }],
  });
  const [passports, parking] = departments.map(({ id }) => id) as [number, number];
  const caller = staffOf(organizationId, { role: "OWNER" });
  const { staff } = application;
  const newScreen = (wanted: object) =>
    staff.createScreen(caller, { kind: "KIOSK", name: "Entrance", ...wanted });
  return {
    application,
    ports,
    staff,
    caller,
    clock,
    counts,
    limit,
    allowed,
    passports,
    parking,
    newScreen,
    async kiosk(wanted: object = {}) {
      const { token } = await newScreen({ givesTickets: true, ...wanted });
      return await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
    },
    book: (more: object = {}) =>
      staff.createAppointment(caller, {
        departmentId: passports,
        dateTime: "2026-03-02T11:00",
        name,
        ...more,
      }),
    walkIn: (departmentId = passports) => staff.arrive(caller, { departmentId }),
  };
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});

describe("a screen", () => {
  test("has a token that is returned once and stored as a hash", async () => {
    const { newScreen, staff, caller, ports } = office;
    const { token, ...view } = await newScreen({ departmentIds: [2, 1, 2], givesTickets: true });
    expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(view).toMatchObject({ departmentIds: [1, 2], givesTickets: true, isRevoked: false });
    expect(await staff.listScreens(caller)).toEqual([view]);
    expect(JSON.stringify(ports.memory)).not.toContain(token);
  });

  test("must name known departments, and only a kiosk gives tickets", async () => {
    const { newScreen } = office;
    expect((await refusalOf(() => newScreen({ departmentIds: [99] }))).code)
      .toBe("DEPARTMENT_NOT_FOUND");
    expect(await faultsOf(() => newScreen({ departmentIds: [] }))).toEqual(["departmentIds"]);
    expect(await faultsOf(() => newScreen({ kind: "DISPLAY", givesTickets: true })))
      .toEqual(["givesTickets"]);
  });

  test("is refused with the same words if it is unknown, revoked, malformed or of another kind", async () => {
    const { application, newScreen, staff, caller, counts } = office;
    const display = await newScreen({ kind: "DISPLAY" });
    const revoked = await newScreen({});
    await staff.revokeScreen(caller, { id: revoked.id });
    const refusals = await Promise.all(
      [display.token, revoked.token, "0".repeat(32), "short", "", null].map((token) =>
        refusalOf(() => application.authenticateScreen(token, { kind: "KIOSK", ipAddress }))
      ),
    );
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]!.code).toBe("UNAUTHENTICATED");
    expect(counts).toEqual(Array.from({ length: 6 }, () => `unknown ${ipAddress}`));
  });

  test("ends after a year by default, and never if that is chosen", async () => {
    const { application, newScreen, clock } = office;
    const year = await newScreen({});
    const week = await newScreen({ expiresDays: 7 });
    const endless = await newScreen({ expiresDays: null });
    expect([year, week, endless].map(({ expiresAt }) => expiresAt))
      .toEqual(["2027-03-02T10:00:00", "2026-03-09T10:00:00", null]);
    const isIn = ({ token }: { token: string }) =>
      application.authenticateScreen(token, { kind: "KIOSK", ipAddress })
        .then(() => true, () => false);
    clock.now = Temporal.Instant.from("2026-03-09T09:59:59Z");
    expect(await isIn(week)).toBe(true);
    clock.now = Temporal.Instant.from("2026-03-09T10:00:00Z");
    expect(await Promise.all([year, week, endless].map(isIn))).toEqual([true, false, true]);
  });

  test("with networks works from them only, and is refused elsewhere like an unknown one", async () => {
    const { application, newScreen } = office;
    const { token, allowedNetworks } = await newScreen({ allowedNetworks: ["198.51.100.77/24"] });
    expect(allowedNetworks).toEqual(["198.51.100.0/24"]);
    const enter = (ipAddress: string) =>
      application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
    expect((await enter("198.51.100.9")).kind).toBe("KIOSK");
    expect((await refusalOf(() => enter("203.0.113.7"))).code).toBe("UNAUTHENTICATED");
    expect(await faultsOf(() => newScreen({ allowedNetworks: ["office"], expiresDays: 0 })))
      .toEqual(["expiresDays", "allowedNetworks"]);
  });

  test("costs no query if its token is malformed", async () => {
    const { application, ports } = office;
    ports.screens.findByToken = () => Promise.reject(new Error("was called"));
    ports.publicQueue.findTicket = () => Promise.reject(new Error("was called"));
    for (const token of ["short", "-".repeat(32), "", null]) {
      const kiosk = () => application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
      expect((await refusalOf(kiosk)).code).toBe("UNAUTHENTICATED");
      const ticket = () => application.showTicket(token, { ipAddress });
      expect((await refusalOf(ticket)).code).toBe("VISIT_NOT_FOUND");
    }
  });

  test("and a ticket are answered while their address has sent too many unknown tokens", async () => {
    const { application, ports, allowed, newScreen, walkIn, counts } = office;
    const { token } = await newScreen({});
    const { ticket } = await walkIn();
    const { countUnknown } = ports.publicLimits!;
    ports.publicLimits!.countUnknown = async (address) => {
      await countUnknown(address);
      return { ...allowed, isAllowed: false, resetSeconds: 12 };
    };
    const refusals = await Promise.all([
      refusalOf(() => application.authenticateScreen("0".repeat(32), { kind: "KIOSK", ipAddress })),
      refusalOf(() => application.showTicket("0".repeat(22), { ipAddress })),
    ]);
    expect(refusals).toMatchObject(
      Array.from({ length: 2 }, () => ({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 12 })),
    );
    counts.length = 0;
    await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
    await application.showTicket(ticket!, { ipAddress });
    expect(counts.map((one) => one.split(" ")[0])).toEqual(["token", "token"]);
  });
});

describe("a ticket", () => {
  test("shows the place among those who wait for its department, and no name", async () => {
    const { application, staff, caller, clock, walkIn, book, parking, passports } = office;
    await walkIn(parking);
    const first = await walkIn();
    const { id: appointmentId } = await book({ dateTime: "2026-03-02T10:00" });
    clock.now = Temporal.Instant.from("2026-03-02T10:16:00Z");
    const { ticket } = await staff.arrive(caller, { appointmentId });
    const view = await application.showTicket(ticket, { ipAddress });
    expect(view).toEqual({
      number: 3,
      organization: expect.any(String),
      timeZone: "UTC",
      department: "Passports",
      state: "WAITING",
      outcome: null,
      desk: null,
      calls: 0,
      appointment: { dateTime: "2026-03-02T10:00:00", isEarly: false },
      ahead: 1,
      estimatedMinutes: null,
      estimateErrorMinutes: null,
      appointmentChange: null,
    });
    await staff.callNext(caller, { desk: "4", departmentIds: [passports] });
    expect(await application.showTicket(first.ticket, { ipAddress }))
      .toMatchObject({ state: "CALLED", desk: "4", calls: 1, ahead: null });
    expect(await application.showTicket(ticket, { ipAddress })).toMatchObject({ ahead: 0 });
    await staff.finishVisit(caller, { id: first.id });
    expect(await application.showTicket(first.ticket, { ipAddress }))
      .toMatchObject({ state: "ENDED", outcome: "SERVED", desk: null });
  });

  test("of an early person shows the time of the appointment, and a place only when it is near", async () => {
    const { application, staff, caller, clock, book, walkIn, passports } = office;
    const { id: appointmentId } = await book();
    const { ticket } = await staff.arrive(caller, { appointmentId });
    const view = async () => {
      const { appointment, ahead } = await application.showTicket(ticket, { ipAddress });
      return { ...appointment, ahead };
    };
    const dateTime = "2026-03-02T11:00:00";
    expect(await view()).toEqual({ dateTime, isEarly: true, ahead: null });
    await walkIn();
    clock.now = Temporal.Instant.from("2026-03-02T10:45:00Z");
    expect(await view()).toEqual({ dateTime, isEarly: false, ahead: 0 });
    await staff.callNext(caller, { desk: "4", departmentIds: [passports] });
    expect(await view()).toEqual({ dateTime, isEarly: false, ahead: null });
  });

  test("follows a person who is sent to another department", async () => {
    const { application, staff, caller, walkIn, parking } = office;
    const { id, ticket } = await walkIn();
    await staff.callVisit(caller, { id, desk: "4" });
    await staff.startService(caller, { id });
    await staff.transferVisit(caller, { id, departmentId: parking });
    expect(await application.showTicket(ticket, { ipAddress }))
      .toMatchObject({ number: 1, department: "Parking", state: "WAITING", ahead: 0 });
  });

  test("says if the appointment was moved or cancelled since the person came", async () => {
    const { application, staff, caller, book, parking } = office;
    const { id } = await book();
    const { ticket } = await staff.arrive(caller, { appointmentId: id });
    const change = async () =>
      (await application.showTicket(ticket, { ipAddress })).appointmentChange;
    const moved = { dateTime: "2026-12-02T10:00:00", departmentId: parking };
    await staff.rescheduleAppointment(caller, { id, ...moved });
    const where = { dateTime: moved.dateTime, department: "Parking" };
    expect(await change()).toEqual({ difference: "MOVED", ...where });
    await staff.cancelAppointment(caller, { id });
    expect(await change()).toEqual({ difference: "CANCELLED", ...where });
  });

  test("of another day is refused like an unknown one", async () => {
    const { application, walkIn, clock } = office;
    const { ticket } = await walkIn();
    clock.now = clock.now.add({ hours: 24 });
    const refusals = await Promise.all(
      [ticket, "0".repeat(22), "x", null].map((one) =>
        refusalOf(() => application.showTicket(one, { ipAddress }))
      ),
    );
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]!.code).toBe("VISIT_NOT_FOUND");
  });
});

describe("a kiosk", () => {
  const arrive = async (code: string, kiosk?: object) =>
    await office.application.arriveAtKiosk(await office.kiosk(kiosk), {
      input: { code },
      ipAddress,
    });

  test("gives the person of a code a number, the same one each time, as the actor of the audit log", async () => {
    const { qrCode, id } = await office.book();
    const answer = await arrive(qrCode);
    const appointment = { dateTime: "2026-03-02T11:00:00", isEarly: true };
    expect(answer).toMatchObject({ answer: "ARRIVED", number: 1, appointment, ahead: null });
    expect(JSON.stringify(answer)).not.toContain("Xanthippe");
    expect(await arrive(qrCode)).toMatchObject({ answer: "ARRIVED", number: 1 });
    const { visits, audit } = office.ports.memory;
    expect(visits).toMatchObject([{ appointmentId: id }]);
    expect(audit.filter(({ action }) => action === "visit.arrived").map(({ actor }) => actor))
      .toEqual([{ kind: "SCREEN", id: 1, name: "Entrance", ipAddress }]);
  });

  test("says why a code gives no number", async () => {
    const { book, staff, caller, parking } = office;
    const { qrCode: inTest } = await book({ environment: "TEST" });
    const { qrCode: tomorrow } = await book({ dateTime: "2026-03-03T11:00" });
    const { qrCode: elsewhere } = await book({ departmentId: parking });
    const { qrCode: cancelled, id } = await book();
    await staff.cancelAppointment(caller, { id });
    expect(await arrive("guess")).toEqual({ answer: "UNKNOWN_CODE" });
    expect(await arrive(inTest)).toEqual({ answer: "UNKNOWN_CODE" });
    expect(await arrive(tomorrow))
      .toEqual({ answer: "ANOTHER_DAY", dateTime: "2026-03-03T11:00:00" });
    expect(await arrive(elsewhere, { departmentIds: [office.passports] }))
      .toEqual({ answer: "ANOTHER_DEPARTMENT", department: "Parking" });
    expect(await arrive(cancelled)).toEqual({ answer: "NOT_OPEN" });
    expect(office.ports.memory.visits).toEqual([]);
  });

  test("reads an appointment again that was moved after its code was read", async () => {
    const { book, staff, caller, application, ports, passports, parking } = office;
    const own = await office.kiosk({ departmentIds: [passports] });
    const { id, qrCode } = await book();
    const find = ports.appointments.findByQrCode;
    const moved: object[] = [{ departmentId: parking }, { dateTime: "2026-03-03T11:00" }, {
      dateTime: "2026-03-02T12:00",
    }];
    ports.appointments.findByQrCode = async (...code) => {
      const found = await find.apply(ports.appointments, code);
      const back = { dateTime: "2026-03-02T11:00", departmentId: passports };
      await staff.rescheduleAppointment(caller, { id, ...back, ...moved.shift() });
      return found;
    };
    const answer = () => application.arriveAtKiosk(own, { input: { code: qrCode }, ipAddress });
    expect(await answer()).toEqual({ answer: "ANOTHER_DEPARTMENT", department: "Parking" });
    expect(ports.memory.visits).toEqual([]);
    await staff.rescheduleAppointment(caller, {
      id,
      dateTime: "2026-03-02T11:00",
      departmentId: passports,
    });
    expect(await answer()).toEqual({ answer: "ANOTHER_DAY", dateTime: "2026-03-03T11:00:00" });
    expect(await answer()).toMatchObject({ answer: "ARRIVED", department: "Passports" });
    expect(ports.memory.visits).toMatchObject([{ departmentId: passports }]);
  });

  test("counts wrong codes, and lets a right one in whatever was counted", async () => {
    const { application, kiosk, book, counts, ports, allowed } = office;
    const own = await kiosk();
    const { qrCode } = await book();
    counts.length = 0;
    const arrive = (code: string) => application.arriveAtKiosk(own, { input: { code }, ipAddress });
    expect(await arrive("wrong")).toEqual({ answer: "UNKNOWN_CODE" });
    expect(counts).toEqual([`code ${own.tokenHash}`]);
    ports.publicLimits!.countWrongCode = async () => ({ ...allowed, isAllowed: false });
    expect(await refusalOf(() => arrive("wrong"))).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(await arrive(qrCode)).toMatchObject({ answer: "ARRIVED" });
  });

  test("gives tickets for its departments, if it may", async () => {
    const { application, passports, parking, kiosk } = office;
    const own = await kiosk({ departmentIds: [passports] });
    const take = (caller: typeof own, departmentId: number) =>
      application.takeTicket(caller, { input: { departmentId }, ipAddress });
    expect(await application.showKiosk(own))
      .toMatchObject({ departments: [{ name: "Passports", waiting: 0 }] });
    expect(await take(own, passports)).toMatchObject({
      answer: "ARRIVED",
      department: "Passports",
    });
    expect((await refusalOf(() => take(own, parking))).code).toBe("DEPARTMENT_NOT_FOUND");
    expect(await application.showKiosk(own))
      .toMatchObject({ date: "2026-03-02", departments: [{ waiting: 1 }] });
    const silent = await kiosk({ givesTickets: false });
    expect((await application.showKiosk(silent)).departments).toEqual([]);
    expect((await refusalOf(() => take(silent, passports))).code).toBe("FORBIDDEN");
  });
});

test("an attempt for a ticket gives one number, and another kiosk's attempt of the same name its own", async () => {
  const { application, passports: departmentId, kiosk, ports } = office;
  const [own, other] = [await kiosk(), await kiosk()];
  const take = async (caller: typeof own, attempt: string) => {
    const input = { departmentId, attempt };
    const answer = await application.takeTicket(caller, { input, ipAddress });
    return answer.answer === "ARRIVED" && { number: answer.number, ticket: answer.ticket };
  };
  const [first, second] = ["a".repeat(32), "b".repeat(32)];
  const given = await take(own, first);
  expect(given).toMatchObject({ number: 1, ticket: expect.stringMatching(/^[0-9A-Za-z]{22}$/) });
  expect(await take(own, first)).toEqual(given);
  expect(await take(own, second)).toMatchObject({ number: 2 });
  expect(await take(other, first)).toMatchObject({ number: 3 });
  expect(ports.memory.visits).toHaveLength(3);
  const refusal = await refusalOf(() => take(own, "guess"));
  expect(refusal).toMatchObject({ code: "VALIDATION_ERROR", faults: [{ field: "attempt" }] });
});

test("a display shows the newest call first, those in service last, and the next numbers in order", async () => {
  const { application, staff, caller, walkIn, passports, parking, newScreen, clock } = office;
  const visits = [];
  for (const departmentId of [passports, parking, passports, parking, passports]) {
    visits.push(await walkIn(departmentId));
    clock.now = clock.now.add({ seconds: 1 });
  }
  for (const [i, desk] of ["1", "2", "3"].entries()) {
    await staff.callVisit(caller, { id: visits[i]!.id, desk });
    clock.now = clock.now.add({ seconds: 1 });
  }
  await staff.startService(caller, { id: visits[2]!.id });
  await staff.callAgain(caller, { id: visits[0]!.id });
  const { token } = await newScreen({ kind: "DISPLAY" });
  const screen = await application.authenticateScreen(token, { kind: "DISPLAY", ipAddress });
  const display = await application.followDisplay(screen);
  expect(await display.read()).toEqual({
    organization: expect.any(String),
    timeZone: "UTC",
    date: "2026-03-02",
    hasDepartments: true,
    calls: [
      call({ number: 2, desk: "2", department: "Parking" }),
      call({ number: 1, desk: "1", department: "Passports", calls: 2 }),
      call({ number: 3, desk: "3", department: "Passports", isInService: true }),
    ],
    next: [{ number: 4, department: "Parking" }, { number: 5, department: "Passports" }],
    waiting: 2,
  });
  display.close();
});

function call(own: object) {
  return { calls: 1, isInService: false, calledAt: expect.stringMatching(/^2026-03-02T/), ...own };
}
