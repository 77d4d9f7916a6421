import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Stage } from "./stage.ts";
import {
  enterAuthority,
  type Machines,
  onEach,
  password,
  renewCertificates,
} from "./three_machines.ts";

const guide = "gateway/security/README.md";
const make = findParagraph(guide, "grep -qE '^(SESSION_SECRET|SECRETS_KEY)_PREVIOUS=.'");
const accept = findParagraph(guide, "if ! grep -qE");
const use = findParagraph(guide, "test -s secrets.new");
const end = findParagraph(guide, "operator secrets rotate &&");
const forChange = findParagraph(guide, "echo 'hostssl booking booking_change");
const bothOfRedis = findParagraph(guide, "REDISCLI_AUTH=OLD");
const useNew = findParagraph(guide, "sed -i -e 's,//booking:OLD@");
const oneOfRedis = findParagraph(guide, "REDISCLI_AUTH=NEW");
const newOfPostgres = findParagraph(guide, `(cd / && su postgres -c "psql -c \\"alter role`);
const useBooking = findParagraph(guide, "sed -i 's,//booking_change:NEW@");
const endChange = findParagraph(guide, `(cd / && su postgres -c "psql -c 'drop role`);
const certificateOfPostgres = findParagraph(guide, "install -o postgres");
const certificateOfRedis = findParagraph(guide, "install -o redis");
const folder = "/etc/appointment-booking";

/** Follows the guide up to the moment from which each machine uses the new secrets. Returns the output of the rotation. */
export async function rotateOnAll(stage: Stage, { services }: Machines): Promise<string> {
  const [first, ...others] = services;
  await stage.follow(first!, make);
  await first!.run(`cp -p ${folder}/secrets.new /run/guide/`);
  for (const other of others) await other.run(`cp -p /run/guide/secrets.new ${folder}/`);
  await onEach(stage, services, accept);
  await onEach(stage, services, use);
  return await first!.run("operator secrets rotate");
}

/** Follows the guide to the end of the old secrets. Returns what doctor says on the last machine. */
export async function endOldOnAll(stage: Stage, { services }: Machines): Promise<string> {
  let doctor = "";
  for (const machine of services) doctor = await stage.follow(machine, end);
  return doctor;
}

/** Follows the guide that replaces the passwords of Postgres and Redis. `check` is called after each step. */
export async function replacePasswords(
  stage: Stage,
  { postgres, proxy, services }: Machines,
  check: (step: string) => Promise<void>,
): Promise<void> {
  const values = { OLD: password, NEW: "another-password" };
  await stage.follow(postgres, forChange, { values });
  await stage.follow(proxy, bothOfRedis, { values });
  await check("Redis takes both passwords");
  await onEach(stage, services, useNew, values);
  await check("the services use the new ones");
  await stage.follow(proxy, oneOfRedis, { values });
  await stage.follow(postgres, newOfPostgres, { values });
  await check("the old ones have ended");
  await onEach(stage, services, useBooking, values);
  await stage.follow(postgres, endChange, { values });
  await check("the role for the change has ended");
}

/** Returns what Postgres and Redis say to the old password. */
export async function tryOldPasswords({ services: [machine] }: Machines): Promise<string> {
  return await machine!.run(`cd /
    psql 'postgresql://booking:${password}@10.0.0.21/booking?sslmode=require' -c 'select 1' 2>&1 || true
    REDISCLI_AUTH=${password} redis-cli -h 10.0.0.31 --tls --insecure ping 2>&1 || true`);
}

/** Follows the guide that replaces the certificates of Postgres and Redis. */
export async function replaceCertificates(
  stage: Stage,
  { postgres, proxy }: Machines,
): Promise<void> {
  await renewCertificates(postgres);
  await stage.follow(postgres, certificateOfPostgres);
  await enterAuthority(proxy);
  await stage.follow(proxy, certificateOfRedis);
}

/** Returns the serial numbers of the certificates that Postgres and Redis show. */
export async function certificateNumbers({ services: [machine] }: Machines): Promise<string[]> {
  const show = (address: string, options = "") =>
    `(openssl s_client -connect ${address} ${options} < /dev/null 2> /dev/null || true) | openssl x509 -noout -serial`;
  const output = await machine!.run(
    `${show("10.0.0.21:5432", "-starttls postgres")}\n${show("10.0.0.31:6379")}`,
  );
  return output.trim().split("\n");
}
