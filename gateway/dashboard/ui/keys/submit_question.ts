/** After a key has opened a form, an Enter this soon may be the end of a slow scan. */
const firstEnterMs = 2000;
/** A scanner may send a second Enter. Nobody has read the question by then. */
const readMs = 1000;

/** A press that would send a form, in milliseconds of any clock. */
export interface Submission {
  at: number;
  /** When the last key has acted as a command; it may have opened the form. */
  openedAt: number;
  /** Whether it was Enter, and not a press of the button. */
  isEnter: boolean;
  /** Whether the name looks like a code. */
  isCode: boolean;
  /** When the same question was asked; null if it was not. */
  askedAt: number | null;
}

/**
 * Returns what a press does: it sends the form, it asks first because a slow scan may have typed it, or it comes before
 * anybody can have read the question.
 */
export function outcomeOf(
  { at, openedAt, isEnter, isCode, askedAt }: Submission,
): "send" | "ask" | "nothing" {
  if (askedAt !== null) return at - askedAt >= readMs ? "send" : "nothing";
  return isCode || isEnter && at - openedAt < firstEnterMs ? "ask" : "send";
}
