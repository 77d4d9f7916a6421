import type { ChangeEntry, ChangeFeed } from "../audit/change_feed.ts";
import { subjectKindOf } from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";
import { defaultQueueRules } from "../visits/queue_rules.ts";
import type { Visits } from "../visits/visits.ts";
import { authenticateAgain, type ScreenPorts } from "./authenticate_screen.ts";
import { currentIn, type PublicQueue, type PublicVisit } from "./public_queue.ts";
import type { ScreenCaller } from "./screen.ts";
import { inCallOrder } from "./show_ticket.ts";

const maxCalls = 12;
const maxNext = 16;

/** A call on a display. */
export interface CallView {
  number: number;
  desk: string;
  department: string;
  /** The local time of the first call. */
  calledAt: string;
  /** Number of calls. A display announces each of them. */
  calls: number;
  isInService: boolean;
}

/** What a display shows. It names nobody. */
export interface DisplayView {
  organization: string;
  timeZone: string;
  /** The local date, `YYYY-MM-DD`. */
  date: string;
  /** Whether the display is of several departments, so that it must name them. */
  hasDepartments: boolean;
  /** The newest first. Those who are called come before those in service. */
  calls: CallView[];
  /** The next numbers, in the order in which they are called. */
  next: { number: number; department: string }[];
  /** Number of people who wait. */
  waiting: number;
}

/** The ports of a display. */
export type DisplayPorts = ScreenPorts & {
  visits: Visits;
  publicQueue: PublicQueue;
  changeFeed: ChangeFeed;
};

/** A display that is followed. */
export interface FollowedDisplay {
  /** Waits until the display may show something else. Returns false after `close`, or if the feed has ended. */
  changed(): Promise<boolean>;
  /** Returns the display as it is now. Throws UNAUTHENTICATED if its screen was revoked. */
  read(): Promise<DisplayView>;
  close(): void;
}

/** Follows what a display shows. Throws SERVICE_UNAVAILABLE. */
export async function followDisplay(
  ports: DisplayPorts,
  caller: ScreenCaller,
): Promise<FollowedDisplay> {
  const reader = await ports.changeFeed.follow(caller.organizationId, null);
  return {
    async changed() {
      for (;;) {
        const batch = await reader.next();
        if (!batch) return false;
        if (batch.isIncomplete || batch.changes.some((one) => concerns(one, caller))) return true;
      }
    },
    read: async () => await readDisplay(ports, await authenticateAgain(ports, caller)),
    close: () => reader.close(),
  };
}

/** Returns whether a change may change what a display shows. */
function concerns(
  { action, environment, subjectId }: ChangeEntry,
  { screenId, ...own }: ScreenCaller,
): boolean {
  switch (subjectKindOf(action)) {
    case "visit":
      return environment === own.environment;
    case "department":
    case "organization":
      return true;
    case "screen":
      return subjectId === screenId;
    default:
      return false;
  }
}

async function readDisplay(
  { visits, publicQueue, now: clock }: DisplayPorts,
  { departmentIds, organizationName: organization, timeZone, ...scope }: ScreenCaller,
): Promise<DisplayView> {
  const now = clock();
  const query = { departmentIds, now, timeZone };
  const [found, queues] = await Promise.all([
    publicQueue.open(scope, query),
    visits.queues(scope, query),
  ]);
  const open = currentIn(queues, found, now);
  const byId = new Map(queues.map((queue) => [queue.departmentId, queue]));
  const nameOf = ({ departmentId }: PublicVisit) => byId.get(departmentId)?.departmentName ?? "";
  const rulesOf = (id: number) => byId.get(id)?.rules ?? defaultQueueRules;
  const waiting = inCallOrder(open, { rulesOf, now });
  return {
    organization,
    timeZone,
    date: now.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    hasDepartments: queues.length > 1,
    calls: open
      .filter(({ state }) => state !== "WAITING")
      .toSorted(byNewestCall)
      .slice(0, maxCalls)
      .map((visit) => ({
        number: visit.number,
        desk: visit.desk!,
        department: nameOf(visit),
        calledAt: formatInstant(visit.calledAt!, timeZone),
        calls: visit.calls,
        isInService: visit.state === "IN_SERVICE",
      })),
    next: waiting.slice(0, maxNext).map((visit) => ({
      number: visit.number,
      department: nameOf(visit),
    })),
    waiting: waiting.length,
  };
}

function byNewestCall(a: PublicVisit, b: PublicVisit): number {
  return Number(a.state === "IN_SERVICE") - Number(b.state === "IN_SERVICE") ||
    Temporal.Instant.compare(b.calledAt!, a.calledAt!) || b.number - a.number;
}
