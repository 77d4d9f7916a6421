import { type Stored, stored } from "../stored.ts";
import { type ScannerSettings, unknownScanner } from "./scanned_code.ts";

/** The scanner of this browser. */
export const scanner: Stored<ScannerSettings> = stored("scanner", parseScanner);

/** Reads stored settings. What is not valid becomes the value of an unknown scanner. */
function parseScanner(value: unknown): ScannerSettings {
  const { prefix, suffix, layout, gapMs, isSetUp } = (value ?? {}) as Record<string, unknown>;
  return {
    prefix: typeof prefix === "string" ? prefix : unknownScanner.prefix,
    suffix: typeof suffix === "string" ? suffix : unknownScanner.suffix,
    layout: layout === "swapped" ? "swapped" : "direct",
    gapMs: typeof gapMs === "number" && gapMs >= 0 ? gapMs : null,
    isSetUp: isSetUp === true,
  };
}

/** Learns from a scan: the next pauses fit a slower scanner. Scans never make the pauses shorter. */
export function learnPace(gapMs: number): void {
  const settings = scanner.get();
  if (gapMs > (settings.gapMs ?? 0)) scanner.set({ ...settings, gapMs: Math.round(gapMs) });
}

/** Learns which keyboard layout the scanner uses, after a code was found in one of its readings. */
export function learnLayout(layout: ScannerSettings["layout"]): void {
  const settings = scanner.get();
  if (layout !== settings.layout) scanner.set({ ...settings, layout });
}
