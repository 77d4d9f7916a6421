/** What a machine does with the commands of a guide. */
export interface GuideMachine {
  /** Runs commands with a shell. Returns what they wrote, and throws if one fails. */
  run(commands: string): Promise<string>;
  /** What `systemctl` does with a unit, by its words, such as `stop patroni`. */
  units: Record<string, () => Promise<void>>;
}

/**
 * Runs commands of the guide to recovery in their order, as they are printed. Only `systemctl` and `apt-get` are not run
 * by a shell: there is no systemd, and nothing is installed.
 */
export async function runGuide({ run, units }: GuideMachine, commands: string): Promise<string> {
  let output = "";
  for (const part of commands.split(/^(?=systemctl |apt-get )|(?<=^(?:systemctl|apt-get) .*\n)/m)) {
    const [, program, words = ""] = /^(systemctl|apt-get) (.*)\n$/.exec(part) ?? [];
    if (program === "systemctl") {
      const act = units[words];
      if (!act) {
        throw new Error(`The guide has "systemctl ${words}", which the proof does not know`);
      }
      await act();
    } else if (program === undefined && part !== "") {
      output += await run(part);
    }
  }
  return output;
}
