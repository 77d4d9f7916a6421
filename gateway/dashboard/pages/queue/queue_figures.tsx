import type { QueueDepartment } from "../../api/types.ts";
import { minutesText } from "../../ui/minutes_text.ts";
import { figuresOf, type listsOf } from "./lists.ts";
import { t } from "./texts.ts";

/** The numbers of the queue: who waits, how long, how many counters are open, and the wait of who comes now. */
export function QueueFigures({ lists, departments, now }: {
  lists: ReturnType<typeof listsOf>;
  departments: readonly QueueDepartment[];
  now: string;
}) {
  const { waiting, longest, counters, estimates } = figuresOf(lists, departments, now);
  const figures = [
    ["waiting", String(waiting)],
    ["longest", longest === null ? t("figures.nobody") : minutesText(longest)],
    ["counters", String(counters)],
    ["estimate", estimateText(estimates)],
  ] as const;
  return (
    <dl className="row queue-figures" aria-label={t("figures.label")}>
      {figures.map(([name, text]) => (
        <div key={name} className="line">
          <dt className="muted">{t(`figures.${name}`)}</dt>
          <dd className="strong">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Departments may have different waits. */
function estimateText(estimates: readonly number[]): string {
  if (estimates.length === 0) return t("figures.unknown");
  const [least, most] = [Math.min(...estimates), Math.max(...estimates)];
  return least === most
    ? t("figures.about", { time: minutesText(least) })
    : t("figures.range", { from: minutesText(least), to: minutesText(most) });
}
