import { unavailable } from "./faults.ts";

/** How many jobs, or bookings, may wait at one gate. Further ones are rejected, so memory and the wait are bounded. */
export const maxWaiting = 2000;
/** One that has waited longer is rejected, because its caller may have given up. */
export const maxWaitMs = 5000;

interface WaitingJob {
  start(): Promise<void>;
}

/** Runs jobs one after the other, in the order in which they arrive. */
export class Lane {
  readonly #onIdle: () => void;
  readonly #waiting: WaitingJob[] = [];
  #isBusy = false;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  /**
   * Returns the result of the job. Throws SERVICE_UNAVAILABLE, without starting the job, if too many jobs are waiting
   * or if this one has waited 5 s.
   */
  run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= maxWaiting) return Promise.reject(tooManyWait());
    return new Promise<T>((resolve, reject) => {
      const waiting: WaitingJob = {
        start: () => {
          clearTimeout(timer);
          return job().then(resolve, reject);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(tooManyWait());
      }, maxWaitMs);
      this.#waiting.push(waiting);
      if (this.#isBusy) return;
      this.#isBusy = true;
      // Bookings that arrive in the same turn of the event loop share the first batch.
      setImmediate(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.start();
    this.#isBusy = false;
    this.#onIdle();
  }
}

/** Lanes by key. A lane lives while it has jobs. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /** Runs a job after all earlier jobs of the key (see `Lane`). */
  run<T>(key: string, job: () => Promise<T>): Promise<T> {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = new Lane(() => this.#lanes.delete(key));
      this.#lanes.set(key, lane);
    }
    return lane.run(job);
  }
}

function tooManyWait() {
  return unavailable("Too many requests of this organization are waiting");
}
