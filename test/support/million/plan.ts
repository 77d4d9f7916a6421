import { randomFrom } from "../random.ts";

/** The faults that every stage can have. */
export const commonFaults = [
  "service killed",
  "service frozen",
  "backend killed",
  "sessions terminated",
  "Redis killed",
  "Redis frozen",
] as const;

/** How the services reach their database, with the faults of this stage alone. */
export const stageFaults = {
  pair: [
    "primary killed",
    "primary cut off",
    "standby cut off",
    "standby cut off, primary killed",
    "primary stopped",
    "standby killed",
    "standby frozen",
    "network cut",
    "network slow",
    "connections reset",
  ],
  pooler: ["pooler killed", "pooler frozen", "Postgres killed", "Postgres stopped at once"],
  proxy: [
    "COMMIT cut before",
    "COMMIT cut half-open",
    "COMMIT cut after",
    "COMMIT cut late",
    "COMMIT cut on answer",
    "answers withheld",
    "database unreachable",
    "Postgres killed",
  ],
  disk: ["disk full", "disk full, service killed"],
} as const;

export type StageName = keyof typeof stageFaults;
export type Fault = typeof commonFaults[number] | typeof stageFaults[StageName][number];

/** A segment: its stage, and each fault with the number of acknowledged acts at which it begins. */
export interface SegmentPlan {
  segment: number;
  seed: number;
  stage: StageName;
  acts: number;
  faults: { at: number; fault: Fault }[];
}

/** Half of the segments have a pair, the others one server in turns. */
const stages: readonly StageName[] = ["pair", "pooler", "pair", "proxy", "pair", "disk"];

/** Returns the plan of a segment, which depends on the seed and the number alone. */
export function planSegment(
  seed: number,
  segment: number,
  { acts, faults }: { acts: number; faults: number },
): SegmentPlan {
  const random = randomFrom(seed * 1_000_003 + segment);
  const stage = stages[(segment - 1) % stages.length]!;
  const distance = acts / (faults + 1);
  const chosen = shuffled<Fault>([...stageFaults[stage], ...commonFaults], random);
  return {
    segment,
    seed,
    stage,
    acts,
    faults: Array.from({ length: faults }, (_, i) => ({
      at: Math.round(distance * (i + 0.5 + random())),
      fault: chosen[i % chosen.length]!,
    })),
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items.map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
