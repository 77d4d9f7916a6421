import type { HostState } from "./host_state.ts";

/** A host that accepts writes. */
export interface Primary {
  url: string;
  timeline: number;
}

/** The known state before the hosts are asked. */
export interface KnownPrimary {
  urls: readonly string[];
  current: string;
  /** The highest timeline seen; 0 before the first one. */
  timeline: number;
}

/**
 * Returns the host to write to: the primary with the highest timeline, and of several on the same timeline the current
 * one. A host below the known timeline is never chosen: it was the primary before a promotion, so writes to it are lost.
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

/** Formats the state of each host for the log and for a failed start, without passwords. */
export function hostsText(urls: readonly string[], states: readonly HostState[]): string {
  return urls.map((url, i) => `${hostOf(url)} ${stateText(states[i]!)}`).join(", ");
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

function stateText(state: HostState): string {
  if (state.kind === "standby") return "accepts no writes";
  if (state.kind === "primary") return `is on timeline ${state.timeline}, before a promotion`;
  return `is away (${state.error instanceof Error ? state.error.message : "no answer"})`;
}
