import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/deployment/README.md";
const timers = findParagraph(
  guide,
  "cp /opt/appointment-booking/gateway/deployment/systemd/*.timer",
);
const stop = findParagraph(guide, "systemctl stop 'appointment-booking*'");
const lastBackup = findParagraph(
  guide,
  "install -d -m 0700 -o appointment-booking -g appointment-booking /var/backups/appointment-booking &&",
);
const removal = [
  "cd / && su postgres -c 'psql -v ON_ERROR_STOP=1 booking'",
  "find /etc/systemd/system -name 'appointment-booking*'",
  "rm -f /etc/haproxy/haproxy.cfg",
].map((beginning) => findParagraph(guide, beginning));
const firewallRemoval = findParagraph(guide, "nft delete table");

/** Follows the guide to timers, and makes a first backup and list of erasures. */
export async function addTimers(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, timers);
}

/** Lets an analyst of the first organization read it by SQL. */
export async function addReportingRole(machine: Machine): Promise<void> {
  await machine.run(`cd / && su postgres -c "psql -c 'alter role booking createrole'"
    operator reporting-role create --organization 1 --name analyst`);
}

/** Follows the guide that removes the service. Throws if the service can book while or after the backup is made. */
export async function removeService(
  stage: Stage,
  machine: Machine,
  { hasFirewall }: { hasFirewall: boolean },
): Promise<void> {
  await stage.follow(machine, stop);
  await machine.run("! ps -eo args | grep '[a]ppointment-booking/.* gateway/'");
  await stage.follow(machine, lastBackup);
  for (const paragraph of removal) await stage.follow(machine, paragraph);
  if (hasFirewall) await stage.follow(machine, firewallRemoval);
}

/** Returns what a machine has of the service: files, lines of settings, units, processes, users, databases and rules. */
export async function findTraces(machine: Machine): Promise<string[]> {
  const output = await machine.run(`cd /
folders="/etc /opt /usr/local /var /run -path /run/guide -prune -o"
find $folders -iname '*booking*' -print
find $folders -nouser -printf 'without an owner: %p\\n'
grep -rlE 'appointment-booking|BOOKING_|haproxy/cell' /etc || true
find /etc/haproxy -name 'cell*'
systemctl list-units --all --no-legend --plain '*booking*'
systemctl list-unit-files --no-legend '*booking*' || true
ps -eo args | grep '[a]ppointment-booking/' || true
getent passwd appointment-booking || true
su postgres -c 'psql -At' <<'END'
select datname from pg_database where datname !~ '^(postgres|template[01])$'
  union select rolname from pg_roles where rolname !~ '^(postgres$|pg_)'
END
nft list tables`);
  return output.split("\n").filter((line) => line !== "" && !isKept.test(line));
}

/** What the guide keeps, the former lists of users, and the slice in which systemd has run tasks, which ends with it. */
const isKept = /^\/var\/backups\/appointment-booking(\.env$|\/|$)|^\/etc\/\w+-$|\.slice /;
