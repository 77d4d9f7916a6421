import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../../../support/staff_callers.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

const ipAddress = "203.0.113.9";
const password = "a password of a test";
const wantedKey = { name: "Web", environment: "LIVE", scopes: ["WRITE_APPOINTMENTS"] };
const dateTime = "2026-12-01T10:00:00";

/** Returns the code of a refusal, or "done". */
const outcome = (call: Promise<unknown>) =>
  call.then(() => "done", ({ code }: { code: string }) => code);

/** Makes an organization with everything that lets somebody in. */
async function furnish(stage: Stage) {
  const { application } = stage;
  const email = `${crypto.randomUUID()}@test.example`;
  const { organization: { id } } = await application.createOrganization({
    name: "Clinic",
    credits: 100,
    ownerEmail: email,
    ownerPassword: password,
  });
  const staff = staffOf(id, { role: "OWNER" });
  const settings = { name: "Desk", slotCapacity: 100 };
  const { id: departmentId } = await application.createDepartment(id, settings);
  const { key } = await application.createApiKey(id, wantedKey);
  const { token } = await application.createReportingToken(id, { name: "Metabase" });
  const screen = { kind: "KIOSK", name: "Hall", givesTickets: true };
  const { token: kiosk } = await application.staff.createScreen(staff, screen);
  const { session } = await application.signIn({ ipAddress }, { email, password });
  const caller = { ...await application.authenticateApiKey(key), actor: staff.actor };
  const events = ["APPOINTMENT_CREATED", "SLOT_AVAILABILITY_CHANGED"];
  const webhookId = await stage.webhook(id, { events });
  const book = () => application.bookAppointment(caller, { departmentId, dateTime, name: "Ada" });
  const { appointment: { id: appointmentId } } = await book();
  const { ticket } = await application.staff.arrive(staff, { departmentId });
  const sessionId = session.id;
  return {
    id,
    email,
    key,
    token,
    kiosk,
    sessionId,
    ticket,
    staff,
    caller,
    book,
    departmentId,
    appointmentId,
    webhookId,
  };
}

type Furnished = Awaited<ReturnType<typeof furnish>>;

/** Tries each way in. */
async function enter({ application }: Stage, own: Furnished) {
  const { email, key, token, kiosk, sessionId, ticket } = own;
  return {
    key: await outcome(application.authenticateApiKey(key)),
    session: await outcome(
      application.authenticateSession(sessionId, { isActivity: true, ipAddress }),
    ),
    signIn: await outcome(application.signIn({ ipAddress }, { email, password })),
    token: await outcome(application.authenticateReportingToken(token)),
    screen: await outcome(application.authenticateScreen(kiosk, { kind: "KIOSK", ipAddress })),
    ticket: await outcome(application.showTicket(ticket, { ipAddress })),
  };
}

const open = {
  key: "done",
  session: "done",
  signIn: "done",
  token: "done",
  screen: "done",
  ticket: "done",
};
const closed = {
  key: "INVALID_API_KEY",
  session: "UNAUTHENTICATED",
  signIn: "INVALID_CREDENTIALS",
  token: "UNAUTHENTICATED",
  screen: "UNAUTHENTICATED",
  ticket: "VISIT_NOT_FOUND",
};

