import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When the process with this id began, as an opaque text, or undefined if no such process lives.
 * A process id alone does not name a process: ids are given out again, soon so in a container.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === "linux" ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // Field 2 is the program's name and may hold spaces and brackets: count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie runs nothing and holds nothing; it only waits for its parent to look.
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  // Field 22 counts from boot, so the same small number can come back after the next one.
  return `${bootId()}/${fields[19]}`;
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "unknown-boot";
  }
}

function startFromPs(pid: number): string | undefined {
  // Only `ps` tells it on macOS; the C locale keeps the text the same for every caller.
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  return stdout?.trim() || undefined;
}
