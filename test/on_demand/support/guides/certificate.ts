import { findParagraph } from "../../../support/guide_machine/commands.ts";
import type { Machine } from "../../../support/guide_machine/machine.ts";
import type { Stage } from "./stage.ts";

const guide = "gateway/deployment/README.md";
const own = findParagraph(guide, "install -m 0600 /dev/null /etc/haproxy/booking.pem");
const load = findParagraph(guide, "echo BOOKING_CERTIFICATE=");
const renewals = findParagraph(guide, "install -D -m 0755");
const cells = findParagraph(guide, "cat > /etc/haproxy/cells.map");
const secondCell = findParagraph(
  guide,
  "cp /opt/appointment-booking/gateway/deployment/haproxy-cell.cfg",
);
const lineage = "/etc/letsencrypt/live/book.example.com";

/** Makes an authority with another one below it. Programs of the machine trust it, and find the name of the site. */
export async function makeAuthority(machine: Machine): Promise<void> {
  await machine.run(`mkdir /root/authority && cd /root/authority
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
      -subj '/CN=Root' -keyout root.key -out root.pem
    openssl req -x509 -CA root.pem -CAkey root.key -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
      -subj '/CN=Between' -keyout between.key -out chain.pem
    cat root.pem >> /etc/ssl/certs/ca-certificates.crt
    echo '127.0.0.1 book.example.com' >> /etc/hosts`);
}

/** Makes a certificate of the site. */
export async function makeCertificate(machine: Machine, days: number): Promise<void> {
  await machine.run(`cd /root/authority
    openssl req -x509 -CA chain.pem -CAkey between.key -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
      -days ${days} -subj /CN=book.example.com -addext subjectAltName=DNS:book.example.com \
      -addext basicConstraints=critical,CA:false -keyout key.pem -out certificate.pem`);
}

/** Follows the guide to https with a certificate of an own authority. Returns the answer of the site. */
export async function useOwnCertificate(stage: Stage, machine: Machine): Promise<string> {
  await machine.run("cd /root/authority");
  await stage.follow(machine, own);
  return await stage.follow(machine, load);
}

/** Follows the guide to the renewals of an ACME client, whose files take the place of one. */
export async function addRenewals(stage: Stage, machine: Machine): Promise<void> {
  await writeLineage(machine);
  await stage.follow(machine, renewals);
}

/** Renews the certificate as an ACME client does: it writes the files, and runs the hooks. */
export async function renew(machine: Machine): Promise<void> {
  await writeLineage(machine);
  await machine.run(
    `for hook in /etc/letsencrypt/renewal-hooks/deploy/*; do RENEWED_LINEAGE=${lineage} $hook; done`,
  );
}

/** Returns when the certificate that the site shows ends, in seconds since 1970. */
export async function shownEnd(machine: Machine): Promise<number> {
  return Number(
    await machine.run(
      `date +%s -d "$(openssl s_client -connect book.example.com:443 -verify_return_error \
      -servername book.example.com -CAfile /root/authority/root.pem < /dev/null 2> /dev/null |
      openssl x509 -noout -enddate | cut -d= -f2)"`,
    ),
  );
}

/** Returns when the certificate ends by the metric of the service, from which the alert is made. */
export async function measuredEnd(machine: Machine): Promise<number> {
  return Number(
    await machine.run(
      `curl -fsS http://127.0.0.1:9464/metrics |
        awk '/^appointment_certificate_end_timestamp_seconds{of="public_url"} / { print $2 }'`,
    ),
  );
}

/** Follows the guide to a proxy of two cells. */
export async function addCells(stage: Stage, machine: Machine): Promise<void> {
  await stage.follow(machine, cells);
  await stage.follow(machine, secondCell);
}

async function writeLineage(machine: Machine): Promise<void> {
  await machine.run(`install -d ${lineage} && cd /root/authority
    cat certificate.pem chain.pem > ${lineage}/fullchain.pem && cp key.pem ${lineage}/privkey.pem`);
}
