import "./bar_list.css";

/** A row of the list. */
interface ListedBar {
  key: string;
  label: string;
  /** The value in words. */
  value: string;
  /** The length of the bar, from 0 to 1. */
  share: number;
  /** Makes the row a button. */
  action?: { label: string; onPress(): void };
}

/** Values by name, as horizontal bars: names are longer than the room below a vertical bar. */
export function BarList({ bars, none }: { bars: readonly ListedBar[]; none: string }) {
  if (bars.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="list gap-4">
      {bars.map(({ key, action, ...bar }) => (
        <li key={key}>
          {action
            ? (
              <button
                type="button"
                className="bar-row"
                title={action.label}
                onClick={action.onPress}
              >
                <Drawing {...bar} />
              </button>
            )
            : (
              <div className="bar-row">
                <Drawing {...bar} />
              </div>
            )}
        </li>
      ))}
    </ul>
  );
}

function Drawing({ label, value, share }: Pick<ListedBar, "label" | "value" | "share">) {
  return (
    <>
      <span className="bar" style={{ width: `${share * 100}%` }} />
      <span className="anywhere">
        <bdi>{label}</bdi>
      </span>
      <span className="muted nowrap">{value}</span>
    </>
  );
}
