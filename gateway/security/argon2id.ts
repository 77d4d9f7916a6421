import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { createTurns } from "./turns.ts";

const argon2Of = promisify(argon2);

/**
 * Each hash takes 19 MiB and a thread of libuv's pool of four. Two at once leave the others to file access
 * and DNS, however many sign in at the same moment. 64 more wait some two seconds, and on a
 * busy machine no longer than people wait for an answer.
 */
const inTurn = createTurns(2, { maxWaiting: 64, maxWaitMs: 10_000 });

/**
 * The argon2id hash of a password's UTF-8 bytes, in turn with every other hash of this process. Throws
 * SERVICE_UNAVAILABLE when too many wait.
 */
export function argon2id(
  password: string,
  { salt, length, memory, passes, parallelism }: Omit<Argon2idHash, "hash"> & { length: number },
): Promise<Buffer> {
  return inTurn(() =>
    argon2Of("argon2id", {
      message: Buffer.from(password, "utf8"),
      nonce: salt,
      tagLength: length,
      memory,
      passes,
      parallelism,
    })
  );
}

/** What a PHC string of argon2id says. */
export interface Argon2idHash {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}
