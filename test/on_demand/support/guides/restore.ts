import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import { addDatabase } from "./one_machine.ts";
import { install, type Stage } from "./stage.ts";

const env = "/etc/appointment-booking/service.env";
const guide = "gateway/backup/README.md";
const restore = findParagraph(guide, "operator restore --from");
const start = findParagraph(guide, "systemctl enable appointment-booking &&");
const keepErasures = findParagraph(guide, "systemctl start appointment-booking-task@erasures");
const repeatErasures = findParagraph(guide, "cp -p /root/erasures.json");
const service = "gateway/README.md";
const stopAll = findParagraph(service, "systemctl stop 'appointment-booking*'");
const backUp = findParagraph(service, 'operator backup --to "/var');
const restoreThere = findParagraph(service, "operator restore --from");
const startThere = findParagraph(service, "systemctl list-unit-files --state=enabled");

/**
 * Follows the guide that restores the newest backup of a machine on another one. A newer one was interrupted. Returns
 * whether the service ran on the other machine before the guide starts it.
 */
export async function restoreOn(stage: Stage, machine: Machine, old: Machine): Promise<boolean> {
  await install(stage, machine);
  const kept = await old.run(
    `install -d -m 0700 /var/backups/appointment-booking/2099-01-01T02-30-00Z
    cp -pr /var/backups/appointment-booking /run/guide/
    grep -E '^(PUBLIC_URL|SESSION_SECRET|SECRETS_KEY)=' ${env}`,
  );
  await machine.run(`cat >> ${env} <<'END'\n${kept}END`);
  await addDatabase(stage, machine);
  await stage.follow(machine, restore, {
    // The machines have no ssh.
    values: { "scp -pr 10.0.0.11:/var/backups/": "cp -pr /run/guide/" },
  });
  const state = await machine.run("systemctl is-active appointment-booking || true");
  await stage.follow(machine, start);
  return state !== "inactive\n";
}

/** Returns all appointments that a machine serves to the key of the old one. */
export async function listAppointments(machine: Machine, key: string): Promise<string> {
  return await machine.run(
    `curl -fsS -H 'X-API-Key: ${key}' 'http://127.0.0.1:3000/api/v1/appointments?limit=100'`,
  );
}

/**
 * Follows the guide that moves the data of a machine to another database of the same Postgres. Around it, follows the
 * steps of a recovery that keep the list of erasures. Throws if a timer or the service runs meanwhile.
 */
export async function moveDatabase(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, stopAll);
  await stage.follow(machine, keepErasures);
  await machine.run("cd / && su postgres -c 'createdb -O booking moved'");
  await stage.follow(machine, backUp);
  await machine.run(`sed -i 's,^\\(DATABASE_URL=.*\\)/booking$,\\1/moved,' ${env}`);
  await stage.follow(machine, restoreThere);
  await machine.run("! systemctl is-active appointment-booking appointment-booking-erasures.timer");
  await stage.follow(machine, repeatErasures);
  await stage.follow(machine, startThere);
  await machine.run(
    "systemctl is-active appointment-booking appointment-booking-{backup,erasures}.timer",
  );
}
