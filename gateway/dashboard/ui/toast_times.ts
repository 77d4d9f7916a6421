const shownMs = 5000;
/** How long a toast stays at least after the pointer and the focus have left it. */
const minLeftMs = 2000;

/** Ends toasts after some seconds, but none while the pointer or the focus is on one of them. */
export class ToastTimes {
  readonly #onEnd: (id: number) => void;
  readonly #endsAt = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;

  constructor(onEnd: (id: number) => void) {
    this.#onEnd = onEnd;
  }

  start(id: number): void {
    this.#endsAt.set(id, Date.now() + shownMs);
    this.#plan();
  }

  stop(id: number): void {
    this.#endsAt.delete(id);
  }

  pause(): void {
    this.#isPaused = true;
    clearTimeout(this.#timer);
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    const earliest = Date.now() + minLeftMs;
    for (const [id, at] of this.#endsAt) this.#endsAt.set(id, Math.max(at, earliest));
    this.#plan();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#isPaused || this.#endsAt.size === 0) return;
    const next = Math.min(...this.#endsAt.values());
    this.#timer = setTimeout(() => this.#end(), Math.max(0, next - Date.now()));
  }

  #end(): void {
    const now = Date.now();
    const ended = [...this.#endsAt].filter(([, at]) => at <= now).map(([id]) => id);
    for (const id of ended) {
      this.#endsAt.delete(id);
      this.#onEnd(id);
    }
    this.#plan();
  }
}
