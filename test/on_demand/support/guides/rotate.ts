import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/security/README.md";
const rotate = findParagraph(guide, "if grep -qE '^(SESSION_SECRET|SECRETS_KEY)_PREVIOUS=.'");
const end = findParagraph(guide, "operator secrets rotate &&");
const startWorker = findParagraph(
  "gateway/README.md",
  "systemctl enable --now appointment-booking-worker",
);
const json = "-H 'Content-Type: application/json'";

/** Follows the guide up to the moment from which new data is signed and encrypted with the new secrets. */
export async function rotateSecrets(stage: Stage, machine: Machine): Promise<string> {
  return await stage.follow(machine, rotate);
}

/** Follows the rest of the guide: the old secrets end. */
export async function endOldSecrets(stage: Stage, machine: Machine): Promise<string> {
  return await stage.follow(machine, end);
}

/** Follows the guide to a machine that delivers. */
export async function addWorker(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, startWorker);
}

/** Returns the present run of the service and of the worker. A restart changes both. */
export async function runsOf(machine: Machine): Promise<string[]> {
  const output = await machine.run(
    "systemctl show --property InvocationID --value appointment-booking appointment-booking-worker",
  );
  return output.split("\n").filter((line) => line !== "");
}

/**
 * Makes what the secrets protect: a session of the owner, and a webhook. Returns the cookie, and a command that asks with
 * the session.
 */
export async function signInAndAddWebhook(
  machine: Machine,
  password: string,
  { site = "http://127.0.0.1:3000", receiver = "https://example.com/" }: {
    site?: string;
    receiver?: string | undefined;
  } = {},
): Promise<{ cookie: string; ask: string }> {
  const signIn = async (withPassword: string) => {
    const body = JSON.stringify({ email: "owner@example.com", password: withPassword });
    const headers = await machine.run(
      `curl -fsS -D - -o /dev/null ${json} -d '${body}' ${site}/api/staff/session`,
    );
    return /^set-cookie: ([^;]+)/im.exec(headers)![1]!;
  };
  const newPassword = "a password of a proof";
  const change = JSON.stringify({ currentPassword: password, newPassword });
  await machine.run(`curl -fsS -H 'Cookie: ${await signIn(password)}' ${json} -d '${change}' \
    ${site}/trpc/session.changePassword`);
  const cookie = await signIn(newPassword);
  const asOwner = `-H 'Cookie: ${cookie}'`;
  const webhook = JSON.stringify({ url: receiver, events: ["APPOINTMENT_CREATED"] });
  await machine.run(
    `curl -fsS ${asOwner} ${json} -H 'Idempotency-Key: webhook' -d '${webhook}' ${site}/api/staff/webhooks`,
  );
  const ask = `curl -sS -o /dev/null -w '%{http_code}' ${asOwner} ${site}/api/staff/webhooks`;
  return { cookie, ask };
}

/** Runs a command of the operator with the secrets of some settings of before. Returns its output, also if it fails. */
export async function withSettings(
  machine: Machine,
  settings: string,
  command: string,
): Promise<string> {
  const file = "/etc/appointment-booking/service.env";
  return await machine.run(`cp -p ${file} /root/service.env
    cat > ${file} <<'END'\n${settings}END
    ${command} 2>&1 || true
    mv /root/service.env ${file}`);
}
