import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import { addDatabase } from "./one_machine.ts";
import { install, type Stage } from "./stage.ts";

const env = "/etc/appointment-booking/service.env";
const restore = findParagraph("gateway/backup/README.md", "operator restore --from");

/** Follows the guide that restores the newest backup of a machine on another one. */
export async function restoreOn(stage: Stage, machine: Machine, old: Machine): Promise<void> {
  await install(stage, machine);
  const kept = await old.run(`cp -pr /var/backups/appointment-booking /run/guide/
    grep -E '^(PUBLIC_URL|SESSION_SECRET|SECRETS_KEY)=' ${env}`);
  await machine.run(`cat >> ${env} <<'END'\n${kept}END`);
  await addDatabase(stage, machine);
  await stage.follow(machine, restore, {
    // The machines have no ssh.
    values: { "scp -pr 10.0.0.11:/var/backups/": "cp -pr /run/guide/" },
  });
}

/** Returns all appointments that a machine serves to the key of the old one. */
export async function listAppointments(machine: Machine, key: string): Promise<string> {
  return await machine.run(
    `curl -fsS -H 'X-API-Key: ${key}' 'http://127.0.0.1:3000/api/v1/appointments?limit=100'`,
  );
}
