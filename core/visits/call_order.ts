import type { QueueRules } from "./queue_rules.ts";
import type { Visit } from "./visit.ts";

/** Returns the rules of a department's queue. */
export type RulesOf = (departmentId: number) => QueueRules;

/**
 * Returns the waiting visits in the order in which they are called (core/visits/README.md 2): by priority; then people
 * whose appointment is due and who came in time, by the time of the appointment; then everybody else by arrival.
 */
export function callOrder(
  visits: readonly Visit[],
  { rulesOf, now }: { rulesOf: RulesOf; now: Temporal.Instant },
): Visit[] {
  return visits
    .filter(({ state }) => state === "WAITING")
    .map((visit) => ({ visit, rank: rankOf(visit, rulesOf(visit.departmentId), now) }))
    .toSorted((a, b) => compareNumbers(a.rank, b.rank))
    .map(({ visit }) => visit);
}

/** The smaller one is called first. The numbers are compared from the first to the last. */
function rankOf(visit: Visit, rules: QueueRules, now: Temporal.Instant): number[] {
  const { priority, dueAt, arrivedAt, number } = visit;
  const position = priority === null ? -1 : rules.priorities.indexOf(priority);
  const isCalledByTime = dueAt !== null && isDueAndInTime({ dueAt, arrivedAt }, rules, now);
  return [
    // A priority that the department has removed counts as none.
    position === -1 ? Infinity : position,
    isCalledByTime ? 0 : 1,
    (isCalledByTime ? dueAt : arrivedAt).epochMilliseconds,
    number,
  ];
}

/**
 * Returns whether a person is called by the time of the appointment: the time is near or past, and the person came before
 * it or at most the tolerance after it.
 */
function isDueAndInTime(
  { dueAt, arrivedAt }: { dueAt: Temporal.Instant; arrivedAt: Temporal.Instant },
  rules: QueueRules,
  now: Temporal.Instant,
): boolean {
  const lastMs = dueAt.epochMilliseconds + rules.toleranceMinutes * 60_000;
  return isDue(dueAt, rules, now) && arrivedAt.epochMilliseconds <= lastMs;
}

/** Returns whether the time of an appointment is near or past. Until then its person is called after those who are due. */
export function isDue(
  dueAt: Temporal.Instant,
  { toleranceMinutes }: Pick<QueueRules, "toleranceMinutes">,
  now: Temporal.Instant,
): boolean {
  return dueAt.epochMilliseconds - toleranceMinutes * 60_000 <= now.epochMilliseconds;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
