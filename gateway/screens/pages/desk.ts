import { texts } from "./language.ts";

/** Returns whether a desk is a bare number such as `4` or `B12`, which needs the word "Counter". Others say what they are. */
export function isBare(desk: string): boolean {
  return /^\p{L}?\d{1,3}\p{L}?$/u.test(desk);
}

/** Returns a desk as a person says it, such as "Counter 4" or "Room 12". */
export function deskText(desk: string): string {
  return isBare(desk) ? `${texts.text("counter")} ${desk}` : desk;
}
