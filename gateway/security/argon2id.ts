import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { DomainError, say } from "../../core/ports.ts";
import { WaitingLine } from "../waiting_line.ts";

const argon2Of = promisify(argon2);

// gateway/security/README.md 2
const hashes = new WaitingLine<string>({ maxAtOnce: 2, maxWaiting: 64, refusal: tooManyWait });
const maxWaitMs = 10_000;

/**
 * Returns the argon2id hash of a password's UTF-8 bytes. Waits for a turn among all hashes of this process, in which the
 * callers take turns, by `from`. Throws SERVICE_UNAVAILABLE if too many wait.
 */
export function argon2id(
  password: string,
  { salt, length, memory, passes, parallelism, from = "" }:
    & Omit<Argon2idHash, "hash">
    & { length: number; from?: string | undefined },
): Promise<Buffer> {
  return hashes.run({ key: from, maxWaitMs }, () =>
    argon2Of("argon2id", {
      message: Buffer.from(password, "utf8"),
      nonce: salt,
      tagLength: length,
      memory,
      passes,
      parallelism,
    }));
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

function tooManyWait(): DomainError {
  return new DomainError(
    "SERVICE_UNAVAILABLE",
    say("busy"),
  );
}
