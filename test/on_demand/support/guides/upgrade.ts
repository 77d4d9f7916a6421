import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Stage } from "./stage.ts";
import { type Machines, onEach } from "./three_machines.ts";

const beforeUpgrade = findParagraph("gateway/deployment/README.md", "operator migrate");
const upgrade = findParagraph("migrations/README.md", "operator migrate");
const comparison = findParagraph("migrations/README.md", "for file in haproxy");
const wayBack = findParagraph("migrations/README.md", "cd /opt/appointment-booking && git reset");

/** Follows the guide to a backup before an upgrade. */
export async function backUpFirst(stage: Stage, { services: [first] }: Machines): Promise<void> {
  await stage.follow(first!, beforeUpgrade);
}

/** Follows the guide to an upgrade on one machine after the other. */
export async function upgradeAll(stage: Stage, { services }: Machines): Promise<void> {
  await onEach(stage, services, upgrade);
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

/** Follows the guide to the way back to a commit on one machine after the other. */
export async function goBack(
  stage: Stage,
  { services }: Machines,
  commit: string,
): Promise<void> {
  await onEach(stage, services, wayBack, { COMMIT: commit });
}

/** Returns the name of the newest migration of the database. */
export async function newestMigration({ postgres }: Machines): Promise<string> {
  const output = await postgres.run(`cd / && su postgres -c 'psql -At booking' <<'END'
select name from schema_migrations order by name desc limit 1
END`);
  return output.trim();
}

/** Returns the commit that each machine has. */
export async function commitsOf({ services }: Machines): Promise<string[]> {
  const commits = services.map((machine) =>
    machine.run("cd /opt/appointment-booking && git rev-parse HEAD")
  );
  return (await Promise.all(commits)).map((commit) => commit.trim());
}
