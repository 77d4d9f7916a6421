/** Encrypts secrets that must be stored (core/webhooks/README.md 7). */
export interface SecretBox {
  /** Encrypts a text for a context. Sealing the same text twice gives different results. */
  seal(text: string, context: string): string;
  /** Decrypts a sealed text. Throws an Error if it was changed, or was sealed for another context or key. */
  open(sealed: string, context: string): string;
}

/** A request to a receiver, ready to be sent. */
export interface SignedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}
