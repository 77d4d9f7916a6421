/** Encrypts what must be kept and not be read (decisions 8). */
export interface SecretBox {
  /** The text, encrypted for a context; the same text is never sealed alike twice. */
  seal(text: string, context: string): string;
  /** The text again. Throws an Error for what was tampered with, or sealed for another context or key. */
  open(sealed: string, context: string): string;
}

/** A request to a receiver, ready to be sent. */
export interface SignedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}
