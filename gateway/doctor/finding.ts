/** How serious a finding is. Only `failing` makes the service unhealthy. */
export type State = "ok" | "warning" | "failing";

/** The result of a check. */
export interface Finding {
  state: State;
  /** What was found. Never contains a secret. */
  finding: string;
  /** How to fix it, in one sentence. Left out if the state is `ok`. */
  fix?: string;
}

/** One of several problems that a check can find. */
export interface Problem extends Required<Finding> {
  state: "warning" | "failing";
}

/** Makes a problem that should be looked at. */
export function warning(finding: string, fix: string): Problem {
  return { state: "warning", finding, fix };
}

/** Makes a problem for a failure of the service, or for a risk of data loss. */
export function failing(finding: string, fix: string): Problem {
  return { state: "failing", finding, fix };
}

/** Joins the problems of a check. Without problems, the state is `ok` with the text `healthy`. */
export function conclude(
  problems: readonly (Problem | false | undefined)[],
  healthy: string,
): Finding {
  const found = problems.filter((one) => one !== false && one !== undefined);
  if (found.length === 0) return { state: "ok", finding: healthy };
  return {
    state: found.some(({ state }) => state === "failing") ? "failing" : "warning",
    finding: found.map(({ finding }) => finding).join("; "),
    fix: [...new Set(found.map(({ fix }) => fix))].join("; "),
  };
}

/** Formats a number of bytes, such as `1.5 GiB`. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`;
}

/** Formats a duration in one unit, such as `90 s`, `5 min` or `3 h`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
