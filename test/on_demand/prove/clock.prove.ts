import { expect } from "vitest";
import { jumpDatabaseClock } from "../support/database_jumps.ts";
import { jumpClock } from "../../support/clock_jumps/process_jumps.ts";
import { hasFakeTime } from "../../support/fake_clock.ts";
import { proof } from "./proof.ts";

const rounds = 3;
// Each is seen from the one before it: there and back again.
const round = ["+40d", "-40d", "stop", "+2h", "-2h", "+36525d", "+0"];

proof("clock", async (progress) => {
  expect(hasFakeTime, "libfaketime is needed: apt-get install faketime").toBe(true);
  const survived = await jumpClock({
    steps: Array.from({ length: rounds }, () => round).flat(),
    holdMs: 3000,
    stopMs: 20_000,
    receivers: ["answers", "fails first"],
    callers: 8,
    progress,
  });
  return {
    "jumps of the service's clock": survived.jumps,
    "suspensions of 20 s": survived.stops,
    bookings: survived.bookings,
    "answered 503": survived.refused503,
    "answered 500": 0,
    "replays of a key": survived.replays,
    "looks at sessions": survived.sessionChecks,
    deliveries: survived.deliveries,
    abandoned: 0,
    "longest until the first attempt, ms": survived.maxFirstAttemptMs,
    "longest response time recorded, ms": survived.maxResponseTimeMs,
    "lines about jumps": survived.jumps,
  };
});

proof("clock-of-the-database", async (progress) => {
  expect(hasFakeTime, "libfaketime is needed: apt-get install faketime").toBe(true);
  const survived = await jumpDatabaseClock({
    steps: ["+40d", "+0", "-40d", "+0", "+2h", "-2h", "+36525d", "+0"],
    callers: 4,
    progress,
  });
  return {
    "jumps of the database's clock": survived.jumps,
    bookings: survived.bookings,
    "answered 503": survived.refused503,
    "answered 500": 0,
    deliveries: survived.deliveries,
    abandoned: 0,
    "longest from its log line until what waited was delivered, ms": survived.maxRecoveryMs,
  };
});
