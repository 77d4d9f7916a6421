import type { Stage } from "./day_plan.ts";
import type { Day } from "./day.ts";
import type { Visitor } from "./visitors.ts";

/**
 * What a clerk can do with the person at the counter. Each returns whether it was done. It is not done if the person has
 * left meanwhile.
 */
export interface CounterActions {
  callAgain(): Promise<boolean>;
  start(): Promise<boolean>;
  finish(): Promise<boolean>;
  miss(): Promise<boolean>;
  leave(): Promise<boolean>;
  returnToQueue(): Promise<boolean>;
  /** `department` is an index of the plan. */
  transfer(department: number): Promise<boolean>;
}

/** A call, as the counter sees it. */
export interface CounterCall {
  number: number;
  desk: string;
  /** Number of announcements before the call. */
  since: number;
  actions: CounterActions;
}

const pauseBetweenCallsSeconds = 40;

/** Plays what becomes of a call: the person hears it, comes or does not, is served, and so on. */
export async function serveCall(day: Day, call: CounterCall): Promise<void> {
  const { number, desk, since, actions } = call;
  day.calls.push({ number, desk });
  const visitor = await day.visitors.withNumber(number);
  const stage = visitor.stages.shift();
  if (!stage) throw new Error(`Number ${number} was called once more than planned`);
  await hears(day, visitor, { number, desk, calls: 1 }, since);
  if (stage.end === "NO_SHOW") return await miss(day, visitor, call);
  await day.office.clock.pause(stage.walkSeconds);
  const { to } = stage;
  switch (stage.end) {
    case "LEAVE":
      if (await actions.leave()) visitor.end("LEFT");
      return;
    case "RETURN":
      return void await actions.returnToQueue();
    case "TRANSFER":
      if (await actions.transfer(to)) visitor.department = to;
      return;
  }
  if (stage.end !== "FINISH_WITHOUT_START" && !await actions.start()) return;
  await day.office.clock.pause(stage.handlingSeconds);
  await endService(visitor, stage, actions);
}

async function endService(
  visitor: Visitor,
  { end, to }: Stage,
  actions: CounterActions,
): Promise<void> {
  switch (end) {
    case "RETURN_FROM_SERVICE":
      return void await actions.returnToQueue();
    case "TRANSFER_FROM_SERVICE":
      // The next part can be called before the answer arrives.
      visitor.department = to;
      visitor.endPart("SERVED");
      return void await actions.transfer(to);
    default:
      if (await actions.finish()) visitor.end("SERVED");
  }
}

/** Calls a person who does not come, as often as the department wants. */
async function miss(day: Day, visitor: Visitor, { number, desk, actions }: CounterCall) {
  const { maxCalls } = day.office.plan.departments[visitor.department]!;
  for (let calls = 2; calls <= maxCalls; calls += 1) {
    await day.office.clock.pause(pauseBetweenCallsSeconds);
    const since = day.announcements.all.length;
    if (!await actions.callAgain()) return;
    await hears(day, visitor, { number, desk, calls }, since);
  }
  await day.office.clock.pause(pauseBetweenCallsSeconds);
  if (await actions.miss()) visitor.end("NO_SHOW");
}

/** Waits until the display has announced a call. A person who leaves does not wait for it. */
async function hears(
  { announcements }: Day,
  { ended }: Visitor,
  call: { number: number; desk: string; calls: number },
  since: number,
): Promise<void> {
  await Promise.race([announcements.heard(call, since), ended]);
}
