import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Stage } from "./stage.ts";
import { type Machines, onEach } from "./three_machines.ts";

const guide = "migrations/README.md";
const beforeUpgrade = findParagraph("gateway/deployment/README.md", "operator migrate");
const comparison = findParagraph(guide, "for file in haproxy");
const upgradeWorker = findParagraph(guide, "systemctl stop appointment-booking-worker  ");
const upgradeService = findParagraph(guide, "systemctl stop appointment-booking  ");
const wayBackOfService = findParagraph(guide, "systemctl stop appointment-booking\n");
const wayBackOfWorker = findParagraph(guide, "systemctl stop appointment-booking-worker\n");

/** Follows the guide to a backup before an upgrade. */
export async function backUpFirst(stage: Stage, { services: [first] }: Machines): Promise<void> {
  await stage.follow(first!, beforeUpgrade);
}

/** Follows the guide to an upgrade of the machines that only deliver, one after the other. */
export async function upgradeWorkers(stage: Stage, { workers }: Machines): Promise<void> {
  await onEach(stage, workers, upgradeWorker);
}

/** Follows the guide to an upgrade of the machines that serve, one after the other. */
export async function upgradeServices(stage: Stage, { services }: Machines): Promise<void> {
  await onEach(stage, services, upgradeService);
}

/**
 * Follows the guide that shows how files of a proxy differ from those of the new version. Throws if it does not show an
 * operator's own line, if it changes the file, or if a service has a unit or timer of another version.
 */
export async function compareFiles(stage: Stage, { proxy, services }: Machines): Promise<void> {
  for (const machine of services) {
    await machine.run(`cd /opt/appointment-booking/gateway/deployment/systemd
      for unit in appointment-booking*; do cmp "$unit" "/etc/systemd/system/$unit"; done`);
  }
  const own = "# an own line";
  await proxy.run(`echo '${own}' >> /etc/haproxy/haproxy.cfg`);
  const shown = await stage.follow(proxy, comparison);
  if (!shown.includes(`-${own}\n`)) throw new Error(`The own line is not shown:\n${shown}`);
  await proxy.run(`tail -n 1 /etc/haproxy/haproxy.cfg | grep -qx '${own}'`);
}

/** Follows the guide to the way back of the machines that serve, one after the other. */
export async function takeBackServices(
  stage: Stage,
  { services }: Machines,
  commit: string,
): Promise<void> {
  await onEach(stage, services, wayBackOfService, { COMMIT: commit });
}

/** Follows the guide to the way back of the machines that only deliver, one after the other. */
export async function takeBackWorkers(
  stage: Stage,
  { workers }: Machines,
  commit: string,
): Promise<void> {
  await onEach(stage, workers, wayBackOfWorker, { COMMIT: commit });
}

/** Returns the name of the newest migration of the database. */
export async function newestMigration({ postgres }: Machines): Promise<string> {
  const output = await postgres.run(`cd / && su postgres -c 'psql -At booking' <<'END'
select name from schema_migrations order by name desc limit 1
END`);
  return output.trim();
}

/** Returns the commit of each machine that delivers, and then of each that serves. */
export async function commitsOf({ workers, services }: Machines): Promise<string[]> {
  const commits = [...workers, ...services].map((machine) =>
    machine.run("cd /opt/appointment-booking && git rev-parse HEAD")
  );
  return (await Promise.all(commits)).map((commit) => commit.trim());
}
