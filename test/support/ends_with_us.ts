import { spawnSync } from "node:child_process";

const setpriv = ["setpriv", "--pdeathsig", "KILL"];

/**
 * The words before a command that make the kernel kill its process when this one ends, even by kill -9. Empty where the
 * program `setpriv` is missing.
 */
export const endsWithUs: readonly string[] = isUsable() ? setpriv : [];

function isUsable(): boolean {
  const [program = "", ...flags] = setpriv;
  return spawnSync(program, [...flags, "true"], { stdio: "ignore" }).status === 0;
}
