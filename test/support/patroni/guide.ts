import { readFileSync } from "node:fs";

const readme = readFileSync(
  new URL("../../../gateway/persistence/hosts/README.md", import.meta.url),
  "utf8",
);
const section = /^## With Patroni$.*?^## /ms.exec(readme)?.[0] ?? "";
const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  .map(([, language, text]) => ({ language, text: text! }));

/** Words of the guide that an operator replaces, with what they are replaced by, in this order. */
type Replacements = readonly (readonly [from: string, to: string])[];

/** The addresses of an etcd member. */
export interface EtcdMember {
  name: string;
  folder: string;
  clientPort: number;
  peerPort: number;
}

/** The settings of a node. Others reach it by its `outer` ports. */
export interface NodeAddresses {
  name: string;
  data: string;
  sockets: string;
  password: string;
  port: number;
  apiPort: number;
  outerPort: number;
  outerApiPort: number;
  etcdPorts: readonly number[];
  /** The address that other machines come from. */
  network: string;
}

/** The guide's variables of an etcd member. */
export function etcdVariables(
  member: EtcdMember,
  members: readonly EtcdMember[],
): Record<string, string> {
  const names = ["etcd1", "etcd2", "etcd3"];
  const text = filled(block("ini", "ETCD_NAME="), [
    [
      names.map((name) => `${name}=http://${name}:2380`).join(),
      members.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(),
    ],
    ["ETCD_NAME=etcd1", `ETCD_NAME=${member.name}`],
    ["/var/lib/etcd/booking", member.folder],
    ["0.0.0.0:2380", `127.0.0.1:${member.peerPort}`],
    ["0.0.0.0:2379", `127.0.0.1:${member.clientPort}`],
    ["etcd1:2380", `127.0.0.1:${member.peerPort}`],
    ["etcd1:2379", `127.0.0.1:${member.clientPort}`],
  ]);
  return Object.fromEntries(
    text.trim().split("\n").map((line) => {
      const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line)!;
      return [name, value];
    }),
  );
}

/** The guide's configuration of Patroni for a node. */
export function patroniFile(node: NodeAddresses): string {
  return filled(block("yaml", "scope:"), [
    ["etcd1:2379,etcd2:2379,etcd3:2379", node.etcdPorts.map((port) => `127.0.0.1:${port}`).join()],
    // Otherwise Patroni asks etcd for the addresses of its members, which pass no network.
    ["etcd: {", "etcd: { use_proxies: true,"],
    ["name: db1\n", `name: ${node.name}\n`],
    ["0.0.0.0:8008", `127.0.0.1:${node.apiPort}`],
    ["db1:8008", `127.0.0.1:${node.outerApiPort}`],
    ["0.0.0.0:5432", `127.0.0.1:${node.port}`],
    ["db1:5432", `127.0.0.1:${node.outerPort}`],
    ["/var/lib/postgresql/15/booking", node.data],
    ["/run/postgresql", node.sockets],
    ["SECRET", node.password],
    ["10.0.0.0/8", node.network],
  ]);
}

/** The guide's commands that list the cluster and make the role and the database. */
export function firstCommands(
  { file, address, password }: { file: string; address: string; password: string },
): string {
  return filled(block("sh", "create database"), [
    ["/etc/patroni/config.yml", file],
    ["db1:5432", address],
    ["SECRET", password],
  ]);
}

/** The guide's DATABASE_URL. */
export function databaseUrl(
  { addresses, password }: { addresses: string; password: string },
): string {
  const text = filled(block("sh", "DATABASE_URL="), [
    ["db1:5432,db2:5432,db3:5432", addresses],
    ["SECRET", password],
  ]);
  return /^DATABASE_URL="(.*)"$/m.exec(text)![1]!;
}

/** The guide's command for a planned switchover. */
export function switchoverCommand(
  { file, leader, candidate }: { file: string; leader: string; candidate: string },
): string {
  return filled(block("sh", "switchover"), [
    ["/etc/patroni/config.yml", file],
    ["--leader db1", `--leader ${leader}`],
    ["--candidate db2", `--candidate ${candidate}`],
  ]);
}

function block(language: string, words: string): string {
  const found = blocks.filter((one) => one.language === language && one.text.includes(words));
  if (found.length === 1) return found[0]!.text;
  throw new Error(`The guide to Patroni has ${found.length} blocks "${language}" with "${words}"`);
}

function filled(text: string, replacements: Replacements): string {
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`The guide to Patroni does not have "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}
