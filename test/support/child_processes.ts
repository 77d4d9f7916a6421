import { readFileSync } from "node:fs";

/**
 * The processes that a process's main thread has started, the oldest first. The numbers of processes do not show their
 * order: the system starts again at low numbers after the highest one.
 */
export function childrenOf(processId: number): number[] {
  const list = readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}
