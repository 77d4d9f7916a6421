import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { openPatroniStage, type Outcome } from "./patroni_stage.ts";

/** What a time without a fault showed. */
export interface QuietResult extends Outcome {
  /** The longest time without a success. */
  maxGapMs: number;
}

/**
 * Keeps recording clients busy for some minutes without a fault. It is a violation if Patroni replaces the leader, or if
 * a success is lost. Throws the first answer that is neither a success nor 503.
 */
export async function keepLeader(
  { minutes, clients, tenants, progress }: {
    minutes: number;
    clients: number;
    tenants: number;
    progress(line: string): void;
  },
): Promise<QuietResult> {
  await using stage = await openPatroniStage({ clients, tenants });
  const { cluster, recorded } = stage;
  const first = await cluster.waitUntilWhole();
  recorded.maxGapMs = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await Promise.race([delay(60_000), recorded.failed]);
    const { acknowledgements, maxGapMs, unavailable } = recorded;
    const load = loadavg()[0]!.toFixed(1);
    progress(
      `minute ${minute} of ${minutes}: ${acknowledgements.length} answers, ${unavailable} times 503, ` +
        `no success for ${maxGapMs} ms at most, load ${load}`,
    );
  }
  const { maxGapMs } = recorded;
  const { leader, timeline } = await cluster.waitUntilWhole();
  const isKept = leader === first.leader && timeline === first.timeline;
  const violations = isKept ? [] : [`Patroni replaced the leader: timeline ${timeline}`];
  const { violations: lost, ...counts } = await stage.end();
  return { ...counts, maxGapMs, violations: [...violations, ...lost] };
}
