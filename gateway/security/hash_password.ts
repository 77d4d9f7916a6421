import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { createTurns } from "./turns.ts";

const argon2Of = promisify(argon2);

// OWASP's parameters for argon2id: memory in KiB, passes, lanes.
const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;

/**
 * Each hash takes 19 MiB and a thread of libuv's pool of four. Two at once leave the others to file access
 * and DNS, however many sign in at the same moment.
 */
const inTurn = createTurns(2);

/** The salted argon2id hash of a password, as a PHC string (core's port). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => {
    const nonce = randomBytes(saltLength);
    const message = Buffer.from(password, "utf8");
    const hash = await argon2Of("argon2id", {
      ...parameters,
      message,
      nonce,
      tagLength: hashLength,
    });
    const { memory, passes, parallelism } = parameters;
    const settings = `m=${memory},t=${passes},p=${parallelism}`;
    return `$argon2id$v=19$${settings}$${unpadded(nonce)}$${unpadded(hash)}`;
  });
}

/** Base64 as PHC strings have it: the standard alphabet without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
