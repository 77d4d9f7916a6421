import { describe, expect, test } from "vitest";
import { maxSessions } from "../../../core/access/session.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import { refusalOf } from "../refusal.ts";
import { ipAddress, openStaff, password } from "./staff_samples.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function openDesk() {
  const staff = await openStaff();
  const user = await staff.newUser("STAFF");
  const from = (device: string, address = ipAddress) =>
    signIn(staff.ports, { ipAddress: address, device }, { email: user.email, password });
  const endings = () =>
    staff.ports.memory.audit.filter(({ action }) => action === "staff.sessions_ended");
  return { ...staff, user, from, endings, team: staff.application.staff };
}

test("a user sees the device, address and times of the own sessions, this one first", async () => {
  const { from, pass, team, application, newUser, signIn: enter } = await openDesk();
  await enter(await newUser("STAFF"));
  const { caller } = await from(firefox);
  pass({ minutes: 5 });
  const { session } = await from("curl/8", "2001:db8::7");
  await application.authenticateSession(caller.sessionId, { isActivity: true, ipAddress });
  expect(await team.listOwnSessions(caller)).toEqual([
    {
      id: caller.sessionId,
      device: firefox,
      ipAddress,
      createdAt: "2026-03-01T09:00:00",
      lastActiveAt: "2026-03-01T09:05:00",
      isCurrent: true,
    },
    {
      id: session.id,
      device: "curl/8",
      ipAddress: "2001:db8::7",
      createdAt: "2026-03-01T09:05:00",
      lastActiveAt: "2026-03-01T09:05:00",
      isCurrent: false,
    },
  ]);
});

test("an idle session is not in the list of the own sessions", async () => {
  const { from, pass, team } = await openDesk();
  await from("one");
  pass({ minutes: 30 });
  const { caller } = await from("two");
  expect((await team.listOwnSessions(caller)).map(({ device }) => device)).toEqual(["two"]);
});

test.each([
  ["control characters", "a\r\nb\u0000\u009f c\t", "a b  c"],
  ["more than 200 characters", "x".repeat(300), "x".repeat(200)],
  ["half a character", "a\ud800", "a\ufffd"],
])("the device of a session has no %s", async (_, sent, kept) => {
  const { from } = await openDesk();
  expect((await from(sent)).session.device).toBe(kept);
});

describe("ending the own sessions", () => {
  test("ends the chosen one with its next request and no other one", async () => {
    const { from, isLive, team } = await openDesk();
    const [one, other, third] = [await from("1"), await from("2"), await from("3")];
    expect(await team.endOwnSession(one.caller, { id: other.session.id })).toEqual({ ended: 1 });
    expect(await Promise.all([one, other, third].map(({ session }) => isLive(session))))
      .toEqual([true, false, true]);
  });

  test("ends all others, and a repetition finds none and is not audited", async () => {
    const { from, isLive, team, endings } = await openDesk();
    const [one, other, third] = [await from("1"), await from("2"), await from("3")];
    expect(await team.endOtherSessions(one.caller)).toEqual({ ended: 2 });
    expect(await team.endOtherSessions(one.caller)).toEqual({ ended: 0 });
    expect(await Promise.all([one, other, third].map(({ session }) => isLive(session))))
      .toEqual([true, false, false]);
    expect(endings()).toHaveLength(1);
  });

  test("does not count sessions that have expired", async () => {
    const { from, pass, team, endings } = await openDesk();
    await from("idle");
    pass({ minutes: 30 });
    const { caller } = await from("desk");
    expect(await team.endOtherSessions(caller)).toEqual({ ended: 0 });
    expect(endings()).toEqual([]);
  });

  test("does not find a session of another user, of another organization, or an ended one", async () => {
    const staff = await openDesk();
    const { caller } = await staff.from("desk");
    const colleague = await staff.signIn(await staff.newUser("OWNER"));
    const ended = await staff.from("home");
    await staff.team.endOwnSession(caller, { id: ended.session.id });
    const email = "grace@other.example";
    const made = { name: "Other", ownerEmail: email, ownerPassword: password };
    await staff.application.createOrganization(made);
    const stranger = await staff.signIn({ email });
    for (const { id } of [colleague.session, stranger.session, ended.session, { id: "no id" }]) {
      const refusal = await refusalOf(() => staff.team.endOwnSession(caller, { id }));
      expect(refusal.code).toBe("SESSION_NOT_FOUND");
    }
    expect(await staff.isLive(colleague.session)).toBe(true);
    expect(await staff.isLive(stranger.session)).toBe(true);
  });
});

test("an OWNER ends all sessions of another person, who may sign in again", async () => {
  const { from, isLive, user, team, ...staff } = await openDesk();
  const [one, other] = [await from("1"), await from("2")];
  const { caller: owner } = await staff.signIn(await staff.newUser("OWNER"));
  expect(await team.endStaffUserSessions(owner, { id: user.id })).toEqual({ ended: 2 });
  expect([await isLive(one.session), await isLive(other.session)]).toEqual([false, false]);
  expect(await isLive((await from("1")).session)).toBe(true);
});

describe("the eleventh session", () => {
  test("ends the oldest one, and the audit says so", async () => {
    const { from, pass, isLive, endings, user } = await openDesk();
    const begun = [];
    for (let i = 0; i <= maxSessions; i += 1) {
      begun.push((await from(String(i))).session);
      pass({ seconds: 1 });
    }
    expect(await Promise.all(begun.map(isLive))).toEqual([
      false,
      ...Array.from({ length: maxSessions }, () => true),
    ]);
    expect(endings()).toMatchObject([{
      subjectId: user.id,
      changes: [{ field: "sessions", before: null, after: 1 }],
    }]);
  });

  test("ends none if another one is idle, or is replaced in the same browser", async () => {
    const { from, user, pass, isLive, ports, endings } = await openDesk();
    await from("idle");
    pass({ minutes: 30 });
    const begun = [];
    for (let i = 0; i < maxSessions; i += 1) begun.push((await from(String(i))).session);
    const origin = { ipAddress, previousSessionId: begun[3]!.id };
    const { session } = await signIn(ports, origin, { email: user.email, password });
    const live = await Promise.all([...begun, session].map(isLive));
    expect(live.flatMap((is, i) => is ? [] : [i])).toEqual([3]);
    expect(endings()).toEqual([]);
  });
});
