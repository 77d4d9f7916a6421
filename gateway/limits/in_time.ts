import { setImmediate } from "node:timers";

/**
 * The result of `work`, or an error once `ms` have passed without it. A process that was busy for all that
 * time finds its timers first and what came in from the network after them; so what has already come in is
 * read before time is called.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const ended = () => clearTimeout(timer);
    work.then(resolve, reject).then(ended, ended);
  });
}
