import { hasUnsavedInput } from "../unsaved.tsx";
import { rememberText } from "./text_fields.ts";

/** What the keys of a series have done so far, and how to take it back if they were a scan. */
export class SeriesEffects {
  /** The keys of the present series that have moved to another row. */
  readonly steps = new Set<string>();
  readonly #texts = new Map<EventTarget | null, () => void>();
  #stepBack: (() => void) | undefined;

  /** Begins a series: what was done before is a person's. */
  begin(): void {
    this.keepSteps();
    this.#texts.clear();
  }

  /** Remembers the text of a field before the first key of the series changes it. */
  remember(target: EventTarget | null): void {
    if (!this.#texts.has(target)) this.#texts.set(target, rememberText(target));
  }

  /** Returns whether a key may move at once: nothing but such keys came before it, and no input would be lost. */
  mayStep(text: string): boolean {
    return [...text].slice(0, -1).every((key) => this.steps.has(key)) && !hasUnsavedInput();
  }

  /** Notes the place before the first step. */
  noteStep(key: string, place: (() => () => void) | undefined): void {
    this.#stepBack ??= place?.();
    this.steps.add(key);
  }

  /** Goes back to the place before the steps. */
  takeSteps(): void {
    this.#stepBack?.();
    this.keepSteps();
  }

  /** Keeps what the steps have done: the series is over. */
  keepSteps(): void {
    this.steps.clear();
    this.#stepBack = undefined;
  }

  /** Goes back to the place before the steps, and gives the fields their texts back. */
  takeBack(): void {
    this.takeSteps();
    for (const restore of this.#texts.values()) restore();
    this.#texts.clear();
  }
}
