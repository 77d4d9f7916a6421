/** A scrape waits so long for the database. Prometheus waits 10 s for a scrape by default. */
const maxWaitMs = 3000;

/** Returns the answer, or undefined if it fails or takes longer than a scrape waits. */
export async function answerWithin<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), maxWaitMs);
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
