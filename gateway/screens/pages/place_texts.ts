import { texts } from "./language.ts";

/** Returns how long a person waits. */
export function waitText(minutes: number): string {
  return minutes === 0 ? texts.text("noWait") : texts.text("wait", { count: minutes });
}

/** Returns by how much today's estimates were wrong. */
export function accuracyText(minutes: number): string {
  const count = Math.round(minutes);
  return count < 1 ? texts.text("accurate") : texts.text("accuracy", { count });
}
