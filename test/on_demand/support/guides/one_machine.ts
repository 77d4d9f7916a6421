import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import { install, type Stage, type Values } from "./stage.ts";

const guide = "gateway/README.md";
/** The secrets of a service, which all machines share. */
export const secrets = findParagraph(
  guide,
  "cat >> /etc/appointment-booking/service.env <<END\nPUBLIC_URL=",
);
/** The Postgres of a machine, and the settings of a service on the same machine. */
const database = findParagraph(guide, "apt-get install -y postgresql haproxy");
const start = findParagraph(guide, "systemctl enable --now appointment-booking ");
const proxy = findParagraph(guide, "cat >> /etc/default/haproxy");
const fromId = findParagraph(
  "gateway/deployment/README.md",
  "journalctl -u haproxy | grep -F -e ID",
);
const firstBooking = findParagraph(guide, "operator organization create --name");

/** Follows the guide for one machine up to the first booking. Returns the output of its last commands. */
export async function setUpOneMachine(stage: Stage, machine: Machine): Promise<string> {
  await install(stage, machine);
  await stage.follow(machine, secrets);
  await addDatabase(stage, machine);
  await stage.follow(machine, start);
  // On a busy computer the start takes longer than the unit waits.
  await machine.run(
    "curl -fsS --retry 300 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz",
  );
  await stage.follow(machine, proxy);
  return await book(stage, machine);
}

/** Follows the guide for the Postgres of one machine. */
export async function addDatabase(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, database, { values: { PASSWORD: "one-password" } });
}

/** Follows the guide from an organization to its first booking. The key is in /run/key. */
export async function book(
  stage: Stage,
  machine: Machine,
  values: Values = {},
): Promise<string> {
  return await stage.follow(machine, firstBooking, {
    values: {
      ...values,
      "     # prints the key": " | tee /run/key",
      "X-API-Key: KEY": "X-API-Key: $(grep -o 'mk_live_[A-Za-z0-9_-]*' /run/key)",
    },
  });
}

/** Follows the guide from the id of a refused request to its lines. Returns the lines of the proxy and of the service. */
export async function findRefusal(stage: Stage, machine: Machine): Promise<string[]> {
  const id = await machine.run(
    "curl -s -o /dev/null -D - http://127.0.0.1/api/v1/departments | sed -n 's/^x-request-id: *//Ip' | tr -d '\\r\\n'",
  );
  // The journal has a line a moment after the answer.
  await machine.run(`until [ "$(journalctl | grep -c '${id}')" -ge 2 ]; do sleep 0.2; done`);
  const lines = await stage.follow(machine, fromId, { values: { ID: id } });
  return lines.trim().split("\n");
}
