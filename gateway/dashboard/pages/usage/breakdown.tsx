import { numberText } from "../../api/time.ts";

/** What was called most, and how calls failed. */
export function Breakdown({ endpoints, errors }: {
  endpoints: readonly { endpoint: string; calls: number; percentage: number }[];
  errors: Record<string, number>;
}) {
  const failed = Object.entries(errors).toSorted(([, a], [, b]) => b - a);
  const most = Math.max(1, ...failed.map(([, calls]) => calls));
  return (
    <div className="columns breakdown">
      <section className="card">
        <h2>Most called</h2>
        <Bars
          none="No calls yet"
          bars={endpoints.map(({ endpoint, calls, percentage }) => ({
            label: endpoint,
            value: `${numberText(calls)} · ${percentage} %`,
            share: percentage / 100,
          }))}
        />
      </section>
      <section className="card">
        <h2>Refused and failed</h2>
        <Bars
          none="None"
          bars={failed.map(([status, calls]) => ({
            label: `${status} ${statusWords[status] ?? ""}`,
            value: numberText(calls),
            share: calls / most,
          }))}
        />
      </section>
    </div>
  );
}

interface Bar {
  label: string;
  value: string;
  share: number;
}

function Bars({ bars, none }: { bars: readonly Bar[]; none: string }) {
  if (bars.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="bars">
      {bars.map(({ label, value, share }) => (
        <li key={label}>
          <span className="bar" style={{ width: `${share * 100}%` }} />
          <span className="bar-label">{label}</span>
          <span className="bar-value">{value}</span>
        </li>
      ))}
    </ul>
  );
}

const statusWords: Record<string, string> = {
  400: "not valid",
  401: "no valid key",
  402: "no credits",
  403: "not allowed",
  404: "not found",
  405: "wrong method",
  413: "too large",
  429: "over the limit",
  500: "our fault",
  503: "not available",
};
