import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const settings = findParagraph(
  "gateway/deployment/README.md",
  "cat >> /etc/appointment-booking/service.env <<'END'\nREPORTING",
);
const hba = "/etc/postgresql/15/main/pg_hba.conf";
const letIn = `echo 'host booking booking 10.0.0.0/24 scram-sha-256' >> ${hba}`;

/** Makes a streaming standby of a machine's Postgres on another machine. */
export async function addStandby(primary: Machine, standby: Machine): Promise<void> {
  await primary.run(`${letIn}
    echo 'host replication replicator 10.0.0.0/24 scram-sha-256' >> ${hba}
    cd / && su postgres -c psql <<'END'
create role replicator replication login password 'secret';
alter system set listen_addresses = '*';
END
    systemctl restart postgresql@15-main`);
  await standby.run(`apt-get install -y postgresql
    systemctl stop postgresql@15-main
    rm -rf /var/lib/postgresql/15/main
    ${letIn}
    cd / && su postgres -c 'PGPASSWORD=secret pg_basebackup -h 10.0.0.21 -U replicator -R -D /var/lib/postgresql/15/main'
    systemctl start postgresql@15-main`);
}

/** Follows the guide to reports from standbys. Returns what doctor says. */
export async function readFromStandbys(stage: Stage, machine: Machine): Promise<string> {
  return await stage.follow(machine, settings, { values: { PASSWORD: "one-password" } });
}

/** Makes a reporting token, and returns a command that asks GraphQL with it and prints the status. */
export async function makeReportingToken(machine: Machine): Promise<string> {
  const { token } = JSON.parse(
    await machine.run("operator reporting-token create --organization 1 --name Tool --json"),
  );
  return `curl -sS -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer ${token}' \
    -H 'Content-Type: application/json' -d '{"query": "{ organization { name } }"}' http://127.0.0.1:3000/graphql`;
}
