import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/deployment/README.md";
const servers = findParagraph(guide, "apt-get install -y redis-server redis-sentinel");
const replica = findParagraph(guide, "echo 'replicaof");
const sentinels = findParagraph(guide, "cat >> /etc/redis/sentinel.conf");
const check = findParagraph(guide, "REDISCLI_AUTH=SECRET redis-cli -h 10.0.0.1 -p 26379 sentinel");
const addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3"];

/** Follows the guide to a Sentinel group of three machines. */
export async function setUpSentinels(stage: Stage): Promise<Machine[]> {
  const machines: Machine[] = [];
  for (const address of addresses) {
    const machine = await stage.machine(address);
    const values = { "bind 10.0.0.1": `bind ${address}` };
    await stage.follow(machine, servers, { values });
    if (machines.length > 0) await stage.follow(machine, replica);
    machines.push(machine);
  }
  for (const machine of machines) {
    const { address } = machine;
    const values = { "bind 10.0.0.1": `bind ${address}`, "-h 10.0.0.1": `-h ${address}` };
    await stage.follow(machine, sentinels, { values });
  }
  return machines;
}

/** Returns what the sentinel of a machine knows: whether there is a quorum, and the number of replicas. */
export async function askSentinel(stage: Stage, machine: Machine): Promise<string> {
  return await stage.follow(machine, check, { values: { "-h 10.0.0.1": `-h ${machine.address}` } });
}

/** Returns the address of the master by the sentinel of a machine. */
export async function masterOf(machine: Machine): Promise<string> {
  const answer = await machine.run(
    `REDISCLI_AUTH=SECRET redis-cli -h ${machine.address} -p 26379 sentinel get-master-addr-by-name limits`,
  );
  return answer.split("\n")[0]!;
}
