import { setImmediate } from "node:timers";
import type { Counted, Counter, Windows } from "./counter.ts";

/** A count that one process asks another one to make, or to take back (`counted`). */
export interface CountRequest {
  keyPrefix: string;
  key: string;
  amount?: number;
  counted?: Counted;
}

/** The requests of one turn of the event loop, and their results in the same order. Taking back has none. */
export interface CountRequests {
  id: number;
  requests: readonly CountRequest[];
}
export interface CountAnswers {
  id: number;
  answers: readonly (Counted | undefined)[];
}

/** Counts for other processes, in this one. Each kind of windows has its counter. */
export function createCounterHost(
  counters: ReadonlyMap<string, Counter>,
): (asked: CountRequests) => Promise<CountAnswers> {
  return async ({ id, requests }) => {
    const answers = requests.map(async ({ keyPrefix, key, amount, counted }) => {
      const counter = counters.get(keyPrefix)!;
      if (!counted) return await counter.count(key, amount);
      // Nobody waits for it.
      void counter.takeBack(key, counted);
      return undefined;
    });
    return { id, answers: await Promise.all(answers) };
  };
}

/** Counters whose counts another process makes. */
export interface RemoteCounters {
  counter(windows: Windows): Counter;
  /** Passes on the answers of the other process. */
  receive(answers: CountAnswers): void;
}

/**
 * Creates counters that ask the process at the other end of `send`. All counts of one turn of the event loop go in one
 * message, so a busy process does not send one for each request.
 */
export function createRemoteCounters(send: (asked: CountRequests) => void): RemoteCounters {
  const waiting = new Map<number, (answers: CountAnswers["answers"]) => void>();
  let lastId = 0;
  let open: { requests: CountRequest[]; answers: Promise<CountAnswers["answers"]> } | undefined;

  function openBatch() {
    const { promise: answers, resolve } = Promise.withResolvers<CountAnswers["answers"]>();
    const requests: CountRequest[] = [];
    setImmediate(() => {
      open = undefined;
      waiting.set(lastId += 1, resolve);
      send({ id: lastId, requests });
    });
    return open = { requests, answers };
  }

  async function ask(request: CountRequest): Promise<Counted | undefined> {
    const { requests, answers } = open ?? openBatch();
    const place = requests.push(request) - 1;
    return (await answers)[place];
  }

  return {
    counter: ({ keyPrefix }) => ({
      count: async (key, amount = 1) => (await ask({ keyPrefix, key, amount }))!,
      // Nobody waits for it: later counts of this process are behind it in the same channel.
      takeBack: async (key, counted) => void ask({ keyPrefix, key, counted }),
    }),
    receive({ id, answers }) {
      waiting.get(id)?.(answers);
      waiting.delete(id);
    },
  };
}
