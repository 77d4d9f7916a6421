import { isHeld } from "../../../core/booking/legal_hold.ts";
import { nobody } from "../../../core/booking/erased.ts";
import {
  type Appointment,
  ClaimLostError,
  type LegalHolds,
  type Organization,
  type Retention,
  type RetentionCounts,
} from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { of, record } from "./rows.ts";

/** The legal holds in memory. */
export function legalHoldsIn(memory: Memory): LegalHolds {
  return { list: async (organizationId) => of(memory.legalHolds, organizationId) };
}

/** Runs of retention in memory. Only appointments are removed: the tests of the database have the other kinds. */
export function retentionIn(memory: Memory): Retention {
  const none: RetentionCounts = { appointments: 0, visits: 0, events: 0, calls: 0, entries: 0 };
  const runOf = ({ organizationId, claim }: { organizationId: number; claim: string }) => {
    const run = memory.retentionRuns.get(organizationId);
    if (run?.claim !== claim) throw new ClaimLostError("Lost");
    return run;
  };
  const isPersonal = (one: Appointment) =>
    Object.entries(nobody).some(([name, value]) => Reflect.get(one, name) !== value);
  const old = (organizationId: number, before: Temporal.PlainDateTime | null) =>
    of(memory.appointments, organizationId).filter((one) =>
      before && Temporal.PlainDateTime.compare(one.dateTime, before) < 0 && isPersonal(one)
    );
  const isKept = (one: Appointment) => isHeld(one, of(memory.legalHolds, one.organizationId));
  const isDone = (organizationId: number, now: Temporal.Instant) => {
    const last = memory.retentionRuns.get(organizationId)?.finishedAt;
    return last && now.since(last).total("hours") < 20;
  };
  const hasWork = (one: Organization) =>
    (one.appointmentDays ?? one.eventDays ?? one.usageDays ?? one.auditDays) !== null ||
    memory.retentionRuns.get(one.id)?.finishedAt === null;
  return {
    async listDue(now) {
      return memory.organizations
        .filter((one) => one.closedAt === null && hasWork(one) && !isDone(one.id, now))
        .map(({ id }) => id);
    },
    async claim(organizationId, now) {
      if (isDone(organizationId, now)) return undefined;
      const claim = crypto.randomUUID();
      memory.retentionRuns.set(organizationId, {
        ...none,
        claim,
        startedAt: now,
        finishedAt: null,
      });
      return { organizationId, claim };
    },
    async due(run, { before, after }) {
      const found = old(run.organizationId, before)
        .filter((one) => one.id > (after?.id ?? 0) && !isKept(one));
      return { found, last: null };
    },
    changedSince: async () => [],
    advance: async (run) => void runOf(run),
    removeBatch: async () => false,
    async finish(run, now, audit) {
      const found = runOf(run);
      found.finishedAt = now;
      const written = audit({ ...none, appointments: found.appointments });
      if (written) record(memory, written);
    },
    lastRun: async (organizationId) => memory.retentionRuns.get(organizationId),
    async preview(organizationId, { appointments }) {
      const found = old(organizationId, appointments);
      const held = found.filter(isKept).length;
      return { ...none, appointments: found.length - held, held };
    },
  };
}
