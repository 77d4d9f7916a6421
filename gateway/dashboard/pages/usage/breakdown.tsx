import { numberText } from "../../api/time.ts";

/** The most called endpoints, and the failed calls by status. */
export function Breakdown({ endpoints, errors }: {
  endpoints: readonly { endpoint: string; calls: number; percentage: number }[];
  errors: Record<string, number>;
}) {
  const failed = Object.entries(errors).toSorted(([, a], [, b]) => b - a);
  const max = Math.max(1, ...failed.map(([, calls]) => calls));
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
            label: `${status} ${statusNames[status] ?? ""}`,
            value: numberText(calls),
            share: calls / max,
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

const statusNames: Record<string, string> = {
  400: "invalid input",
  401: "no valid key",
  402: "no credits",
  403: "not allowed",
  404: "not found",
  405: "wrong method",
  413: "body too large",
  429: "over the limit",
  500: "internal error",
  503: "unavailable",
};
