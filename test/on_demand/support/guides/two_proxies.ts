import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Network } from "../../../support/guide_machine/network.ts";
import type { Stage } from "./stage.ts";
import type { Machines } from "./three_machines.ts";

const deployment = "gateway/deployment/README.md";
const secondProxy = findParagraph(deployment, "apt-get install -y haproxy git");
const sharedAddress = findParagraph(deployment, "apt-get install -y keepalived");
const removal = findParagraph(deployment, "systemctl disable --now keepalived");
const address = "10.0.0.30";

/** The address that both proxies share. */
export const site = `http://${address}`;

/** Follows the guide to a second proxy, and to the address of both. */
export async function addSecondProxy(stage: Stage, { proxy }: Machines): Promise<Machine[]> {
  const second = await stage.machine("10.0.0.32");
  await stage.follow(second, secondProxy, {
    values: { " URL ": " file:///run/guide/repository " },
  });
  const proxies = [proxy, second];
  for (const machine of proxies) await stage.follow(machine, sharedAddress);
  return proxies;
}

/** Follows the guide that takes a proxy out. */
export async function removeAddress(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, removal);
}

/** Returns the proxies that have the shared address. */
export async function holders(proxies: readonly Machine[]): Promise<Machine[]> {
  const addresses = await Promise.all(
    proxies.map((machine) => machine.run("ip -br address show eth0")),
  );
  return proxies.filter((_, i) => addresses[i]!.includes(` ${address}/`));
}

/** A fault of the proxy that has the address, and its end. */
export interface ProxyFault {
  begin(holder: Machine): Promise<unknown>;
  end(holder: Machine): Promise<unknown>;
}

/** The faults in the guide's table, by their names in it. */
export function proxyFaults(network: Network): Record<string, ProxyFault> {
  const onHolder = (begin: string, end: string): ProxyFault => ({
    begin: (holder) => holder.run(begin),
    end: (holder) => holder.run(end),
  });
  const setPort = async (holder: Machine, state: "up" | "down") => {
    const port = `port${holder.address.split(".").at(-1)}`;
    await once(network.start(`ip link set ${port} ${state}`), "exit");
  };
  return {
    "HAProxy stopped": onHolder("systemctl stop haproxy", "systemctl start haproxy"),
    "keepalived stopped": onHolder("systemctl stop keepalived", "systemctl start keepalived"),
    "HAProxy frozen": onHolder("pkill -STOP haproxy", "pkill -CONT haproxy"),
    "network cut": {
      begin: (holder) => setPort(holder, "down"),
      end: (holder) => setPort(holder, "up"),
    },
  };
}

/** Asks the address all the time during some work. Returns the longest time without an answer, in seconds. */
export async function longestGap(network: Network, work: () => Promise<void>): Promise<number> {
  const child = network.start(
    `while :; do curl -fsS -o /dev/null --max-time 0.5 ${site}/readyz 2> /dev/null && date +%s%3N; sleep 0.02; done`,
  );
  const times: number[] = [];
  const lines = createInterface({ input: child.stdout! }).on("line", (line) => {
    times.push(Number(line));
  });
  const closed = once(lines, "close");
  while (times.length < 5) await delay(20);
  await work();
  // The last gap ends with an answer.
  const { length } = times;
  while (times.length < length + 5) await delay(20);
  child.kill("SIGKILL");
  await closed;
  return Math.max(...times.slice(1).map((time, i) => time - times[i]!)) / 1000;
}
