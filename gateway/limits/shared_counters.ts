import { setImmediate } from "node:timers";
import type { Counter, NumberedCounter, Windows } from "./counter.ts";

/** A count that one process asks another one to make, or to take back (`endsAtMs` identifies the window). */
export interface CountRequest {
  id: number;
  keyPrefix: string;
  key: string;
  amount: number;
  endsAtMs?: number;
}

/** The result of a count. Taking back has none. */
export interface CountAnswer {
  id: number;
  count: number;
  msLeft: number;
  endsAtMs: number;
}

/** Counts for other processes, in this one. Each kind of windows has its counter. */
export function createCounterHost(
  counters: ReadonlyMap<string, NumberedCounter>,
): (requests: readonly CountRequest[]) => Promise<CountAnswer[]> {
  return async (requests) => {
    const answers = requests.flatMap(({ id, keyPrefix, key, amount, endsAtMs }) => {
      const counter = counters.get(keyPrefix)!;
      if (endsAtMs === undefined) return [answer(id, counter.countNow(key, amount))];
      void counter.takeBack(key, { amount, endsAtMs });
      return [];
    });
    return await Promise.all(answers);
  };
}

async function answer(
  id: number,
  counted: ReturnType<NumberedCounter["countNow"]>,
): Promise<CountAnswer> {
  return { id, ...await counted };
}

/** Counters whose counts another process makes. */
export interface RemoteCounters {
  counter(windows: Windows): Counter;
  /** Passes on the answers of the other process. */
  receive(answers: readonly CountAnswer[]): void;
}

/**
 * Creates counters that ask the process at the other end of `send`. All counts of one turn of the event loop go in one
 * message, so a busy process does not send one for each request.
 */
export function createRemoteCounters(
  send: (requests: readonly CountRequest[]) => void,
): RemoteCounters {
  const waiting = new Map<number, (answer: CountAnswer) => void>();
  let nextId = 1;
  let queue: CountRequest[] = [];

  function enqueue(request: Omit<CountRequest, "id">): number {
    const id = nextId++;
    if (queue.length === 0) setImmediate(flush);
    queue.push({ id, ...request });
    return id;
  }

  function flush(): void {
    const requests = queue;
    queue = [];
    send(requests);
  }

  return {
    counter: ({ keyPrefix }) => ({
      async count(key, amount = 1) {
        const { promise, resolve } = Promise.withResolvers<CountAnswer>();
        waiting.set(enqueue({ keyPrefix, key, amount }), resolve);
        const { count, msLeft, endsAtMs } = await promise;
        return {
          count,
          msLeft,
          // Nobody waits for it: later counts of this process are behind it in the same channel.
          takeBack: async () => void enqueue({ keyPrefix, key, amount, endsAtMs }),
        };
      },
    }),
    receive(answers) {
      for (const answer of answers) {
        waiting.get(answer.id)?.(answer);
        waiting.delete(answer.id);
      }
    },
  };
}
