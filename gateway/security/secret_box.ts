import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts texts for storage. Each text is bound to its context. */
export interface SecretBox {
  /** Encrypts a text for a context such as `webhook 12`. Returns a different value each time. */
  seal(text: string, context: string): string;
  /** Decrypts a text. Throws if the key or the context differs, or if a bit has changed. */
  open(sealed: string, context: string): string;
}

const algorithm = "aes-256-gcm";
// The sealed form, in base64: version, nonce, tag, encrypted text.
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const textStart = 1 + nonceLength + tagLength;

/** The key that encrypts and decrypts, and one that only decrypts while keys are rotated. */
export type EncryptionKey = Uint8Array | readonly [current: Uint8Array, previous: Uint8Array];

/** Creates a box with a key of 32 bytes. With a previous key, it also opens what that one has sealed. */
export function createSecretBox(key: EncryptionKey): SecretBox {
  if (key instanceof Uint8Array) return boxOf(key);
  const [current, previous] = key.map(boxOf) as [SecretBox, SecretBox];
  return {
    seal: (text, context) => current.seal(text, context),
    open(sealed, context) {
      try {
        return current.open(sealed, context);
      } catch {
        return previous.open(sealed, context);
      }
    },
  };
}

function boxOf(key: Uint8Array): SecretBox {
  if (key.length !== 32) throw new Error("Cannot create a secret box: the key must have 32 bytes");

  return {
    seal(text, context) {
      // Random nonces are safe for about 2³² texts with one key. A secret is sealed only once, at its creation.
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
      cipher.setAAD(boundTo(context));
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const head = [Buffer.of(version), nonce, cipher.getAuthTag()];
      return Buffer.concat([...head, encrypted]).toString("base64");
    },

    open(sealedText, context) {
      const sealed = Buffer.from(sealedText, "base64");
      if (sealed[0] !== version || sealed.length < textStart) throw cannotOpen(context);
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
      decipher.setAAD(boundTo(context));
      decipher.setAuthTag(sealed.subarray(1 + nonceLength, textStart));
      const opened = decipher.update(sealed.subarray(textStart));
      try {
        return Buffer.concat([opened, decipher.final()]).toString("utf8");
      } catch {
        throw cannotOpen(context);
      }
    },
  };
}

/** Returns the authenticated data. It contains the version, so that a later form cannot pass as this one. */
function boundTo(context: string): Buffer {
  return Buffer.from(`${version} ${context}`, "utf8");
}

function cannotOpen(context: string): Error {
  return new Error(
    `Cannot open the secret of ${context}: it was sealed with another key or for another context, or ` +
      "it was changed",
  );
}