describe.each(stages)("in $place", ({ open: openStage }) => {
  let stage: Stage;
  let own: Furnished;
  let other: Furnished;
  beforeAll(async () => {
    stage = await openStage();
    own = await furnish(stage);
    other = await furnish(stage);
    await stage.work();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Runs work while the organization is closed. */
  async function whileClosed<T>(work: () => Promise<T>): Promise<T> {
    await stage.application.closeOrganization(own.id);
    try {
      return await work();
    } finally {
      await stage.application.reopenOrganization(own.id);
    }
  }

  test("a closed organization lets nobody in, others are as before, and it opens again as it was", async () => {
    expect(await enter(stage, own)).toEqual(open);
    await whileClosed(async () => {
      expect(await enter(stage, own)).toEqual(closed);
      expect(await enter(stage, other)).toEqual(open);
    });
    expect(await enter(stage, own)).toEqual(open);
  });

  test("a person with accounts in a closed and an open organization signs in to the open one", async () => {
    const { application } = stage;
    await application.createStaffUser(other.id, {
      email: own.email,
      name: "Ada",
      role: "STAFF",
      password,
    });
    await whileClosed(async () => {
      const { caller } = await application.signIn({ ipAddress }, { email: own.email, password });
      expect(caller.organizationId).toBe(other.id);
    });
  });

  test("a request that had begun before the closing changes nothing after it", async () => {
    const { application: { staff, ...application } } = stage;
    const { appointmentId: id, departmentId, webhookId } = own;
    const late: [string, () => Promise<unknown>][] = [
      ["a booking", own.book],
      ["a hold", () => application.holdPlace(own.caller, { departmentId, dateTime })],
      ["a cancellation", () => staff.cancelAppointment(own.staff, { id })],
      ["a visit", () => staff.arrive(own.staff, { departmentId })],
      ["credits", () => application.grantCredits(own.id, { amount: 1 })],
      ["a key", () => application.createApiKey(own.id, wantedKey)],
      ["settings", () => staff.updateDepartment(own.staff, { id: departmentId, name: "Late" })],
      ["a webhook", () => staff.updateWebhook(own.staff, { id: webhookId, isActive: false })],
      ["a secret", () => staff.replaceWebhookSecret(own.staff, { id: webhookId })],
      ["a name", () => staff.updateOrganization(own.staff, { name: "Late" })],
      ["queue rules", () => staff.changeQueueRules(own.staff, { id: departmentId, maxCalls: 2 })],
      [
        "an invitation",
        () => staff.inviteStaffUser(own.staff, { email: "l@x.example", name: "L", role: "STAFF" }),
      ],
    ];
    await whileClosed(async () => {
      for (const [name, act] of late) {
        expect([name, await outcome(act())]).toEqual([name, "SERVICE_UNAVAILABLE"]);
      }
      expect(await outcome(other.book())).toBe("done");
    });
    expect(await outcome(own.book())).toBe("done");
    await stage.work();
  });

  test("the webhooks of a closed organization send nothing, and send what waits when it opens", async () => {
    const [waiting] = await stage.tell(own.id, [own.webhookId]);
    const [ofOther] = await stage.tell(other.id, [other.webhookId]);
    await whileClosed(async () => {
      expect((await stage.work()).map(({ eventId }) => eventId)).toEqual([ofOther!.id]);
    });
    expect((await stage.work()).map(({ eventId }) => eventId)).toEqual([waiting!.id]);
  });

  test("the slots of a closed organization are published when it opens", async () => {
    const { staff } = stage.application;
    for (const { departmentId: id, staff: caller } of [own, other]) {
      await staff.updateDepartment(caller, { id, slotCapacity: 1 });
    }
    await whileClosed(async () => {
      await stage.publishSlotChanges();
      const sent = await stage.work();
      expect(new Set(sent.map(({ organizationId }) => organizationId))).toEqual(
        new Set([other.id]),
      );
    });
    await stage.publishSlotChanges();
    expect((await stage.work()).map(({ organizationId }) => organizationId)).toContain(own.id);
  });

  test("closing and opening again are audited once, and an unknown organization is refused", async () => {
    const { application } = stage;
    const first = await application.closeOrganization(own.id);
    stage.pass({ minutes: 5 });
    const again = await application.closeOrganization(own.id);
    expect(again.closedAt).toEqual(first.closedAt);
    await application.reopenOrganization(own.id);
    expect((await application.reopenOrganization(own.id)).closedAt).toBeNull();
    const { items } = await application.staff.listAudit(own.staff, {});
    const actions = items.map(({ action }) => action).slice(0, 2);
    expect(actions).toEqual(["organization.reopened", "organization.closed"]);
    expect(await outcome(application.closeOrganization(99_999))).toBe("ORGANIZATION_NOT_FOUND");
    expect(await outcome(application.reopenOrganization(99_999))).toBe("ORGANIZATION_NOT_FOUND");
  });

  test("only an organization that was closed a minute ago is removed, and only by its name", async () => {
    const { application } = stage;
    const remove = (id: number, name: string) =>
      application.removeOrganization(id, {
        name,
        onRemoved: () => {},
        signal: new AbortController().signal,
      });
    const { id } = await furnish(stage);
    expect(await outcome(remove(id, "Clinic"))).toBe("CONFLICT");
    await application.closeOrganization(id);
    expect(await outcome(remove(id, "Clinic"))).toBe("CONFLICT");
    stage.pass({ minutes: 1 });
    expect(await outcome(remove(id, "clinic"))).toBe("CONFLICT");
    expect(await outcome(remove(id, "Clinic"))).toBe("done");
    expect(await outcome(remove(id, "Clinic"))).toBe("ORGANIZATION_NOT_FOUND");
    expect((await application.listOrganizations()).map((one) => one.id)).not.toContain(id);
    expect(await outcome(application.authenticateApiKey(other.key))).toBe("done");
  });
});
