/** The time. */
export interface Clock {
  /** Returns the current instant. */
  now(): Temporal.Instant;
}

/** Randomness for keys, codes and passwords. */
export interface Randomness {
  /** Returns `length` bytes from a cryptographically secure source. */
  randomBytes(length: number): Uint8Array;
}

/** Hashes of keys. */
export interface Hashing {
  /** Returns the SHA-256 of a text in UTF-8 as 64 lowercase hex digits. */
  sha256(text: string): string | Promise<string>;
}

/**
 * Hashes of passwords. A hash may wait for its turn. `from` is the address of the caller: addresses take turns, so that
 * many hashes for one do not delay the others. The command line has none.
 */
export interface PasswordHashing {
  /** Returns the argon2id hash of a password as a PHC string, with the salt of `saltOf` if it is given. */
  hashPassword(password: string, options?: { saltOf?: string; from?: string }): Promise<string>;
  /**
   * Returns the hashes that match a password. Does the same work for no hash, for one, and for several with the same
   * salt (core/access/README.md 9).
   */
  matchPassword(
    password: string,
    hashes: readonly string[],
    options?: { from?: string },
  ): Promise<string[]>;
}

/** The passwords that many people have. */
export interface CommonPasswords {
  /** Returns whether a password of at least 12 characters, in lower case, is one of the 10,000 most common ones. */
  isCommonPassword(password: string): Promise<boolean>;
}

/** Encrypts secrets that must be stored (core/webhooks/README.md 7, core/access/README.md 13). */
export interface SecretBox {
  /** Encrypts a text for a context. Sealing the same text twice gives different results. */
  seal(text: string, context: string): string;
  /** Decrypts a sealed text. Throws an Error if it was changed, or was sealed for another context or key. */
  open(sealed: string, context: string): string;
}

/** Work that an answer must not wait for, because its time would tell something. */
export interface Background {
  /** Runs work soon, and logs if it fails. */
  runLater(work: () => Promise<void>): void;
}
