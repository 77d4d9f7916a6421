import { unavailable } from "../faults.ts";

/** A number of permits, given in order of request. */
export class Permits {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work under a permit. Throws SERVICE_UNAVAILABLE if none is free before the deadline. */
  async use<T>(deadlineMs: number, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(deadlineMs - performance.now());
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onPermit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(onPermit), 1);
        reject(unavailable("Too many requests wait for the database"));
      }, Math.max(ms, 0));
      this.#waiting.push(onPermit);
    });
  }
}
