import { countCommands } from "../../../support/guide_machine/proofs.ts";
import type { Stage } from "./stage.ts";

/** The commands that a proof has run, and those that no proof runs. */
export function figuresOf(stage: Stage): Record<string, string | number> {
  const { all, run, notRun } = countCommands();
  const reasons = Object.entries(notRun).map(([reason, count]) => `${count}: ${reason}`);
  return {
    commands: stage.commandsRun(),
    allProofs: `${run} of ${all} commands run`,
    notRun: reasons.join("; "),
  };
}
