import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import "./bar_chart.css";
import { t } from "./chart_texts.ts";

/** A part of a bar. Later layers cover earlier ones. */
interface Layer {
  /** Its colour, as in the legend: a class of `bar_chart.css` without the prefix `series-`. */
  kind: string;
  /** Default: 0. */
  from?: number;
  to: number;
}

/** A point of a chart. */
export interface Bar {
  key: string;
  /** The full name of the point, such as `Thu 30 Jul`. */
  name: string;
  /** The text below the bar. */
  label: string;
  /** The values of the point in words. */
  reading: string;
  layers: readonly Layer[];
  /** The text above the bar, if there is room. */
  value?: string;
  /** A value of another period, drawn as a line across the bar. */
  mark?: number;
  /** The values of the point in the table. */
  cells?: readonly string[];
}

interface BarChartProps {
  /** What the chart shows. */
  label: string;
  /** Shows the label above the chart too. */
  hasTitle?: boolean;
  legend: readonly { kind: string; label: string }[];
  bars: readonly Bar[];
  /** The value at the top of the chart, and its text. */
  max: number;
  maxText: string;
  /** The heads of the table: that of the points, and those of `cells`. Without them the page has the numbers in a table. */
  heads?: readonly string[];
  /** Makes each bar a button with this name. */
  action?: { labelOf(bar: Bar): string; onPress(bar: Bar): void };
}

/** The width of a character of a label at most, and the gap between labels. */
const characterPx = 7;
const labelGapPx = 10;
/** With more bars, the texts of each bar would touch those of the next one. */
const maxTexts = 14;

/**
 * Values by hour or day, one bar for each point: they are separate, so no line joins them. A table has the same numbers.
 * Screen readers always read it, and a button shows it to everybody.
 */
export function BarChart(props: BarChartProps) {
  const { label, hasTitle, legend, bars, max, maxText, heads, action } = props;
  const [read, setRead] = useState<Bar | null>(null);
  const hasRoom = bars.length <= maxTexts;
  const hasValues = hasRoom && bars.some(({ value }) => value !== undefined);
  const [frame, width] = useWidth();
  const step = stepOf(bars, width);
  return (
    <figure className="card apart chart" aria-label={label}>
      {hasTitle && <h2>{label}</h2>}
      <figcaption className={`row between chart-head ${legend.length === 0 ? "bare" : ""}`}>
        <span className="row legend">
          {legend.map(({ kind, label: name }) => (
            <span key={kind} className={`series-${kind}`}>
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
        <span className="muted">
          {read && (
            <>
              <bdi>{read.name}</bdi>: {read.reading}
            </>
          )}
        </span>
      </figcaption>
      <div className="chart-frame" ref={frame}>
        <span className="chart-max muted small">{!hasValues && maxText}</span>
        <div className="chart-bars" onPointerLeave={() => setRead(null)}>
          {bars.map((bar) => (
            <BarColumn
              key={bar.key}
              bar={bar}
              max={max}
              hasValue={hasValues}
              action={action}
              onRead={() => setRead(bar)}
            />
          ))}
        </div>
        <div
          className={`chart-labels muted small ${step === 1 ? "each" : ""}`}
          style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
          aria-hidden="true"
        >
          {bars.filter((_, i) => i % step === 0 && i + step <= bars.length).map((bar) => (
            <span key={bar.key} style={{ gridColumn: `span ${step}` }}>{bar.label}</span>
          ))}
        </div>
      </div>
      {heads && <ChartTable label={label} heads={heads} bars={bars} />}
    </figure>
  );
}

/** Returns how many bars share a label, so that no label reaches into the next one. Each begins below its bar. */
function stepOf(bars: readonly Bar[], widthPx: number): number {
  const longest = Math.max(0, ...bars.map(({ label }) => label.length));
  const barPx = widthPx / bars.length;
  return Math.max(1, Math.ceil((longest * characterPx + labelGapPx) / barPx));
}

/** Returns a reference for an element and its width in pixels, which is Infinity until it is measured. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Infinity);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

function BarColumn({ bar, max, hasValue, action, onRead }: {
  bar: Bar;
  max: number;
  hasValue: boolean;
  action: BarChartProps["action"];
  onRead(): void;
}) {
  const share = (value: number) => `${value / max * 100}%`;
  const drawing = (
    <>
      {bar.layers.map(({ kind, from = 0, to }) => (
        <span
          key={kind}
          className={`chart-layer series-${kind}`}
          style={{ bottom: share(from), height: share(to - from) }}
        />
      ))}
      {bar.mark !== undefined && (
        <span
          className="chart-mark"
          style={{ bottom: share(bar.mark) }}
        />
      )}
      {hasValue && (
        <span className="muted small chart-value" style={{ bottom: share(valueAt(bar, max)) }}>
          {bar.value}
        </span>
      )}
    </>
  );
  // Without an action there is nothing to press: the table has the numbers for the keyboard.
  if (!action) {
    return <div className="chart-bar" aria-hidden="true" onPointerEnter={onRead}>{drawing}</div>;
  }
  return (
    <button
      type="button"
      className="chart-bar"
      aria-label={`${action.labelOf(bar)}: ${bar.reading}`}
      onPointerEnter={onRead}
      onFocus={onRead}
      onClick={() => action.onPress(bar)}
    >
      {drawing}
    </button>
  );
}

/** The part of the height that a text needs. */
const textShare = 0.12;

/** Returns where the text of a bar is: above the bar, and not across the mark. */
function valueAt({ layers, mark = 0 }: Bar, max: number): number {
  const height = Math.max(0, ...layers.map(({ to }) => to));
  return mark > height && mark - height < textShare * max ? mark : height;
}

function ChartTable(
  { label, heads, bars }: { label: string; heads: readonly string[]; bars: readonly Bar[] },
) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      {/* On a phone the table may be wider than the page, so the keyboard must be able to scroll it. */}
      <div
        className={isShown ? "table-frame" : "unseen"}
        {...(isShown && { role: "group", "aria-label": label, tabIndex: 0 })}
      >
        <table className="table" aria-label={label}>
          <thead>
            <tr>
              {heads.map((head, i) => (
                <th key={head} scope="col" className={i === 0 ? "" : "end"}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, name, cells = [] }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                {cells.map((cell, i) => <td key={heads[i + 1]} className="end">{cell}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button kind="quiet" onPress={() => setIsShown(!isShown)}>
        {t(isShown ? "hideTable" : "showTable")}
      </Button>
    </>
  );
}
