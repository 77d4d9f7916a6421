import { codesIn, looksScanned, type ScannerSettings } from "./scanned_code.ts";

/** No scanner makes a longer pause within a code. */
const maxGapMs = 1000;
const maxKeys = 60;
/** The longest gap of a device is at most this many times its shortest one. Nobody types a code so evenly. */
const maxUnevenness = 2.5;

/** A code that came so slowly that each of its keys looked like a command. */
export interface SlowScan {
  codes: readonly string[];
  gapMs: number;
  /** When its first key was pressed. */
  startedAt: number;
}

/**
 * Recognizes a scan by a device that is slower than the pause of `KeyRecognizer` and that nobody has set up. Its keys have
 * acted by then: this says so, so that what they did is taken back and the device is known from now on. A series counts
 * only if it began outside of text fields, because people type into those at this pace.
 */
export class SlowScanRecognizer {
  #keys: { key: string; at: number }[] = [];
  #lastAt = -Infinity;
  #beganInField = false;

  /** Whether a key that is pressed now belongs to the series. */
  isOpenAt(at: number): boolean {
    return this.#keys.length > 0 && at - this.#lastAt <= maxGapMs;
  }

  /** Takes a key. Returns the scan that Enter or Tab ends. */
  press(
    { key, at, isInField }: { key: string; at: number; isInField: boolean },
    settings: ScannerSettings,
  ): SlowScan | null {
    const isEnd = key === "Enter" || key === "Tab";
    if (!isEnd && [...key].length !== 1) return null;
    if (!this.isOpenAt(at)) {
      this.#keys = [];
      this.#beganInField = isInField;
    }
    this.#lastAt = at;
    if (!isEnd) {
      this.#keys = [...this.#keys, { key, at }].slice(-maxKeys);
      return null;
    }
    const scan = this.#beganInField ? null : this.#scan(settings);
    this.#keys = [];
    return scan;
  }

  #scan(settings: ScannerSettings): SlowScan | null {
    const codes = codesIn(this.#keys.map(({ key }) => key).join(""), settings);
    if (!codes.some((code) => looksScanned(code, settings))) return null;
    // A person may have pressed other keys just before the scan.
    const own = this.#keys.slice(-codes[0]!.length - settings.suffix.length);
    const gaps = own.slice(1).map(({ at }, i) => at - own[i]!.at);
    const gapMs = Math.max(...gaps);
    if (gapMs > Math.min(...gaps) * maxUnevenness) return null;
    return { codes, gapMs, startedAt: this.#keys[0]!.at };
  }
}
