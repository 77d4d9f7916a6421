import { readFileSync } from "node:fs";
import { codeOf } from "./guide_code.ts";

const readme = readFileSync(new URL("../../gateway/backup/README.md", import.meta.url), "utf8");
const [section = ""] = /^## 3\. Point-in-time recovery$.*?(?=^## )/ms.exec(readme) ?? [];
const blocks = codeOf(section, "sh");
const postgres = "su postgres -c";
const postgresControl =
  `${postgres} '/usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/booking`;

/** The command of the guide to one machine, without the restart that systemd does after it. */
function createDatabase(): string {
  const guide = readFileSync(new URL("../../gateway/README.md", import.meta.url), "utf8");
  const [command] = /^cd \/ && su postgres -c "psql (?:[^"\\]|\\[^])*"/m.exec(guide) ?? [];
  if (command?.includes("create database booking")) return command;
  throw new Error("The guide to one machine creates no database in its first command as postgres");
}

/** The moment in the commands of the guide. */
export const guideTarget = "2026-11-23 16:40:00+00";

/** The guide's commands for a recovery, each from one block. */
export const recoveryCommands = {
  createDatabase: createDatabase(),
  install: block("apt-get install -y pgbackrest"),
  archiveDebian: block("cat > /etc/postgresql/15/main/conf.d/archive.conf"),
  configurePatroni: block("sed -i"),
  archivePatroni: block("patronictl -c /etc/patroni/config.yml edit-config booking --force"),
  firstBackup: block(`${postgres} 'pgbackrest --stanza=booking stanza-create'`),
  stopServices: block("systemctl stop 'appointment-booking*'"),
  stopDebian: block("pg_ctlcluster 15 main stop"),
  stopPatroni: block("systemctl stop patroni"),
  restore: block(`${postgres} "pgbackrest --stanza=booking --type=time`),
  restoreAll: block(`${postgres} 'pgbackrest --stanza=booking --delta`),
  startDebian: block("pg_ctlcluster 15 main start"),
  recoverPatroni: block(`${postgresControl} -l`),
  leadPatroni: block(`${postgresControl} stop`),
  followPatroni: block("systemctl start patroni"),
  prepare: block(`${postgres} 'psql -v ON_ERROR_STOP=1`),
  startServices: block("systemctl list-unit-files --state=enabled"),
};

/** The statements that the guide runs after a recovery. */
export const preparingStatements = /<<'END'\n(.*?)^END$/ms.exec(recoveryCommands.prepare)![1]!;

function block(beginning: string): string {
  const found = blocks.filter((text) => text.startsWith(beginning));
  if (found.length === 1) return found[0]!;
  throw new Error(
    `The guide to recovery has ${found.length} blocks that begin with "${beginning}"`,
  );
}
