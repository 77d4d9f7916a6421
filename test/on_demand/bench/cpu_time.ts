import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// USER_HZ, the same on every Linux that Node runs on.
const msPerTick = 10;

/**
 * Returns the CPU time that a process and its children have used so far, in milliseconds; undefined where there is no
 * /proc.
 */
export function cpuMsOf(processId: number): number | undefined {
  const own = statOf(processId);
  if (!own) return undefined;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parentId === processId);
  const all = [own, ...children].map((stat) => stat!.user + stat!.system);
  return all.reduce((sum, ticks) => sum + ticks, own.ofEndedChildren) * msPerTick;
}

/** Returns the same for a Postgres and its backends. */
export function cpuMsOfPostgres(clusterFolder: string): number | undefined {
  const lines = readFileSync(join(clusterFolder, "postmaster.pid"), "utf8").split("\n");
  return cpuMsOf(Number(lines[0]));
}

function statOf(processId: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${processId}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name before it is in parentheses and may hold anything; what follows starts with field 3.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ").map(Number);
  return {
    parentId: fields[1]!,
    user: fields[11]!,
    system: fields[12]!,
    ofEndedChildren: fields[13]! + fields[14]!,
  };
}
