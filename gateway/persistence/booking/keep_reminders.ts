import type { Logger } from "pino";
import { repeat } from "../database/repeat.ts";
import { remind, type ReminderTools } from "./reminders.ts";

/** How long a reminder may be late: this, and the time that a pass takes. */
const everyMs = 20_000;
const maxJumpMs = 60_000;
/** An operator has so long to set a clock right that has jumped. A machine that was suspended continues after it. */
const distrustMs = 600_000;

/** Publishes reminders regularly until stopped. Each process calls it; one of them makes each pass. */
export function keepReminders(
  tools: ReminderTools,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  const isSteady = createJumpCheck();
  const onFault = (error: unknown) => log?.warn({ err: error }, "reminders failed, will retry");
  const onWrongClock = (seconds: number) =>
    log?.warn({ seconds }, "no reminders: the clocks of this machine and of the database differ");
  async function pass(isStopped: () => boolean): Promise<void> {
    if (isSteady(tools.now().epochMilliseconds, performance.now())) {
      await remind(tools, { onFault, onWrongClock, isStopped });
    } else {
      log?.warn("no reminders for 10 minutes: the clock of this machine has jumped");
    }
  }
  return repeat(pass, { everyMs, onFault });
}

/**
 * Returns a function that gets both clocks at each pass and returns whether the wall clock can be trusted. After a jump
 * forward it cannot for 10 minutes, or until it is set back: else everybody in the jump would be reminded too early, or
 * lose their data.
 */
export function createJumpCheck(): (wallMs: number, monotonicMs: number) => boolean {
  let aheadMs: number | undefined;
  let distrustUntilMs = -Infinity;
  return (wallMs, monotonicMs) => {
    const before = aheadMs ?? wallMs - monotonicMs;
    aheadMs = wallMs - monotonicMs;
    if (aheadMs - before > maxJumpMs) distrustUntilMs = monotonicMs + distrustMs;
    else if (before - aheadMs > maxJumpMs) distrustUntilMs = -Infinity;
    return monotonicMs >= distrustUntilMs;
  };
}
