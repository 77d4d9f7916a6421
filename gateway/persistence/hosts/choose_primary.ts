import type { HostState } from "./host_state.ts";

/** A host that accepts writes. */
export interface Primary {
  url: string;
  timeline: number;
}

/** What is known before the hosts are asked. */
export interface KnownPrimary {
  urls: readonly string[];
  current: string;
  /** The highest timeline seen; 0 before any. */
  timeline: number;
}

/**
 * The host to write to, given what each says of itself. It is the one of the highest timeline; of several on
 * the same timeline, the current one. A host below the known timeline is never chosen: it was the primary
 * before a promotion, and what is written to it is lost.
 */
export function choosePrimary(
  { urls, current, timeline }: KnownPrimary,
  states: readonly HostState[],
): Primary | undefined {
  const primaries = states.flatMap((state, i) =>
    state.kind === "primary" && state.timeline >= timeline
      ? [{ url: urls[i]!, timeline: state.timeline }]
      : []
  );
  return primaries.toSorted((a, b) =>
    b.timeline - a.timeline || Number(b.url === current) - Number(a.url === current)
  )[0];
}

/** What each host says of itself, for the log and for a failed start; without passwords. */
export function describeHosts(urls: readonly string[], states: readonly HostState[]): string {
  return urls.map((url, i) => `${hostOf(url)} ${describe(states[i]!)}`).join(", ");
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

function describe(state: HostState): string {
  if (state.kind === "standby") return "accepts no writes";
  if (state.kind === "primary") return `is on timeline ${state.timeline}, before a promotion`;
  return `is away (${state.error instanceof Error ? state.error.message : "no answer"})`;
}
