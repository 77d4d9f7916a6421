import { describe, expect, test } from "vitest";
import { authenticateSession } from "../../../core/access/authenticate.ts";
import type { Ports } from "../../../core/ports.ts";
import { refusalOf, untouchable } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

const active = { isActivity: true, ipAddress: "203.0.113.9" };
const background = { isActivity: false, ipAddress: "203.0.113.9" };

async function signedIn() {
  const staff = await openStaff();
  const user = await staff.newUser("ADMIN");
  const { session, caller } = await staff.signIn(user);
  const authenticate = (kind = active) => authenticateSession(staff.ports, session.id, kind);
  return { ...staff, user, session, caller, authenticate };
}

describe("the caller of a session", () => {
  test("is the user with the current data of the database", async () => {
    const { ports, user, session, authenticate } = await signedIn();
    Object.assign(user, { role: "STAFF", name: "Grace", mustChangePassword: true });
    ports.memory.organizations[0]!.timeZone = "Asia/Tokyo";
    expect(await authenticate()).toEqual({
      sessionId: session.id,
      staffUserId: user.id,
      email: user.email,
      name: "Grace",
      role: "STAFF",
      departmentIds: null,
      mustChangePassword: true,
      hasFactor: false,
      bySso: false,
      mustAddFactor: false,
      provedAt: session.createdAt,
      organizationId: user.organizationId,
      organizationName: "Harbour Clinic",
      timeZone: "Asia/Tokyo",
      ipAddress: "203.0.113.9",
      actor: { kind: "STAFF", id: user.id, name: "Grace", ipAddress: "203.0.113.9" },
    });
  });
});

describe("UNAUTHENTICATED is the answer", () => {
  test("without a session, and the database is not queried", async () => {
    const ports = { ...untouchable<Ports>(), now: () => Temporal.Now.instant() };
    const { code } = await refusalOf(() => authenticateSession(ports, undefined, active));
    expect(code).toBe("UNAUTHENTICATED");
  });

  test.each<[string, (given: Awaited<ReturnType<typeof signedIn>>) => unknown]>([
    ["signed out of", ({ application, caller }) => application.signOut(caller)],
    ["of a disabled user", ({ application, user }) => application.disableStaffUser(user.email)],
    ["of a reset password", ({ application, user }) => application.resetPassword(user.email)],
    ["idle for 30 minutes", ({ pass }) => pass({ minutes: 30 })],
    ["12 hours old", ({ pass, session }) => {
      pass({ hours: 12 });
      session.lastActiveAt = session.expiresAt.subtract({ minutes: 1 });
    }],
  ])("to a session %s, and no activity is written", async (_, end) => {
    const given = await signedIn();
    await end(given);
    given.ports.sessions.touch = () => Promise.reject(new Error("was touched"));
    const messages = [
      (await refusalOf(() => given.authenticate())).message,
      (await refusalOf(() => authenticateSession(given.ports, crypto.randomUUID(), active)))
        .message,
    ];
    expect((await refusalOf(() => given.authenticate())).code).toBe("UNAUTHENTICATED");
    expect(messages[0]).toBe(messages[1]);
  });
});

describe("the activity of a session", () => {
  test("is written once a minute with its own time", async () => {
    const { ports, session, authenticate, pass } = await signedIn();
    const noted: string[] = [];
    const { touch } = ports.sessions;
    ports.sessions.touch = (id, at) => {
      noted.push(`${id} ${at}`);
      return touch(id, at);
    };
    for (const seconds of [0, 59, 1, 59, 0.5, 0.5, 600]) {
      pass({ milliseconds: seconds * 1000 });
      await authenticate();
    }
    expect(noted).toEqual([
      `${session.id} 2026-03-01T08:01:00Z`,
      `${session.id} 2026-03-01T08:02:00Z`,
      `${session.id} 2026-03-01T08:12:00Z`,
    ]);
  });

  test("does not include background requests, so the session can expire", async () => {
    const { ports, authenticate, pass } = await signedIn();
    ports.sessions.touch = () => Promise.reject(new Error("was touched"));
    pass({ minutes: 29 });
    await authenticate(background);
    pass({ minutes: 1 });
    expect((await refusalOf(() => authenticate(background))).code).toBe("UNAUTHENTICATED");
  });
});
