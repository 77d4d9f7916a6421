/** How many may work at a time, and how many may wait. */
export interface WaitingLineOptions {
  maxAtOnce: number;
  /** At a time with the same key. */
  maxPerKey?: number;
  /**
   * When the line is full, one of the key with most in the line is refused at once: its last one, or the new one if its
   * own key would then have most.
   */
  maxWaiting?: number;
  /** Makes the error of one that is refused or has waited too long. */
  refusal(): Error;
}

/** Who waits, and for how long. */
export interface Wait<K> {
  key: K;
  /** Without it, the wait has no limit. */
  maxWaitMs?: number | undefined;
  /** Ends the wait with its reason. */
  signal?: AbortSignal | undefined;
}

interface Waiting {
  admit(): void;
  refuse(): void;
}

/**
 * Bounds how much runs at a time. What is too much waits in order of arrival. Keys take turns, so that one with many
 * requests does not delay the others.
 */
export class WaitingLine<K = undefined> {
  readonly #options: Required<WaitingLineOptions>;
  readonly #running = new Map<K, number>();
  /** In the order of their turns. A key moves to the end when it gets a place. */
  readonly #waiting = new Map<K, Waiting[]>();
  #atOnce = 0;
  #waitingCount = 0;

  constructor(options: WaitingLineOptions) {
    this.#options = { maxPerKey: Infinity, maxWaiting: Infinity, ...options };
  }

  /** Waits for a place. Returns whether none was free at once. Throws the refusal, or the reason of the signal. */
  async enter({ key, maxWaitMs, signal }: Wait<K>): Promise<boolean> {
    signal?.throwIfAborted();
    if (this.#hasPlace(key)) {
      this.#take(key);
      return false;
    }
    if (this.#waitingCount >= this.#options.maxWaiting) this.#makeRoomFor(key);
    await this.#wait({ key, maxWaitMs, signal });
    return true;
  }

  /** Releases a place. */
  leave(key: K): void {
    this.#atOnce -= 1;
    const left = this.#running.get(key)! - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    this.#admitWaiting();
  }

  /** Runs work when it has a place. Throws like `enter`, without running the work. */
  async run<T>(wait: Wait<K>, work: () => Promise<T>): Promise<T> {
    await this.enter(wait);
    try {
      return await work();
    } finally {
      this.leave(wait.key);
    }
  }

  #hasPlace(key: K): boolean {
    const { maxAtOnce, maxPerKey } = this.#options;
    return this.#atOnce < maxAtOnce && (this.#running.get(key) ?? 0) < maxPerKey;
  }

  #take(key: K): void {
    this.#atOnce += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #admitWaiting(): void {
    for (const [key, queue] of this.#waiting) {
      if (this.#atOnce >= this.#options.maxAtOnce) return;
      if (!this.#hasPlace(key)) continue;
      const next = queue.shift()!;
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      this.#waitingCount -= 1;
      this.#take(key);
      next.admit();
    }
  }

  /** Refuses the last one of the key with most in the line. Throws the refusal if the new one would have as many. */
  #makeRoomFor(key: K): void {
    let longest: Waiting[] = [];
    for (const queue of this.#waiting.values()) if (queue.length > longest.length) longest = queue;
    const own = this.#waiting.get(key)?.length ?? 0;
    if (longest.length <= own + 1) throw this.#options.refusal();
    longest.at(-1)!.refuse();
  }

  #wait({ key, maxWaitMs, signal }: Wait<K>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const entry = { admit: () => end(resolve), refuse: () => giveUp(this.#options.refusal()) };
    const giveUp = (reason: unknown) => {
      this.#withdraw(key, entry);
      end(() => reject(reason));
    };
    const onAbort = () => giveUp(signal!.reason);
    const timer = maxWaitMs === undefined
      ? undefined
      : setTimeout(() => giveUp(this.#options.refusal()), Math.max(maxWaitMs, 0));
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#waiting.set(key, [...this.#waiting.get(key) ?? [], entry]);
    this.#waitingCount += 1;
    return promise;
  }

  #withdraw(key: K, entry: Waiting): void {
    this.#waitingCount -= 1;
    const queue = this.#waiting.get(key)!.filter((one) => one !== entry);
    if (queue.length > 0) this.#waiting.set(key, queue);
    else this.#waiting.delete(key);
  }
}
