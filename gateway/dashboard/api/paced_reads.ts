/** Reads queries again after changes: at once, but at most once in `pauseMs`. Changes meanwhile are read together. */
export class PacedReads {
  readonly #pauseMs: number;
  readonly #readAgain: (paths: ReadonlySet<string>) => void;
  #waiting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = -Infinity;

  constructor(pauseMs: number, readAgain: (paths: ReadonlySet<string>) => void) {
    this.#pauseMs = pauseMs;
    this.#readAgain = readAgain;
  }

  /** Reads the queries of these paths again. */
  request(paths: Iterable<string>): void {
    for (const path of paths) this.#waiting.add(path);
    if (this.#waiting.size === 0) return;
    const pause = Math.max(0, this.#readAt + this.#pauseMs - Date.now());
    this.#timer ??= setTimeout(() => this.#read(), pause);
  }

  /** Reads nothing more until the next request. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #read(): void {
    this.#timer = undefined;
    this.#readAt = Date.now();
    const paths = this.#waiting;
    this.#waiting = new Set();
    this.#readAgain(paths);
  }
}
