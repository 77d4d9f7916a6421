import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/deployment/README.md";
const timers = findParagraph(
  guide,
  "cp /opt/appointment-booking/gateway/deployment/systemd/*.timer",
);
const firewall = findParagraph(
  guide,
  "install -m 0644 /opt/appointment-booking/gateway/deployment/nftables.conf",
);
const uninstall = [
  "operator backup --to /var/backups/appointment-booking/last",
  "rm -rf /etc/systemd/system/appointment-booking*",
  "rm -f /etc/haproxy/haproxy.cfg",
  "nft delete table",
].map((beginning) => findParagraph(guide, beginning));

/** Follows the guide to timers, and makes a first backup and list of erasures. */
export async function addTimers(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, timers);
}

/** Follows the guide to the firewall. */
export async function addFirewall(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, firewall);
}

/** Follows the guide that removes the service. */
export async function removeService(stage: Stage, machine: Machine): Promise<void> {
  for (const paragraph of uninstall) await stage.follow(machine, paragraph);
}

/** Returns what a machine has of the service: files, lines of settings, units, processes, users, databases and rules. */
export async function findTraces(machine: Machine): Promise<string[]> {
  const output = await machine.run(`cd /
find /etc /opt /usr/local /var /run -path /run/guide -prune -o \\( -iname '*booking*' -o -nouser \\) -print
grep -rlE 'appointment-booking|BOOKING_' /etc || true
systemctl list-units --all --no-legend --plain '*booking*'
systemctl list-unit-files --no-legend '*booking*' || true
ps -eo args | grep '[a]ppointment-booking/' || true
getent passwd appointment-booking || true
su postgres -c "psql -Atc \\"select datname from pg_database union select rolname from pg_roles\\"" | grep booking || true
nft list tables`);
  return output.split("\n").filter((line) => line !== "" && !isKept.test(line));
}

/** What the guide keeps, the former lists of users, and the slice in which systemd has run tasks, which ends with it. */
const isKept = /^\/var\/backups\/appointment-booking(\.env$|\/|$)|^\/etc\/\w+-$|\.slice /;
