/** The maximum number of requests at a time, in total and for one organization. */
export interface FairQueueBounds {
  maxAtOnce: number;
  maxPerOrganization: number;
}

/** Places that organizations get in turn, so that one with many requests does not delay the others. */
export interface FairQueue {
  /** Waits for a place. Returns whether none was free at once. Throws the signal's reason when it is aborted. */
  enter(organizationId: number, signal: AbortSignal): Promise<boolean>;
  /** Releases a place. */
  leave(organizationId: number): void;
}

interface Waiting {
  organizationId: number;
  admit(): void;
}

/** Creates the queue of one process. */
export function createFairQueue({ maxAtOnce, maxPerOrganization }: FairQueueBounds): FairQueue {
  const working = new Map<number, number>();
  // In the order of their turns. An organization moves to the end when it gets a place.
  const waiting = new Map<number, Waiting[]>();
  let atOnce = 0;

  function admitWaiting(): void {
    for (const [organizationId, queue] of waiting) {
      if (atOnce >= maxAtOnce) return;
      if ((working.get(organizationId) ?? 0) >= maxPerOrganization) continue;
      const next = queue.shift()!;
      waiting.delete(organizationId);
      if (queue.length > 0) waiting.set(organizationId, queue);
      take(organizationId);
      next.admit();
    }
  }

  function take(organizationId: number): void {
    atOnce += 1;
    working.set(organizationId, (working.get(organizationId) ?? 0) + 1);
  }

  function withdraw(entry: Waiting): void {
    const queue = waiting.get(entry.organizationId)?.filter((one) => one !== entry) ?? [];
    if (queue.length > 0) waiting.set(entry.organizationId, queue);
    else waiting.delete(entry.organizationId);
  }

  return {
    enter(organizationId, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      let hasWaited = false;
      const entry = { organizationId, admit };
      function admit(): void {
        signal.removeEventListener("abort", refuse);
        resolve(hasWaited);
      }
      function refuse(): void {
        withdraw(entry);
        reject(signal.reason);
      }
      signal.addEventListener("abort", refuse, { once: true });
      waiting.set(organizationId, [...waiting.get(organizationId) ?? [], entry]);
      admitWaiting();
      hasWaited = true;
      return promise;
    },
    leave(organizationId) {
      atOnce -= 1;
      const left = working.get(organizationId)! - 1;
      if (left > 0) working.set(organizationId, left);
      else working.delete(organizationId);
      admitWaiting();
    },
  };
}
