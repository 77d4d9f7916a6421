import { findParagraph, type Paragraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import { type Load, makeCallers, startLoad } from "./load.ts";
import { book, secrets } from "./one_machine.ts";
import { addWorker, signInAndAddWebhook } from "./rotate.ts";
import { install, type Stage, type Values } from "./stage.ts";

const guide = "gateway/README.md";
const deployment = "gateway/deployment/README.md";
const authority = findParagraph(guide, "openssl req -x509");
const installPostgres = findParagraph(guide, "apt-get install -y postgresql\n");
const openPostgres = findParagraph(guide, "install -o postgres -g postgres -m 0600 db.key");
const proxyAndRedis = findParagraph(guide, "apt-get install -y redis-server haproxy");
const service = findParagraph(guide, "install -m 0644 ca.pem");
const furtherService = findParagraph(guide, "sed -i '/^  server b");
const noDelivery = findParagraph(guide, "echo WEBHOOK_WORKER=false");
const restart = findParagraph(deployment, "until curl -fsS http://10.0.0.11:3000/readyz");
const reload = findParagraph(deployment, "systemctl reload haproxy ");
const env = "/etc/appointment-booking/service.env";
/** The address of the proxy. */
const site = "http://10.0.0.31";

/** The password of Postgres and of Redis. */
export const password = "one-password";
const values = { PASSWORD: password, " URL ": " file:///run/guide/repository " };

/** The machines of the guide, with Postgres on one of its own. */
export interface Machines {
  postgres: Machine;
  proxy: Machine;
  services: Machine[];
  /** The machines that only deliver. */
  workers: Machine[];
}

/** Follows the guide for three machines. Returns them and the output of the first booking. */
export async function setUpThreeMachines(stage: Stage): Promise<Machines & { booking: string }> {
  const postgres = await stage.machine("10.0.0.21");
  await makeCertificates(stage, postgres);
  await stage.follow(postgres, installPostgres, { values });
  await enterAuthority(postgres);
  await stage.follow(postgres, openPostgres, { values });
  const proxy = await stage.machine("10.0.0.31");
  await enterAuthority(proxy);
  await stage.follow(proxy, proxyAndRedis, { values });
  const machines: Machines = { postgres, proxy, services: [], workers: [] };
  const first = await addService(stage, machines, "10.0.0.11");
  await addService(stage, machines, "10.0.0.12");
  const booking = await book(stage, first, { "http://127.0.0.1": site });
  return { ...machines, booking };
}

/** Follows the guide to one more machine that serves. */
async function addService(stage: Stage, machines: Machines, address: string): Promise<Machine> {
  const machine = await addMachine(stage, machines, address);
  machines.services.push(machine);
  return machine;
}

/** Follows the guide to one more machine with the service, but for commands that begin with a text of `without`. */
async function addMachine(
  stage: Stage,
  { services }: Machines,
  address: string,
  without: readonly string[] = [],
): Promise<Machine> {
  const machine = await stage.machine(address);
  await install(stage, machine);
  if (services[0]) {
    await machine.run(`cat > ${env} <<'END'\n${await services[0].run(`cat ${env}`)}END`);
  } else await stage.follow(machine, secrets);
  // Nobody answers for names here, and a delivery that is refused at once keeps no thread waiting.
  await machine.run("echo '10.0.0.5 example.com' >> /etc/hosts");
  await enterAuthority(machine);
  await stage.follow(machine, service, {
    values: { ...values, ...ownAddress(machine) },
    without,
  });
  return machine;
}

/** Starts a load on an address of the proxies, with a session of the owner and a webhook for a receiver. */
export async function startLoadOn(
  { network }: Stage,
  { services: [first], booking }: Machines & { booking: string },
  { url = site, receiver }: { url?: string; receiver?: string } = {},
): Promise<Load & { ask: string }> {
  const [, password = ""] = /^owner password +(\S+)/m.exec(booking)!;
  const { cookie, ask } = await signInAndAddWebhook(first!, password, { site: url, receiver });
  return { ...startLoad(network, url, await makeCallers(first!, cookie)), ask };
}

/** Follows the guide to a further service, and to a worker on a machine. */
export async function addThirdService(stage: Stage, machines: Machines): Promise<void> {
  const third = await addService(stage, machines, "10.0.0.13");
  await stage.follow(machines.proxy, furtherService);
  await onEach(stage, machines.services, noDelivery);
  await addWorker(stage, third);
}

/** Follows the guide to a machine that only delivers. No service delivers any more. */
export async function addWorkerMachine(stage: Stage, machines: Machines): Promise<void> {
  const starts = ["systemctl enable appointment-booking ", "until curl", "curl "];
  const machine = await addMachine(stage, machines, "10.0.0.13", starts);
  await onEach(stage, machines.services, noDelivery);
  await addWorker(stage, machine);
  machines.workers.push(machine);
}

/** Returns how many deliveries the service and the worker of a machine have attempted since their starts. */
export async function countAttempts(machine: Machine, of: "service" | "worker"): Promise<number> {
  const port = of === "service" ? 9464 : 9465;
  return Number(
    await machine.run(`curl -fsS http://127.0.0.1:${port}/metrics |
      awk '/^appointment_webhook_attempts_total/ { sum += $2 } END { print sum + 0 }'`),
  );
}

/** Follows the guide to a restart on one machine after the other. */
export async function restartAll(stage: Stage, { services }: Machines): Promise<void> {
  await onEach(stage, services, restart);
}

/** Follows the guide that gives the proxy its file again. */
export async function reloadProxy(stage: Stage, { proxy }: Machines): Promise<void> {
  await stage.follow(proxy, reload);
}

/** Follows the guide on one machine after the other, each with its own address. */
export async function onEach(
  stage: Stage,
  machines: readonly Machine[],
  paragraph: Paragraph,
  values: Values = {},
): Promise<void> {
  for (const machine of machines) {
    await stage.follow(machine, paragraph, { values: { ...values, ...ownAddress(machine) } });
  }
}

/** Makes the authority, and a certificate for each server. The folder of the authority takes the place of copies. */
async function makeCertificates(stage: Stage, machine: Machine): Promise<void> {
  await machine.run("mkdir /run/guide/authority && cd /run/guide/authority");
  await stage.follow(machine, authority);
}

/** Makes new certificates by the guide's commands, with the authority of before. */
export async function renewCertificates(machine: Machine): Promise<void> {
  await enterAuthority(machine);
  await machine.run(authority.commands[1]!);
}

/** The guide says that a machine has the files. */
export async function enterAuthority(machine: Machine): Promise<void> {
  await machine.run("cd /run/guide/authority");
}

/** Returns the ids of the stored bookings of the load. */
export async function listStored({ postgres }: Machines): Promise<number[]> {
  const output = await postgres.run(`cd / && su postgres -c 'psql -At booking' <<'END'
select id from appointments where name like 'booking %'
END`);
  return output.trimEnd().split("\n").map(Number);
}

/** The guides print the commands of the first service. */
function ownAddress({ address }: Machine): Values {
  return { "HOST=10.0.0.11": `HOST=${address}`, "http://10.0.0.11:": `http://${address}:` };
}
