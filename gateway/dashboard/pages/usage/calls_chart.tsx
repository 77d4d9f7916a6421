import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { dateText, dayText, numberText, timeOf } from "../../api/time.ts";

interface Point {
  timestamp: string;
  calls: number;
  credits: number;
}

/** Calls and credits over time. A hidden table has the same numbers for screen readers. */
export function CallsChart({ points }: { points: readonly Point[] }) {
  const isHourly = points.length > 1 && points[0]!.timestamp.slice(0, 10) ===
      points[1]!.timestamp.slice(0, 10);
  const short = (timestamp: string) => isHourly ? timeOf(timestamp) : dayText(timestamp);
  return (
    <figure className="card chart" aria-label="Calls and credits over time">
      <figcaption className="legend">
        <span className="legend-calls">Calls</span>
        <span className="legend-credits">Credits</span>
      </figcaption>
      <div className="chart-frame" aria-hidden="true">
        <ResponsiveContainer width="100%" height={240}>
          <AreaChart
            accessibilityLayer={false}
            data={[...points]}
            margin={{ top: 8, right: 8, bottom: 0, left: -12 }}
          >
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis
              dataKey="timestamp"
              tickFormatter={short}
              tickLine={false}
              axisLine={false}
              minTickGap={36}
              stroke="var(--text-muted)"
              fontSize={12}
            />
            <YAxis
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              stroke="var(--text-muted)"
              fontSize={12}
              tickFormatter={numberText}
            />
            <Tooltip
              content={({ active, payload }) => {
                const point = payload?.[0]?.payload as Point | undefined;
                return active && point ? <Reading point={point} isHourly={isHourly} /> : null;
              }}
            />
            <Area
              dataKey="calls"
              type="monotone"
              stroke="var(--accent-text)"
              fill="var(--accent-soft)"
              strokeWidth={1.8}
              isAnimationActive={false}
            />
            <Area
              dataKey="credits"
              type="monotone"
              stroke="var(--good-text)"
              fill="none"
              strokeWidth={1.8}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <table className="unseen">
        <caption>Calls and credits over time</caption>
        <thead>
          <tr>
            <th>Time</th>
            <th>Calls</th>
            <th>Credits</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ timestamp, calls, credits }) => (
            <tr key={timestamp}>
              <td>{dateText(timestamp)} {isHourly && timeOf(timestamp)}</td>
              <td>{calls}</td>
              <td>{credits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Reading({ point, isHourly }: { point: Point; isHourly: boolean }) {
  return (
    <div className="reading">
      <strong>{dayText(point.timestamp)} {isHourly && timeOf(point.timestamp)}</strong>
      <span>{numberText(point.calls)} calls, {numberText(point.credits)} credits</span>
    </div>
  );
}
