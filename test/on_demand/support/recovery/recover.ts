import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import {
  type Acknowledgement,
  findViolations,
  type StoredRows,
} from "../../../support/acknowledgements/check.ts";
import {
  makeTenants,
  type RecordingClients,
  startRecordingClients,
} from "../../../support/acknowledgements/recording_clients.ts";
import { readStoredRows } from "../../../support/acknowledgements/stored_rows.ts";
import { checkLedger } from "../../../support/ledger_audit.ts";
import { guideTarget, recoveryCommands as guide } from "../../../support/recovery_guide.ts";
import { startService } from "../../../support/running_service.ts";
import { openService } from "../../../support/seeded.ts";
import { secretsEnvironment } from "../../../support/webhooks.ts";
import type { Installation } from "./installation.ts";

const clients = 8;
const answersBefore = 300;

/** What came of the recoveries. */
export interface RecoveryResult {
  "acknowledged before the target": number;
  "of them lost": number;
  "booked after the target": number;
  "of them left": number;
  "from the stop of Postgres to the service, s": number;
  "acknowledged before a target that was too late": number;
}

/**
 * Books under load, recovers to a moment within the load, and books on the result. Then recovers to a moment after the
 * last transaction, which Postgres refuses, and follows the guide's advice: nothing is lost.
 */
export async function recoverTwice(
  installation: Installation,
  progress: (line: string) => void,
): Promise<RecoveryResult> {
  const first = await underLoad(installation, async (recorded) => {
    await waitForAnswers(recorded, answersBefore);
    const before = [...recorded.acknowledgements];
    // Their transactions have an earlier millisecond than the target.
    await delay(2);
    const target = toTarget(Date.now());
    const { length } = recorded.acknowledgements;
    await waitForAnswers(recorded, answersBefore);
    return { before, target, length };
  });
  const { before, target } = first.value;
  const after = startedAfter(first.acknowledgements, first.value.length);
  progress(`recovering to ${target}: ${before.length} answers before it, ${after.length} after it`);
  const startedAt = Date.now();
  await installation.stop();
  const log = await installation.recover(guide.restore.replace(guideTarget, target));
  expect(log).toContain("recovery stopping before commit of transaction");
  await finish(installation);
  const stored = await readStoredRows(await installation.primaryUrl());
  expect(lostOf(before, stored)).toEqual([]);
  const names = new Set(stored.appointments.map(({ name }) => name));
  expect(after.filter((name) => names.has(name))).toEqual([]);
  expect(after.length).toBeGreaterThan(0);
  await checkLedger(await installation.primaryUrl());

  const second = await underLoad(installation, async (recorded) => {
    await waitForAnswers(recorded, 1);
    const seconds = (Date.now() - startedAt) / 1000;
    await waitForAnswers(recorded, answersBefore);
    return seconds;
  });
  await checkLedger(await installation.primaryUrl());
  await installation.stop();
  await delay(1000);
  const refused = await installation.recover(
    guide.restore.replace(guideTarget, toTarget(Date.now())),
  );
  expect(refused).toContain("recovery ended before configured recovery target was reached");
  expect(refused).toMatch(/last completed transaction was at log time \d{4}-/);
  progress("a target after the last transaction was refused; restoring without a target");
  await installation.recover(guide.restoreAll);
  await finish(installation);
  const last = await readStoredRows(await installation.primaryUrl());
  expect([...lostOf(before, last), ...lostOf(second.acknowledgements, last)]).toEqual([]);
  await checkLedger(await installation.primaryUrl());
  await underLoad(installation, (recorded) => waitForAnswers(recorded, 10));
  return {
    "acknowledged before the target": before.length,
    "of them lost": 0,
    "booked after the target": after.length,
    "of them left": 0,
    "from the stop of Postgres to the service, s": second.value,
    "acknowledged before a target that was too late": before.length +
      second.acknowledgements.length,
  };
}

/** Prepares for the service. A target that stays in the settings would stop this Postgres as a standby. */
async function finish(installation: Installation): Promise<void> {
  await installation.finish();
  expect(await installation.ownSettings()).not.toMatch(/recovery_target/);
}

/** Starts a service on the installation, lets clients book while `work` runs, and stops both. */
async function underLoad<T>(
  installation: Installation,
  work: (recorded: RecordingClients) => Promise<T>,
): Promise<{ value: T; acknowledgements: Acknowledgement[] }> {
  await using service = await startService(installation.url, {
    ...secretsEnvironment,
    LOG_LEVEL: "fatal",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  await using seeding = await openService(await installation.primaryUrl(), { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: 2, url: service.url });
  const recorded = startRecordingClients(tenants, { clients, urlOf: () => service.url });
  const value = await Promise.race([work(recorded), recorded.failed]);
  await recorded.stop();
  return { value, acknowledgements: recorded.acknowledgements };
}

/** What a load was answered and the rows of its organizations do not have. Another load has the same names. */
function lostOf(acknowledgements: readonly Acknowledgement[], stored: StoredRows): string[] {
  const own = new Set(
    acknowledgements.flatMap((one) => one.kind === "created" ? [one.organizationId] : []),
  );
  const of = <T extends { organizationId: number }>(rows: readonly T[]) =>
    rows.filter(({ organizationId }) => own.has(organizationId));
  return findViolations({ acknowledgements, events: [] }, {
    appointments: of(stored.appointments),
    creditEntries: of(stored.creditEntries),
    balances: of(stored.balances),
  });
}

/** The names of appointments that were certainly requested after the first answers. */
function startedAfter(acknowledgements: readonly Acknowledgement[], count: number): string[] {
  const namesOf = (some: readonly Acknowledgement[]) =>
    some.flatMap((one) => one.kind === "created" ? [one.name] : []);
  const known = new Set(namesOf(acknowledgements.slice(0, count)));
  const names = new Set(namesOf(acknowledgements.slice(count))).difference(known);
  // The first of each client may have been on its way.
  const perClient = Map.groupBy(names, (name) => name.split(",")[0]);
  return [...perClient.values()].flatMap((each) => each.slice(1));
}

/** A time as the guide writes it, with milliseconds. */
function toTarget(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").replace("Z", "+00");
}

async function waitForAnswers(recorded: RecordingClients, count: number): Promise<void> {
  const before = recorded.acknowledgements.length;
  await expect.poll(() => recorded.acknowledgements.length - before, {
    timeout: 60_000,
    interval: 10,
  }).toBeGreaterThanOrEqual(count);
}
