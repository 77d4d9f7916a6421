import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "./api.ts";
import { signIn, type Staff } from "./staff_session.ts";

/** A visit as the tests of the queue need it. */
export interface CalledVisit {
  id: number;
  number: number;
  departmentId: number;
  desk: string | null;
  calls: number;
  ticket: string;
}

interface Answer<T> {
  result?: { data: T };
  error?: { data: { code: string } };
}

/** A service that is busy gets no more work by repetitions. */
const repeatAfterMs = 250;

/** Calls a procedure of visits. "queue" reads, all others change something. Undefined is a CONFLICT. Null is an answer without a visit. */
export type Clerk = <T = CalledVisit | null>(
  procedure: string,
  input: object,
) => Promise<T | undefined>;

/**
 * Signs in a clerk, who sends a request again with the same key until an answer comes, each time to the next process.
 * `onAnswer` gets the milliseconds of each answer, and the number of attempts.
 */
export async function openClerk(
  { services }: Pick<Api, "services">,
  staff: Pick<Staff, "email" | "password">,
  { first, onAnswer = () => {} }: {
    /** The index of the process that is asked first. */
    first: number;
    onAnswer?(procedure: string, answered: { ms: number; attempts: number }): void;
  },
): Promise<Clerk> {
  let cookie = await signIn(services[first % services.length]!.url, staff);
  return async <T>(procedure: string, input: object): Promise<T | undefined> => {
    const key = randomUUID();
    let wasSignedOut = false;
    for (let attempt = first;; attempt += 1) {
      const { url } = services[attempt % services.length]!;
      const path = `${url}/trpc/visits.${procedure}`;
      const json = JSON.stringify(input);
      const headers = {
        Cookie: cookie,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      };
      const sentAt = performance.now();
      const response = await (procedure === "queue"
        ? fetch(`${path}?input=${encodeURIComponent(json)}`, { headers })
        : fetch(path, { method: "POST", headers, body: json })).catch(() =>
          undefined
        );
      if (!response || response.status === 503) {
        await delay(repeatAfterMs);
        continue;
      }
      if (response.status === 401 && !wasSignedOut) {
        wasSignedOut = true;
        // A session ends after 30 minutes without activity.
        cookie = await signIn(url, staff);
        continue;
      }
      const text = await response.text().catch(() => undefined);
      if (text === undefined) continue;
      onAnswer(procedure, { ms: performance.now() - sentAt, attempts: attempt - first + 1 });
      const { result, error } = JSON.parse(text) as Answer<T>;
      if (result) return result.data;
      if (error!.data.code === "CONFLICT") return undefined;
      throw new Error(`${procedure}: ${response.status} ${JSON.stringify(error)}`);
    }
  };
}
