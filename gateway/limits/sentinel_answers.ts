import type { Redis } from "ioredis";

/** What each sentinel answered instead of a master, by its address. Undefined: it did not answer. */
type Answers = Map<string, string | undefined>;

const answers = new WeakMap<object, Answers>();

const failed = /^failed to connect to sentinel (\S+) because (.*)$/s;
const empty = /^connected to sentinel (\S+) successfully, but got an invalid reply/;
/** Redis begins its errors with a code. Errors of sockets have none. */
const reply = /^[A-Z]+ /;

/** Remembers the last answer of each sentinel. ioredis reports them only as they come. */
export function rememberAnswers(redis: Redis): void {
  const seen: Answers = new Map();
  answers.set(redis, seen);
  redis.on("sentinelError", ({ message }: Error) => {
    const [, address = "", cause = ""] = failed.exec(message) ?? empty.exec(message) ?? [];
    seen.set(address, cause === "" ? "ERR No such master" : reply.exec(cause) ? cause : undefined);
  });
}

/**
 * Returns why no sentinel names a master, without the text of ioredis, which calls them unreachable also if they answer.
 * Undefined: none answered.
 */
export function whyNoMaster(redis: object): string | undefined {
  const seen = [...answers.get(redis) ?? []];
  if (seen.every(([, answer]) => answer === undefined)) return undefined;
  return "no sentinel names a master: " +
    seen.map(([address, answer]) => `${address} ${meaningOf(answer)}`).join("; ");
}

function meaningOf(answer: string | undefined): string {
  if (answer === undefined) return "does not answer";
  if (answer.startsWith("NOAUTH ")) return "requires a password (sentinelPassword in REDIS_URL)";
  if (answer.startsWith("WRONGPASS ")) {
    return "refuses the password (sentinelUser and sentinelPassword in REDIS_URL)";
  }
  if (/^ERR No such master/i.test(answer)) return "knows no master of this name";
  return `answers: ${answer}`;
}
