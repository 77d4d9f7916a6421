import type { RollupFacts } from "../../persistence/mod.ts";
import { conclude, durationText, type Finding, warning } from "../finding.ts";

const maxLagSeconds = 60;
/** Ten turns of the compaction, which has one every 2 s. */
const maxWaiting = 100_000;

/** Checks that the service compacts usage. Sums are right without it, but slower. */
export function checkRollups({ waitingDeltas, lagSeconds }: RollupFacts): Finding {
  const finding = `${waitingDeltas} sums of usage wait, the oldest for ${durationText(lagSeconds)}`;
  return conclude([
    (lagSeconds > maxLagSeconds || waitingDeltas > maxWaiting) && warning(
      finding,
      'Start the service, and look for "compacting usage failed" in its log',
    ),
  ], finding);
}
