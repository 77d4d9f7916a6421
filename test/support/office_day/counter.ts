import type { CalledVisit, Clerk } from "../clerk.ts";
import type { Day } from "./day.ts";
import { type CounterActions, serveCall } from "./serve_call.ts";

/** A clerk sees in the queue that somebody waits. Here each asks now and then. */
const idleSeconds = 45;
/** Between two people. */
const breathSeconds = 10;

/** Works at a counter over the API until the day is over. `index` is that of the counter in the plan. */
export async function workAtCounter(
  day: Day,
  { index, clerk }: { index: number; clerk: Clerk },
): Promise<void> {
  const { plan, clock, departmentIds, workerIds } = day.office;
  const { desk, departments } = plan.counters[index]!;
  const counter = {
    desk,
    workerId: workerIds[index]!,
    departmentIds: departments.map((department) => departmentIds[department]!),
  };
  while (!day.isOver()) {
    const since = day.announcements.all.length;
    const visit = await clerk("callNext", counter);
    if (visit === undefined) throw new Error(`Counter ${desk} is not free, but its clerk is`);
    if (visit === null) {
      await clock.pause(idleSeconds);
      continue;
    }
    const { number } = visit;
    if (visit.desk !== desk) throw new Error(`Number ${number} was called to ${visit.desk}`);
    await serveCall(day, { number, desk, since, actions: actionsOf(day, clerk, visit) });
    await clock.pause(breathSeconds);
  }
}

function actionsOf({ office }: Day, clerk: Clerk, { id }: CalledVisit): CounterActions {
  const act = (procedure: string, more: object = {}) => async () =>
    await clerk(procedure, { id, ...more }) !== undefined;
  return {
    callAgain: act("callAgain"),
    start: act("startService"),
    finish: act("finish"),
    miss: act("miss"),
    leave: act("leave"),
    returnToQueue: act("returnToQueue"),
    transfer: (department) =>
      act("transfer", { departmentId: office.departmentIds[department]! })(),
  };
}
