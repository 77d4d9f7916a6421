import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ActKind } from "../acknowledgements/history.ts";
import type { StageName } from "./plan.ts";

/** What a segment came to. */
export interface SegmentResult {
  segment: number;
  seed: number;
  stage: StageName;
  acknowledged: Record<ActKind, number>;
  refused: number;
  unknown: number;
  /** Answers 503 or 408, and requests without an answer. */
  unavailable: number;
  connectionsLost: number;
  faults: Record<string, number>;
  events: number;
  deliveries: number;
  /** Each difference that the checker has found. */
  found: string[];
  seconds: number;
}

/** A line of the log. */
export interface LoggedSegment extends Omit<SegmentResult, "found"> {
  /** The number of differences, by the kind of what differs. */
  found: Record<typeof classes[number], number>;
  commit: string;
  date: string;
}

const classes = ["lost", "doubled", "refused", "books", "audit", "feed", "webhooks"] as const;

/** The class of a difference, by its first word. */
const classOf: Record<string, typeof classes[number]> = {
  lost: "lost",
  replaced: "lost",
  duplicate: "doubled",
  doubled: "doubled",
  refused: "refused",
  ledger: "books",
  books: "books",
  audit: "audit",
  feed: "feed",
  event: "webhooks",
  webhook: "webhooks",
};

/** Reads the segments of a seed. A missing file has none. */
export function readLog(path: string, seed: number): LoggedSegment[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").map(parseLine).filter((one) => one?.seed === seed) as LoggedSegment[];
}

/** A stop while a line was written leaves a part of it. */
function parseLine(line: string): LoggedSegment | undefined {
  try {
    return JSON.parse(line) as LoggedSegment;
  } catch {
    return undefined;
  }
}

/** Appends the line of a segment. */
export function appendToLog(
  path: string,
  { found, ...result }: SegmentResult,
  { commit, date }: { commit: string; date: string },
): LoggedSegment {
  const counts = Object.fromEntries(classes.map((name) => [name, 0])) as LoggedSegment["found"];
  for (const line of found) counts[classOf[line.split(":")[0]!] ?? "books"] += 1;
  const logged = { ...result, found: counts, commit, date };
  appendLine(path, logged);
  return logged;
}

/** Appends a line to a log. */
export function appendLine(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true });
  // The line before may be a part of one.
  appendFileSync(path, `\n${JSON.stringify(content)}\n`);
}

/** The sum of the segments of a log. */
export interface MillionSum {
  segments: number;
  acknowledged: number;
  faults: number;
  unavailable: number;
  unknown: number;
  found: number;
  seconds: number;
}

export function sumOf(log: readonly LoggedSegment[]): MillionSum {
  const total = (of: (one: LoggedSegment) => number) => log.reduce((sum, one) => sum + of(one), 0);
  const all = (counts: Record<string, number>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    segments: log.length,
    acknowledged: total(({ acknowledged }) => all(acknowledged)),
    faults: total(({ faults }) => all(faults)),
    unavailable: total(({ unavailable }) => unavailable),
    unknown: total(({ unknown }) => unknown),
    found: total(({ found }) => all(found)),
    seconds: total(({ seconds }) => seconds),
  };
}
