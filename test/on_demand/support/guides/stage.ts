import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findParagraph, type Paragraph } from "../../../support/guide_machine/commands.ts";
import { type Machine, startMachine } from "../../../support/guide_machine/machine.ts";
import { type Network, startNetwork } from "../../../support/guide_machine/network.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const support = join(root, "test/support/guide_machine");

/** Values in place of those that a guide has as examples. */
export type Values = Record<string, string>;

/** Machines, a repository to clone, and somebody who follows the guides. */
export interface Stage extends AsyncDisposable {
  network: Network;
  /** A folder that every machine has as /run/guide. */
  shared: string;
  /** Makes a commit the `main` of the repository that the machines clone. */
  publish(commit: string): void;
  /** Starts a machine at this address. */
  machine(address: string): Promise<Machine>;
  /** Runs the commands of a paragraph, but for those that begin with a text of `without`. */
  follow(machine: Machine, paragraph: Paragraph, options?: {
    values?: Values;
    without?: readonly string[];
  }): Promise<string>;
  /** How many commands were run, each counted once. */
  commandsRun(): number;
}

/** Starts a stage whose repository has a commit as `main`. */
export async function openStage(commit = "HEAD"): Promise<Stage> {
  const shared = mkdtempSync(join(tmpdir(), "guide-"));
  chmodSync(shared, 0o755);
  mkdirSync(join(shared, "bin"));
  for (const name of ["apt-get", "npm"]) cpSync(join(support, name), join(shared, "bin", name));
  mkdirSync(join(shared, "packages"));
  publish(shared, commit);
  const network = await startNetwork();
  const machines: Machine[] = [];
  const done = new Set<string>();
  return {
    network,
    shared,
    publish: (next) => publish(shared, next),
    async machine(address) {
      const machine = await startMachine(network, { address, shared });
      machines.push(machine);
      return machine;
    },
    async follow(machine, { guide, commands }, { values = {}, without = [] } = {}) {
      const chosen = commands.filter((one) => !without.some((text) => one.startsWith(text)));
      // A shell with `set -e` would continue after a failed `a && b`.
      const script = chosen.map((command) => `${command}(exit $?)\n`).join("");
      const output = await machine.run(withValues(script, values));
      chosen.forEach((command) => done.add(`${guide}\n${command}`));
      return output;
    },
    commandsRun: () => done.size,
    async [Symbol.asyncDispose]() {
      for (const machine of machines) await machine[Symbol.asyncDispose]();
      await network[Symbol.asyncDispose]();
      rmSync(shared, { recursive: true });
    },
  };
}

const git = (...words: string[]) => execFileSync("git", words, { cwd: root, stdio: "pipe" });

/** Makes a commit the `main` of the repository, with the packages that it installs. */
function publish(shared: string, commit: string): void {
  const repository = join(shared, "repository");
  git("init", "--quiet", "--bare", "--initial-branch=main", repository);
  git("push", "--quiet", repository, `+${commit}^{commit}:refs/heads/main`);
  providePackages(shared, commit);
}

/** Gives the machines the packages of a version: those of this clone, or others that are installed for it. */
function providePackages(shared: string, commit: string): void {
  const lock = git("show", `${commit}:package-lock.json`);
  const name = createHash("sha256").update(lock).digest("hex");
  const packages = join(shared, "packages", name);
  if (existsSync(packages)) return;
  if (lock.equals(readFileSync(join(root, "package-lock.json")))) {
    symlinkSync(join(root, "node_modules"), packages);
    return;
  }
  const version = join(shared, `version-${name}`);
  git("clone", "--quiet", join(shared, "repository"), version);
  execFileSync("npm", ["ci", "--omit=dev"], { cwd: version, stdio: "pipe" });
  // The machines have the folder at another place.
  symlinkSync(`../version-${name}/node_modules`, packages);
}

/** The commands that install the service on a machine (gateway/deployment/README.md 3). */
export async function install({ follow }: Stage, machine: Machine): Promise<void> {
  await follow(
    machine,
    findParagraph("gateway/deployment/README.md", "git clone URL /opt/appointment-booking &&"),
    {
      values: { " URL ": " file:///run/guide/repository " },
      // The guide that comes next fills in service.env, and starts the service.
      without: ["systemctl enable --now appointment-booking "],
    },
  );
}

function withValues(commands: string, values: Values): string {
  return Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
}
