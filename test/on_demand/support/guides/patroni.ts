import { readFileSync } from "node:fs";
import { codeOf } from "../../../support/guide_code.ts";
import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import { addFirewalls } from "./firewall.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/persistence/hosts/README.md";
const text = readFileSync(new URL(`../../../../${guide}`, import.meta.url), "utf8");
const variables = codeOf(text, "ini")[0]!;
const settings = codeOf(text, "yaml")[0]!;
const install = findParagraph(guide, "apt-get install -y patroni");
const startEtcd = findParagraph(guide, "systemctl restart etcd");
const startPatroni = findParagraph(guide, "install -o postgres -g postgres -m 0600 config.yml");
const forget = findParagraph(
  "gateway/backup/README.md",
  "patronictl -c /etc/patroni/config.yml show-config",
);
const settingsBack = findParagraph(
  "gateway/backup/README.md",
  "patronictl -c /etc/patroni/config.yml edit-config booking --apply",
);
const makeDatabase = findParagraph(guide, "patronictl -c /etc/patroni/config.yml list");
const addresses = ["10.0.0.21", "10.0.0.22", "10.0.0.23"];

/** Follows the guide to three nodes of Patroni with a member of etcd each. The first one leads. */
export async function setUpPatroni(stage: Stage): Promise<Machine[]> {
  const machines: Machine[] = [];
  for (const [i, address] of addresses.entries()) {
    const machine = await stage.machine(address);
    const names = addresses.map((one, at) => `${one} db${at + 1} etcd${at + 1}`).join("\n");
    await machine.run(`cat >> /etc/hosts <<'END'\n${names}\nEND`);
    await stage.follow(machine, install);
    const name = `etcd${i + 1}`;
    const own = variables.replace(
      /(?<=_CLIENT_URLS=http:\/\/|_PEER_URLS=http:\/\/|NAME=)etcd1/g,
      name,
    );
    await machine.run(`cat > /etc/default/etcd <<'END'\n${own}END`);
    await machine.run(
      `cat > config.yml <<'END'\n${settings.replaceAll("db1", `db${i + 1}`)}END`,
    );
    machines.push(machine);
  }
  await addFirewalls(stage, machines);
  await Promise.all(machines.map((machine) => stage.follow(machine, startEtcd)));
  const [first, ...others] = machines;
  await stage.follow(first!, startPatroni);
  await first!.run(`until curl -fso /dev/null http://127.0.0.1:8008/primary; do sleep 1; done`);
  for (const machine of others) await stage.follow(machine, startPatroni);
  await stage.follow(first!, makeDatabase);
  return machines;
}

/**
 * Follows the guide that lets a node lead whose data were recovered, after the leader is lost with its machine. The data
 * here are those of the node, which Postgres promotes without Patroni as after a recovery.
 */
export async function leadAfterRecovery(
  stage: Stage,
  machine: Machine,
  lost: Machine,
): Promise<void> {
  for (const one of [machine, lost]) await one.run("systemctl stop patroni");
  const control = "/usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/booking";
  await machine.run(
    `cd / && su postgres -c '${control} -l /tmp/log start && ${control} promote && ${control} stop'`,
  );
  await stage.follow(machine, forget);
  await machine.run(`systemctl start patroni
    until curl -fso /dev/null http://127.0.0.1:8008/primary; do sleep 1; done
    until patronictl -c /etc/patroni/config.yml show-config booking 2> /dev/null | grep -q .; do sleep 1; done`);
  await stage.follow(machine, settingsBack);
}

/** Returns the state of each node by Patroni: `Leader`, `Sync Standby` or `Replica`. */
export async function rolesOf(machine: Machine): Promise<string[]> {
  const members = JSON.parse(
    await machine.run("patronictl -c /etc/patroni/config.yml list --format json"),
  ) as { Role: string; State: string }[];
  return members.map(({ Role, State }) => `${Role} ${State}`).toSorted();
}
