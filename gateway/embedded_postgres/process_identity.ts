import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns the start time of a process as an opaque text, or undefined if it does not live. The id alone does not identify
 * a process: systems reuse ids, and containers do so soon.
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
  // Field 2 is the program's name and may contain spaces and brackets, so the fields count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended and holds no resources. It only waits for its parent.
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  // Field 22 counts from boot, so the same number can occur again after the next boot.
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
  // macOS only has `ps` for this. The C locale gives the same text for every caller.
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  return stdout?.trim() || undefined;
}
