import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { createTurns } from "./turns.ts";

const argon2Of = promisify(argon2);

/** Two hashes at a time; 64 more wait for at most 10 s (gateway/security/README.md 2). */
const inTurn = createTurns(2, { maxWaiting: 64, maxWaitMs: 10_000 });

/**
 * Returns the argon2id hash of a password's UTF-8 bytes. Waits for a turn among all hashes of this process. Throws
 * SERVICE_UNAVAILABLE if too many wait.
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

/** The content of a PHC string of argon2id. */
export interface Argon2idHash {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}
