import { median } from "./figures.ts";
import { table } from "./tables.ts";

/** What one round of a measurement of webhooks came to, by name. */
export interface DeliveryFigure {
  measurement: string;
  round: number;
  figures: Record<string, number>;
}

/** The medians of the rounds as Markdown, a row for each measurement. */
export function deliveryTable(measured: readonly DeliveryFigure[]): string {
  const rows = [...Map.groupBy(measured, ({ measurement }) => measurement)]
    .map(([measurement, rounds]) => {
      const figures = Object.keys(rounds[0]!.figures).map((name) => {
        const middle = median(rounds.map(({ figures }) => figures[name]!));
        return `${name} ${shown(middle)}`;
      });
      return [measurement, figures.join(", ")];
    });
  return table(["service alone", "medians of the rounds"], rows);
}

function shown(number: number): string {
  if (number >= 100) return Math.round(number).toLocaleString("en-US");
  return number.toFixed(number < 10 ? 2 : 1);
}
