import { expect } from "vitest";
import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/deployment/README.md";
const install = findParagraph(guide, "apt-get install -y nftables");
const rules = findParagraph(
  guide,
  "install -m 0644 /opt/appointment-booking/gateway/deployment/nftables.conf",
);
const start = findParagraph(guide, "nft --check");

/** Follows the guide to the firewall on some machines. The first one has the clone, or gets it. */
export async function addFirewalls(stage: Stage, machines: readonly Machine[]): Promise<void> {
  const [first, ...others] = machines;
  for (const machine of machines) await stage.follow(machine, install);
  await first!.run(
    "[ -d /opt/appointment-booking ] || git clone -q file:///run/guide/repository /opt/appointment-booking",
  );
  await stage.follow(first!, rules);
  await first!.run("cp /etc/nftables.conf /run/guide/");
  for (const other of others) await other.run("cp /run/guide/nftables.conf /etc/nftables.conf");
  for (const machine of machines) await stage.follow(machine, start);
}

/** The machines that reach a port of an address. */
type OpenPorts = Record<string, Record<number, readonly Machine[] | "everybody">>;

/** Expects that these machines reach these ports, and that a machine that is in no set of the firewall does not. */
export async function expectOpen(stage: Stage, ports: OpenPorts): Promise<void> {
  const stranger = await stage.machine("10.0.0.99");
  for (const [address, callers] of Object.entries(ports)) {
    for (const [port, machines] of Object.entries(callers)) {
      const others = machines === "everybody" ? [] : machines;
      for (const machine of others) {
        expect(`${machine.address}: ${await reaches(machine, address, port)}`)
          .toBe(`${machine.address}: reached ${address}:${port}`);
      }
      expect(await reaches(stranger, address, port))
        .toBe(`${machines === "everybody" ? "reached" : "no way to"} ${address}:${port}`);
    }
  }
}

async function reaches(machine: Machine, address: string, port: string): Promise<string> {
  return (await machine.run(
    `(timeout 2 bash -c ': < /dev/tcp/${address}/${port}' 2> /dev/null && echo reached || echo 'no way to') |
      sed 's,$, ${address}:${port},'`,
  )).trim();
}
