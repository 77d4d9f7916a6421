import { readFileSync } from "node:fs";
import { codeOf } from "../../../support/guide_code.ts";
import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";
import { password } from "./three_machines.ts";

const guide = "gateway/persistence/README.md";
const userlist = findParagraph(guide, 'cd / && su postgres -c "psql -Atc');
const install = findParagraph(guide, "apt-get install -y pgbouncer");
const start = findParagraph(guide, "systemctl restart pgbouncer");
const text = readFileSync(new URL(`../../../../${guide}`, import.meta.url), "utf8");
const ini = codeOf(text, "ini")[0]!;
const env = "/etc/appointment-booking/service.env";
const values = { PASSWORD: password };

/** Follows the guide to the files of a pooler on each machine of a service. */
export async function installPoolers(
  stage: Stage,
  postgres: Machine,
  services: readonly Machine[],
): Promise<void> {
  await stage.follow(postgres, userlist);
  await postgres.run("mv /root/userlist.txt /run/guide/");
  for (const machine of services) {
    await machine.run("cp /run/guide/userlist.txt /root/");
    await stage.follow(machine, install);
    await machine.run(`cat > /etc/pgbouncer/pgbouncer.ini <<'END'\n${ini}END`);
  }
}

/** Follows the guide by which a service uses its pooler. Returns what doctor says. */
export async function usePooler(stage: Stage, machine: Machine): Promise<string> {
  return await stage.follow(machine, start, { values });
}

/** Follows the guide with another direct address, and takes it back. Returns why the commands have failed. */
export async function tryPooler(
  stage: Stage,
  machine: Machine,
  address: string,
): Promise<string> {
  await machine.run(`cp -p ${env} /root/service.env`);
  const direct = "db.booking.internal:5432/booking?sslmode=verify-full";
  const failed = stage.follow(machine, start, { values: { ...values, [direct]: address } });
  const reason = await failed.then(() => "they succeeded", (error: Error) => error.message);
  await machine.run(`cp -p /root/service.env ${env}`);
  return reason;
}

/** Kills the pooler, and waits until systemd has started another one and the service is ready. */
export async function killPooler(machine: Machine): Promise<void> {
  await machine.run(`before=$(systemctl show --property MainPID --value pgbouncer)
    kill -9 $before
    until [ "$(systemctl show --property MainPID --value pgbouncer)" != $before ] && systemctl --quiet is-active pgbouncer; do
      sleep 0.2
    done
    curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://${machine.address}:3000/readyz`);
}
