import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Keeps texts secret where they are stored, each bound to the place that it was sealed for. */
export interface SecretBox {
  /** The text encrypted for a context such as `webhook 12`; another value each time. */
  seal(text: string, context: string): string;
  /** The text that was sealed for this context. Throws where key or context differ or a bit has changed. */
  open(sealed: string, context: string): string;
}

const algorithm = "aes-256-gcm";
// Sealed, in base64: this version, the nonce, the tag, and as many bytes as the text has.
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const textStart = 1 + nonceLength + tagLength;

/** A box whose key has 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== 32) throw new Error("Cannot make a secret box: the key must have 32 bytes");

  return {
    seal(text, context) {
      // A random nonce may be used with one key about 2³² times; a secret is sealed when it is made.
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

/** The version stands here too, so that no later form can be passed off as this one. */
function boundTo(context: string): Buffer {
  return Buffer.from(`${version} ${context}`, "utf8");
}

function cannotOpen(context: string): Error {
  return new Error(
    `Cannot open the secret of ${context}: it was sealed with another key or for another place, or it ` +
      "was changed",
  );
}
