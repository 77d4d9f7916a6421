import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { environmentField } from "../environment.ts";
import { idField, parseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import { callOrder } from "./call_order.ts";
import { readVisit } from "./change_visit.ts";
import { defaultQueueRules, type QueueRules } from "./queue_rules.ts";
import { toVisitView, visitInput, type VisitView } from "./visit_views.ts";
import type { DepartmentQueue, ReadVisit, Visits } from "./visits.ts";
import { estimateWait } from "./wait_estimate.ts";

/** Input of the queue: its departments; without them, or with null, all. */
export const getQueueInput = z.object({
  environment: environmentField,
  departmentIds: z.array(idField("A department")).max(500, "Name at most 500 departments")
    .nullish().transform((ids) => ids ?? null),
});

/** A department in a queue. */
export interface DepartmentQueueView {
  id: number;
  name: string;
  isActive: boolean;
  rules: QueueRules;
  /** Number of people who wait today. */
  waiting: number;
  /** Number of visits of today that have ended. */
  ended: number;
  /** The wait of a person without an appointment who comes now, in minutes; null if it is not known. */
  estimatedMinutes: number | null;
  /** By how much today's estimates were wrong: the median difference, in minutes; null if it is not known. */
  estimateErrorMinutes: number | null;
}

/** The queue of today. */
export interface QueueView {
  /** The local date, `YYYY-MM-DD`. */
  date: string;
  timeZone: string;
  /** The local time of this answer. */
  now: string;
  /**
   * By id: those that were named, else the active ones and the inactive ones with visits of today, open visits, or scheduled
   * appointments of today.
   */
  departments: DepartmentQueueView[];
  /** Those who wait today, in the order in which they are called. */
  waiting: VisitView[];
  /** By the time of the call. */
  called: VisitView[];
  /** By the start of the service. */
  inService: VisitView[];
  /** The last 100 of today, newest first. */
  ended: VisitView[];
  /** Visits of earlier days that nobody has ended, by date and number. They are not called. */
  left: VisitView[];
}

type Reader = Pick<StaffCaller, "organizationId" | "timeZone">;

/** Returns the queue of today. Throws VALIDATION_ERROR. */
export async function getQueue(
  ports: Clock & { visits: Visits },
  { organizationId, timeZone }: Reader,
  input: unknown,
): Promise<QueueView> {
  const { environment, departmentIds } = parseInput(getQueueInput, input ?? {});
  const scope = { organizationId, environment };
  const now = ports.now();
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const [visits, queues] = await Promise.all([
    ports.visits.ofDate(scope, { date, departmentIds }),
    ports.visits.queues(scope, { date, departmentIds, now }),
  ]);
  const today = visits.filter((visit) => visit.date.equals(date));
  const rules = new Map(queues.map((queue) => [queue.departmentId, queue.rules]));
  const rulesOf = (id: number) => rules.get(id) ?? defaultQueueRules;
  const waiting = callOrder(today, { rulesOf, now }) as ReadVisit[];
  const views = (list: readonly ReadVisit[]) =>
    list.map((visit) => toVisitView(visit, { timeZone, now }));
  const inState = (state: ReadVisit["state"]) => today.filter((visit) => visit.state === state);
  return {
    date: date.toString(),
    timeZone,
    now: formatInstant(now, timeZone),
    departments: queues.map((queue) => toDepartmentQueueView(queue, waiting)),
    waiting: views(waiting),
    called: views(inState("CALLED").toSorted((a, b) => compare(a.calledAt, b.calledAt, a, b))),
    inService: views(
      inState("IN_SERVICE").toSorted((a, b) => compare(a.startedAt, b.startedAt, a, b)),
    ),
    ended: views(inState("ENDED").toSorted((a, b) => compare(b.endedAt, a.endedAt, b, a))),
    left: views(
      visits.filter((visit) => !visit.date.equals(date)).toSorted((a, b) =>
        Temporal.PlainDate.compare(a.date, b.date) || a.number - b.number
      ),
    ),
  };
}

/** Returns one visit. Throws VALIDATION_ERROR or VISIT_NOT_FOUND. */
export async function getVisit(
  ports: Clock & { visits: Visits },
  { organizationId, timeZone }: Reader,
  input: unknown,
): Promise<VisitView> {
  const { id, environment } = parseInput(visitInput, input);
  return await readVisit(ports, { organizationId, environment, timeZone }, id);
}

function toDepartmentQueueView(
  queue: DepartmentQueue,
  waiting: readonly ReadVisit[],
): DepartmentQueueView {
  const { departmentId: id, departmentName: name, isActive, rules, ended } = queue;
  const own = waiting.filter((visit) => visit.departmentId === id).length;
  return {
    id,
    name,
    isActive,
    rules,
    waiting: own,
    ended,
    estimatedMinutes: estimateWait(own, queue),
    estimateErrorMinutes: queue.estimateErrorMinutes,
  };
}

/** Compares two times, and the ids of their visits if the times are equal. */
function compare(
  a: Temporal.Instant | null,
  b: Temporal.Instant | null,
  one: ReadVisit,
  other: ReadVisit,
): number {
  return Temporal.Instant.compare(a!, b!) || one.id - other.id;
}
