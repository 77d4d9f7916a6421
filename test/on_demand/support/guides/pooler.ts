import { readFileSync } from "node:fs";
import { codeOf } from "../../../support/guide_code.ts";
import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/persistence/README.md";
const userlist = findParagraph(guide, 'cd / && su postgres -c "psql -Atc');
const install = findParagraph(guide, "apt-get install -y pgbouncer");
const start = findParagraph(guide, "systemctl restart pgbouncer");

/** Follows the guide to a pooler on a machine that has everything. Returns what doctor says. */
export async function addPooler(stage: Stage, machine: Machine): Promise<string> {
  const text = readFileSync(new URL(`../../../../${guide}`, import.meta.url), "utf8");
  const ini = codeOf(text, "ini")[0]!.replace("10.0.0.21", "127.0.0.1");
  await stage.follow(machine, userlist);
  await stage.follow(machine, install);
  await machine.run(`cat > /etc/pgbouncer/pgbouncer.ini <<'END'\n${ini}END`);
  return await stage.follow(machine, start, {
    values: { PASSWORD: "one-password", "10.0.0.21": "127.0.0.1" },
  });
}

/** Kills the pooler, and waits until systemd has started another one and the service is ready. */
export async function killPooler(machine: Machine): Promise<void> {
  await machine.run(`before=$(systemctl show --property MainPID --value pgbouncer)
    kill -9 $before
    until [ "$(systemctl show --property MainPID --value pgbouncer)" != $before ] && systemctl --quiet is-active pgbouncer; do
      sleep 0.2
    done
    curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz`);
}
