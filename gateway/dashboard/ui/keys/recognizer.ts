import { codesIn, looksScanned, type ScannerSettings } from "./scanned_code.ts";

/** What a series of keys was. */
export type Outcome =
  /** A person pressed one key, `times` times in a row. */
  | { kind: "command"; key: string; times: number }
  /** A scanner typed a code. `codes` has its possible readings, the most likely first. */
  | { kind: "scan"; codes: readonly string[]; gapMs: number; startedAt?: undefined }
  /** Several keys without a pause that are no code. They do nothing. */
  | { kind: "unknown"; text: string };

// Covers scanners of up to 120 ms per key whose pace varies by a third, before one of them was measured.
const defaultPauseMs = 200;
const minPauseMs = 80;
const maxPauseMs = 700;
const pausePerGap = 2.5;

/** Returns how long no key must come before a single key is a command. A slow scanner needs a longer pause. */
export function pauseMs({ gapMs, isSetUp }: ScannerSettings): number {
  const learned = Math.max(minPauseMs, Math.min(maxPauseMs, (gapMs ?? 0) * pausePerGap));
  // Only the set-up shortens the pause: one scan of a fast scanner says nothing about a slower one at the same desk.
  return isSetUp ? learned : Math.max(defaultPauseMs, learned);
}

const ends = new Set(["Enter", "Tab"]);
const arrows = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
const modifiers = new Set(["Shift", "CapsLock", "AltGraph", "Control", "Alt", "Meta", "NumLock"]);
// A person may press one key several times without a pause. No code consists of one character.
const maxRepeats = 5;

/** A key that was pressed, in milliseconds of any clock. */
export interface KeyPress {
  key: string;
  at: number;
  /** Whether a text field has the focus, in which a person may be typing. */
  isInField?: boolean;
}

/**
 * Distinguishes scans from command keys by time: keys that follow each other without a pause are never commands. It has
 * no timer: the caller calls `settle` when no key has come for `quietMs`.
 */
export class KeyRecognizer {
  settings: ScannerSettings;
  #text = "";
  #lastAt = -Infinity;
  #gapMs = 0;
  #isInField = false;
  /** After a scan, keys are dropped until the pause: a second Enter must not press a button of the dialog. */
  #isDraining = false;

  constructor(settings: ScannerSettings) {
    this.settings = settings;
  }

  /** The time without keys that ends the series. Longer within a series outside fields, because a scanner may falter. */
  get quietMs(): number {
    const pause = pauseMs(this.settings);
    const mayFalter = !this.#isInField && this.#text.length > 2 && !this.#isScan();
    return mayFalter ? pause * 2 : pause;
  }

  /** The characters of the open series. */
  get text(): string {
    return this.#text;
  }

  /** Whether a series is open, so that `settle` must be called later. */
  get isOpen(): boolean {
    return this.#text !== "" || this.#isDraining;
  }

  /**
   * Takes a key. Returns the outcomes of series that have ended, and whether the key belongs to a series of several keys
   * and therefore must do nothing by itself.
   */
  press({ key, at, isInField = false }: KeyPress): { outcomes: Outcome[]; isSwallowed: boolean } {
    const hasPaused = this.isOpen && at - this.#lastAt > this.quietMs;
    const before = hasPaused ? this.settle() : null;
    const outcomes = before ? [before] : [];
    if (modifiers.has(key)) return { outcomes, isSwallowed: false };
    if (this.#isDraining && (ends.has(key) || [...key].length === 1)) {
      this.#lastAt = at;
      return { outcomes, isSwallowed: true };
    }
    if (this.#text !== "" && isInField !== this.#isInField) this.reset();
    this.#isInField = isInField;
    if (ends.has(key)) return this.#end(outcomes, at);
    if ([...key].length !== 1) {
      // No scanner sends an arrow, so a key just before it was a person's.
      const command = arrows.has(key) ? this.settle() : null;
      this.reset();
      return { outcomes: command ? [...outcomes, command] : outcomes, isSwallowed: false };
    }
    if (this.#text !== "") this.#gapMs = Math.max(this.#gapMs, at - this.#lastAt);
    this.#text += key;
    this.#lastAt = at;
    const { suffix } = this.settings;
    if (suffix !== "" && this.#text.endsWith(suffix) && this.#isScan()) {
      return this.#end(outcomes, at);
    }
    return { outcomes, isSwallowed: !isInField && [...this.#text].length > 1 };
  }

  /** Ends the series, because no key has come for `quietMs`. Returns its outcome, if it has one. */
  settle(): Outcome | null {
    const outcome = this.#text === ""
      ? null
      : this.#isScan()
      ? this.#scan()
      : this.#isInField
      ? null
      : commandOf(this.#text);
    this.reset();
    return outcome;
  }

  /** Drops keys from now on until the pause, as after a scan. */
  drain(at: number): void {
    this.reset();
    this.#isDraining = true;
    this.#lastAt = at;
  }

  /** Forgets the series. */
  reset(): void {
    this.#text = "";
    this.#gapMs = 0;
    this.#isDraining = false;
  }

  /** Ends the series by Enter, Tab or the suffix. */
  #end(outcomes: Outcome[], at: number): { outcomes: Outcome[]; isSwallowed: boolean } {
    const outcome = this.#isScan()
      ? this.#scan()
      : this.#isInField || this.#text === ""
      ? null
      : { kind: "unknown" as const, text: this.#text };
    this.reset();
    if (!outcome) return { outcomes, isSwallowed: false };
    this.drain(at);
    return { outcomes: [...outcomes, outcome], isSwallowed: true };
  }

  #isScan(): boolean {
    return this.#isInField
      ? looksScanned(this.#text, this.settings)
      : codesIn(this.#text, this.settings).length > 0;
  }

  #scan(): Outcome {
    return { kind: "scan", codes: codesIn(this.#text, this.settings), gapMs: this.#gapMs };
  }
}

function commandOf(text: string): Outcome {
  const characters = [...text];
  const [key] = characters;
  const isOneKey = characters.length <= maxRepeats && characters.every((one) => one === key);
  return isOneKey
    ? { kind: "command", key: key!, times: characters.length }
    : { kind: "unknown", text };
}
