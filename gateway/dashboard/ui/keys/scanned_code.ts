/** What is known about the scanner of this browser. */
export interface ScannerSettings {
  /** The characters that the scanner sends before each code, as they arrive. */
  prefix: string;
  /** The characters that it sends after each code, as they arrive. Enter and Tab end a code anyway. */
  suffix: string;
  /** `swapped`: scanner and computer disagree about US and German keyboards. */
  layout: "direct" | "swapped";
  /** The longest time between two keys of one scan. Null: no scan was measured. */
  gapMs: number | null;
  /** Whether the values come from the set-up dialog. Otherwise they only come from scans of appointments. */
  isSetUp: boolean;
}

export const unknownScanner: ScannerSettings = {
  prefix: "",
  suffix: "",
  layout: "direct",
  gapMs: null,
  isSetUp: false,
};

/** The code of the set-up dialog. It contains the keys that differ between US and German keyboards. */
export const testCode = "Yz-Test_Code-zY0123456";

const codeLength = testCode.length;
const codeAtEnd = new RegExp(`[\\w-]{${codeLength}}$`);

// The scanner sends the keys of one layout, and the computer reads them in the other. One table repairs both directions,
// because a code never contains `ß`, `/`, `?` or `+`.
const swaps: Record<string, string> = {
  y: "z",
  z: "y",
  Y: "Z",
  Z: "Y",
  "ß": "-",
  "/": "-",
  "?": "_",
  "+": "]",
};

/** Returns the text as the keyboard of the other layout would have typed it. */
export function swapLayout(text: string): string {
  return Array.from(text, (character) => swaps[character] ?? character).join("");
}

/**
 * Returns the codes that the typed text can mean, the most likely first; [] if it contains no code. A code is at the end:
 * an AIM identifier such as `]Q1`, an unknown prefix or a key that was pressed just before the scan is not part of it.
 */
export function codesIn(text: string, { prefix, suffix, layout }: ScannerSettings): string[] {
  const withoutPrefix = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const bare = suffix !== "" && withoutPrefix.endsWith(suffix)
    ? withoutPrefix.slice(0, -suffix.length)
    : withoutPrefix;
  const direct = codeAtEnd.exec(bare)?.[0];
  const swapped = codeAtEnd.exec(swapLayout(bare))?.[0];
  const readings = layout === "direct" ? [direct, swapped] : [swapped, direct];
  return [...new Set(readings.filter((one) => one !== undefined))];
}

// In a text field, at most this many characters before a code belong to the scan: an AIM identifier or a key.
const maxBeforeCode = 4;

/**
 * Returns whether a text in a text field was scanned rather than typed by a person. People type names, numbers and IBANs
 * of 22 characters; only codes mix both cases with digits, or have a capital after a small letter.
 */
export function looksScanned(text: string, settings: ScannerSettings): boolean {
  const { prefix, suffix } = settings;
  return text.length <= maxBeforeCode + prefix.length + codeLength + suffix.length &&
    codesIn(text, settings).some((code) =>
      /[a-z]/.test(code) && /[A-Z]/.test(code) && /\d|[a-z][A-Z]/.test(code)
    );
}

/** Returns whether a name has the form of a code or of the end of one: one word of both letters and digits, or of many capitals. */
export function looksLikeCode(name: string): boolean {
  return /^[\w-]{4,}$/.test(name.trim()) && /[a-z]/i.test(name) &&
    (/[\d_]/.test(name) || (name.match(/[a-z][A-Z]/g)?.length ?? 0) > 1);
}

/** Returns the settings of a scanner that has typed `text` for the test code; null if the text does not contain it. */
export function settingsFromTest(text: string, gapMs: number): ScannerSettings | null {
  for (const layout of ["direct", "swapped"] as const) {
    const read = layout === "direct" ? text : swapLayout(text);
    const start = read.indexOf(testCode);
    if (start < 0) continue;
    // The text has as many characters in both layouts.
    const prefix = text.slice(0, start);
    const suffix = text.slice(start + codeLength);
    return { prefix, suffix, layout, gapMs, isSetUp: true };
  }
  return null;
}
