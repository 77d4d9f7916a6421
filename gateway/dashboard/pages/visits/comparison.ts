import type { VisitFigures } from "../../api/types.ts";

/** The figures that show whether a period went well. */
export const measures = ["waiting", "punctuality", "left", "noShows"] as const;
export type Measure = (typeof measures)[number];

/** A measure of a period, compared with the period before. */
export interface Change {
  measure: Measure;
  trend: "better" | "worse" | "same";
  /** In its unit: minutes or percent. */
  value: number;
  earlier: number;
}

/** How a period went, compared with the one before. */
export type Verdict = "better" | "worse" | "mixed" | "same";

const isMoreBetter: Record<Measure, boolean> = {
  waiting: false,
  punctuality: true,
  left: false,
  noShows: false,
};

/** Returns a measure in its unit, minutes or percent; null without visits that have it. */
export function valueOf(figures: VisitFigures, measure: Measure): number | null {
  if (measure === "waiting") {
    return figures.p90WaitingSeconds === null ? null : Math.round(figures.p90WaitingSeconds / 60);
  }
  if (measure === "punctuality") {
    return figures.punctuality === null ? null : Math.round(figures.punctuality * 100);
  }
  const ended = figures.served + figures.left + figures.noShows;
  return ended === 0 ? null : Math.round(figures[measure] / ended * 100);
}

/** A difference of so many minutes or percent is chance, and not worth a word. */
const tolerance = 1;

/** Compares the measures that both periods have. */
export function changesBetween(now: VisitFigures, before: VisitFigures): Change[] {
  return measures.flatMap((measure): Change[] => {
    const value = valueOf(now, measure);
    const earlier = valueOf(before, measure);
    if (value === null || earlier === null) return [];
    if (Math.abs(value - earlier) <= tolerance) return [{ measure, trend: "same", value, earlier }];
    const isBetter = value > earlier === isMoreBetter[measure];
    return [{ measure, trend: isBetter ? "better" : "worse", value, earlier }];
  });
}

/** Sums changes up; null without any. */
export function verdictOf(changes: readonly Change[]): Verdict | null {
  if (changes.length === 0) return null;
  const isBetter = changes.some(({ trend }) => trend === "better");
  const isWorse = changes.some(({ trend }) => trend === "worse");
  if (isBetter && isWorse) return "mixed";
  return isBetter ? "better" : isWorse ? "worse" : "same";
}
