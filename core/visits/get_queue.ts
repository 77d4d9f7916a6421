import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import { environmentField } from "../environment.ts";
import { idField, parseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import { isCurrent } from "./business_day.ts";
import { callOrder } from "./call_order.ts";
import { defaultQueueRules, type QueueRules } from "./queue_rules.ts";
import { toVisitView, type VisitView } from "./visit_views.ts";
import { type DepartmentQueue, maxEnded, maxLeft, type ReadVisit, type Visits } from "./visits.ts";
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
  /** Number of people who wait. */
  waiting: number;
  /** The date of the business day, `YYYY-MM-DD`. */
  date: string;
  /** Number of visits of the business day that have ended. */
  ended: number;
  /** The wait of a person without an appointment who comes now, in minutes; null if it is not known. */
  estimatedMinutes: number | null;
  /** By how much today's estimates were wrong: the median difference, in minutes; null if it is not known. */
  estimateErrorMinutes: number | null;
}

/** The queue of the present business day of each department. */
export interface QueueView {
  /** The local date, `YYYY-MM-DD`. */
  date: string;
  timeZone: string;
  /** The local time of this answer. */
  now: string;
  /**
   * Sorted by id. The requested departments; by default the active ones, and the inactive ones with visits of their
   * business day, open visits, or scheduled appointments of the business day or of today.
   */
  departments: DepartmentQueueView[];
  /** In the order in which they are called. */
  waiting: VisitView[];
  /** By the time of the call. */
  called: VisitView[];
  /** By the start of the service. */
  inService: VisitView[];
  /** The last 100, newest first. */
  ended: VisitView[];
  /** Visits of earlier days that nobody has ended, by date and number. They are not called. */
  left: VisitView[];
}

type Reader = Pick<StaffCaller, "organizationId" | "timeZone">;

/** Returns the queue. Throws VALIDATION_ERROR. */
export async function getQueue(
  ports: Clock & { visits: Visits },
  { organizationId, timeZone }: Reader,
  input: unknown,
): Promise<QueueView> {
  const { environment, departmentIds } = parseInput(getQueueInput, input ?? {});
  const scope = { organizationId, environment };
  const now = ports.now();
  const [visits, queues] = await Promise.all([
    ports.visits.present(scope, { departmentIds, now, timeZone }),
    ports.visits.queues(scope, { departmentIds, now, timeZone }),
  ]);
  const byId = new Map(queues.map((queue) => [queue.departmentId, queue]));
  const rulesOf = (id: number) => byId.get(id)?.rules ?? defaultQueueRules;
  const dateOf = ({ departmentId }: ReadVisit) => byId.get(departmentId)?.date;
  const open = visits.filter(({ state }) => state !== "ENDED");
  const [current, left] = split(open, (visit) => isCurrent(visit, dateOf(visit), now));
  const waiting = callOrder(current, { rulesOf, now }) as ReadVisit[];
  const views = (list: readonly ReadVisit[]) =>
    list.map((visit) => toVisitView(visit, { timeZone, now }));
  const inState = (state: ReadVisit["state"]) => current.filter((visit) => visit.state === state);
  const ended = visits.filter((visit) =>
    visit.state === "ENDED" && dateOf(visit)?.equals(visit.date)
  );
  return {
    date: now.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    timeZone,
    now: formatInstant(now, timeZone),
    departments: queues.map((queue) => toDepartmentQueueView(queue, waiting)),
    waiting: views(waiting),
    called: views(inState("CALLED").toSorted((a, b) => compare(a.calledAt, b.calledAt, a, b))),
    inService: views(
      inState("IN_SERVICE").toSorted((a, b) => compare(a.startedAt, b.startedAt, a, b)),
    ),
    ended: views(
      ended.toSorted((a, b) => compare(b.endedAt, a.endedAt, b, a)).slice(0, maxEnded),
    ),
    left: views(
      left.toSorted((a, b) => a.id - b.id).slice(-maxLeft).toSorted((a, b) =>
        Temporal.PlainDate.compare(a.date, b.date) || a.number - b.number
      ),
    ),
  };
}

/** Returns those of a list that are chosen, and the others. */
function split<T>(all: readonly T[], isChosen: (one: T) => boolean): [chosen: T[], others: T[]] {
  const chosen = new Set(all.filter(isChosen));
  return [[...chosen], all.filter((one) => !chosen.has(one))];
}

function toDepartmentQueueView(
  queue: DepartmentQueue,
  waiting: readonly ReadVisit[],
): DepartmentQueueView {
  const { departmentId: id, departmentName: name, isActive, date, rules, ended } = queue;
  const own = waiting.filter((visit) => visit.departmentId === id).length;
  return {
    id,
    name,
    isActive,
    rules,
    date: date.toString(),
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
