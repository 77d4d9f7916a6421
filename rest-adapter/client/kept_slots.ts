import type { SlotList } from "./types.ts";

/** The last answers with their tags, so that an unchanged list is not sent again. */
export class KeptSlots {
  readonly #max: number;
  readonly #answers = new Map<string, { tag: string; list: SlotList }>();

  constructor(max = 100) {
    this.#max = max;
  }

  find(question: string): { tag: string; list: SlotList } | undefined {
    return this.#answers.get(question);
  }

  /** Keeps an answer. Forgets the oldest of too many. */
  keep(question: string, tag: string, list: SlotList): void {
    this.#answers.delete(question);
    this.#answers.set(question, { tag, list });
    if (this.#answers.size > this.#max) {
      this.#answers.delete(this.#answers.keys().next().value!);
    }
  }
}
