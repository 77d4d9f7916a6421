import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Session } from "../../../core/access/session.ts";

const start = Temporal.Instant.from("2026-03-01T08:00:00Z");
const user = { id: 3, organizationId: 7 };

function sessionAt({ lastActive }: { lastActive: Temporal.DurationLike }): Session {
  const session = new Session(user, start);
  session.lastActiveAt = start.add(lastActive);
  return session;
}

const after = (time: Temporal.DurationLike) => start.add(time);

test("all 128 bits of a session's id are random", () => {
  let [ones, zeros] = [0n, 0n];
  for (let i = 0; i < 200; i += 1) {
    const bits = BigInt(`0x${new Session(user, start).id.replaceAll("-", "")}`);
    ones |= bits;
    zeros |= ~bits & (1n << 128n) - 1n;
  }
  expect([ones, zeros]).toEqual(Array(2).fill((1n << 128n) - 1n));
});

test("a new session belongs to the user, starts now and ends 12 hours later", () => {
  const session = new Session(user, start);
  expect({ ...session }).toEqual({
    id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    ),
    organizationId: 7,
    staffUserId: 3,
    createdAt: start,
    lastActiveAt: start,
    device: "",
    ipAddress: "",
    provedAt: start,
    withFactor: false,
    ssoSubject: null,
    ssoSid: null,
  });
  expect(session.expiresAt.toString()).toBe("2026-03-01T20:00:00Z");
});

test("no two sessions have the same id", () => {
  const ids = Array.from({ length: 500 }, () => new Session(user, start).id);
  expect(new Set(ids).size).toBe(500);
});

describe("whether a session is valid:", () => {
  test.each<[string, Temporal.DurationLike, Temporal.DurationLike, boolean]>([
    ["as it begins", { minutes: 0 }, { minutes: 0 }, true],
    ["for a clock a little behind", { minutes: 0 }, { seconds: -59 }, true],
    ["not before it began: the clock was set back", { minutes: 0 }, { minutes: -1 }, false],
    [
      "to the last moment of 30 idle minutes",
      { minutes: 0 },
      { minutes: 29, milliseconds: 59_999 },
      true,
    ],
    ["not from 30 idle minutes on", { minutes: 0 }, { minutes: 30 }, false],
    ["after activity, for 30 minutes more", { minutes: 29 }, { minutes: 58, seconds: 59 }, true],
    ["after activity, not longer", { minutes: 29 }, { minutes: 59 }, false],
    [
      "to the last moment of 12 hours",
      { hours: 11, minutes: 59 },
      { hours: 11, minutes: 59, milliseconds: 59_999 },
      true,
    ],
    ["not from 12 hours on, however active", { hours: 11, minutes: 59 }, { hours: 12 }, false],
  ])("%s", (_, lastActive, at, isLive) => {
    expect(sessionAt({ lastActive }).isLiveAt(after(at))).toBe(isLive);
  });

  test("an ended session never becomes valid again without later activity", () => {
    const minutes = fc.integer({ min: 0, max: 800 });
    fc.assert(fc.property(minutes, minutes, minutes, (lastActive, one, more) => {
      const session = sessionAt({ lastActive: { minutes: lastActive } });
      const isLiveLater = session.isLiveAt(after({ minutes: one + more }));
      expect(isLiveLater && !session.isLiveAt(after({ minutes: one }))).toBe(false);
    }));
  });
});

test.each([[0, false], [59_999, false], [60_000, true], [3_600_000, true], [-1, false]])(
  "activity %i ms after the last written activity must be written: %s",
  (milliseconds, isDue) => {
    const session = sessionAt({ lastActive: { hours: 1 } });
    expect(session.isTouchDueAt(after({ hours: 1 }).add({ milliseconds }))).toBe(isDue);
  },
);
