import { isAt, type Paragraph, paragraphs, type Place } from "./commands.ts";

const backup = "gateway/backup/README.md";
const deployment = "gateway/deployment/README.md";
const hosts = "gateway/persistence/hosts/README.md";
const limits = "gateway/limits/README.md";
const migrations = "migrations/README.md";
const persistence = "gateway/persistence/README.md";
const reporting = "gateway/persistence/reporting/README.md";
const security = "gateway/security/README.md";
const service = "gateway/README.md";
const tracing = "gateway/tracing/README.md";

/** The paragraphs that `npm run prove` runs, by the beginning of the name of the proof. */
export const proofs: Readonly<Record<string, readonly Place[]>> = {
  guides: [
    [service, "cat >> /etc/appointment-booking/service.env <<END\nPUBLIC_URL="],
    [service, "apt-get install -y postgresql haproxy"],
    [service, "systemctl enable --now appointment-booking "],
    [service, "cat >> /etc/default/haproxy"],
    [service, "operator organization create --name"],
    [deployment, "journalctl -u haproxy | grep -F -e ID"],
    [service, "systemctl enable --now appointment-booking-worker"],
    [deployment, "git clone URL /opt/appointment-booking &&"],
    [deployment, "cp /opt/appointment-booking/gateway/deployment/systemd/*.timer"],
    [deployment, "systemctl stop 'appointment-booking*'"],
    [
      deployment,
      "install -d -m 0700 -o appointment-booking -g appointment-booking /var/backups/appointment-booking &&",
    ],
    [deployment, "cd / && su postgres -c 'psql -v ON_ERROR_STOP=1 booking'"],
    [deployment, "find /etc/systemd/system -name 'appointment-booking*'"],
    [deployment, "rm -f /etc/haproxy/haproxy.cfg"],
    [deployment, "nft delete table"],
    [deployment, "apt-get install -y nftables"],
    [deployment, "install -m 0644 /opt/appointment-booking/gateway/deployment/nftables.conf"],
    [deployment, "nft --check"],
    [backup, "operator restore --from"],
    [backup, "systemctl start appointment-booking-task@erasures"],
    [backup, "cp -p /root/erasures.json"],
    [service, "systemctl stop 'appointment-booking*'"],
    [service, 'operator backup --to "/var'],
    [service, "operator restore --from"],
    [service, "systemctl list-unit-files --state=enabled"],
    [backup, "systemctl enable appointment-booking &&"],
    [security, "if grep -qE '^(SESSION_SECRET|SECRETS_KEY)_PREVIOUS=.'"],
    [security, "operator secrets rotate &&"],
    [service, "openssl req -x509"],
    [service, "apt-get install -y postgresql\n"],
    [service, "install -o postgres -g postgres -m 0600 db.key"],
    [service, "apt-get install -y redis-server haproxy"],
    [service, "install -m 0644 ca.pem"],
    [service, "sed -i '/^  server b"],
    [service, "echo WEBHOOK_WORKER=false"],
    [deployment, "until curl -fsS http://10.0.0.11:3000/readyz"],
    [deployment, "systemctl reload haproxy "],
    [deployment, "install -m 0600 /dev/null /etc/haproxy/booking.pem"],
    [deployment, "echo BOOKING_CERTIFICATE="],
    [deployment, "apt-get install -y haproxy git"],
    [deployment, "apt-get install -y keepalived"],
    [deployment, "systemctl disable --now keepalived"],
    [deployment, "apt-get install -y redis-server redis-sentinel"],
    [deployment, "echo 'replicaof"],
    [deployment, "cat >> /etc/redis/sentinel.conf"],
    [deployment, "REDISCLI_AUTH=SECRET redis-cli -h 10.0.0.1 -p 26379 sentinel ckquorum"],
    [hosts, "apt-get install -y patroni"],
    [hosts, "systemctl restart etcd"],
    [hosts, "install -o postgres -g postgres -m 0600 config.yml"],
    [backup, "patronictl -c /etc/patroni/config.yml show-config"],
    [backup, "patronictl -c /etc/patroni/config.yml edit-config booking --apply"],
    [deployment, "cat > /etc/haproxy/cells.map"],
    [deployment, "cp /opt/appointment-booking/gateway/deployment/haproxy-cell.cfg"],
    [deployment, "install -D -m 0755"],
    [persistence, "cat >> /etc/appointment-booking/service.env"],
    [persistence, 'cd / && su postgres -c "psql -Atc'],
    [persistence, "apt-get install -y pgbouncer"],
    [deployment, "cat >> /etc/appointment-booking/service.env <<'END'\nREPORTING"],
    [deployment, "operator migrate"],
    [migrations, "systemctl stop appointment-booking-worker  "],
    [migrations, "systemctl stop appointment-booking  "],
    [migrations, "systemctl stop appointment-booking\n"],
    [migrations, "systemctl stop appointment-booking-worker\n"],
    [migrations, "for file in haproxy"],
    [security, "grep -qE '^(SESSION_SECRET|SECRETS_KEY)_PREVIOUS=.'"],
    [security, "if ! grep -qE"],
    [security, "test -s secrets.new"],
    [security, "echo 'hostssl booking booking_change"],
    [security, "REDISCLI_AUTH=OLD"],
    [security, "sed -i -e 's,//booking:OLD@"],
    [security, "REDISCLI_AUTH=NEW"],
    [security, '(cd / && su postgres -c "psql -c \\"alter role'],
    [security, "sed -i 's,//booking_change:NEW@"],
    [security, `(cd / && su postgres -c "psql -c 'drop role`],
    [security, "install -o postgres"],
    [security, "install -o redis"],
  ],
  recovery: [
    [backup, "cat > /etc/pgbackrest.conf"],
    [backup, "cat > /etc/postgresql/15/main/conf.d/archive.conf"],
    [backup, "sed -i 's,/var/lib/postgresql"],
    [backup, "patronictl -c /etc/patroni/config.yml edit-config booking --force"],
    [backup, "su postgres -c 'pgbackrest --stanza=booking stanza-create'"],
    [backup, "systemctl stop 'appointment-booking*'"],
    [backup, "pg_ctlcluster 15 main stop"],
    [backup, "systemctl stop patroni"],
    [backup, `su postgres -c "pgbackrest --stanza=booking --type=time`],
    [backup, "su postgres -c 'pgbackrest --stanza=booking --delta restore'"],
    [backup, "pg_ctlcluster 15 main start"],
    [backup, "tail -n 20 /var/log/postgresql/recovery.log"],
    [backup, "systemctl start patroni"],
    [backup, "su postgres -c 'psql -v ON_ERROR_STOP=1"],
    [backup, "systemctl list-unit-files --state=enabled"],
  ],
};

const otherCommands = "the same steps run in another proof or test, with other commands";
const clone = "for a clone of a developer; the tests of these commands run them with other words";
const docker = "needs Docker";
const settings = "settings and no commands";

/** The paragraphs that no proof runs as they are printed, by the reason. */
export const notRun: Readonly<Record<string, readonly Place[]>> = {
  [settings]: [
    [deployment, "REDIS_URL=sentinel"],
    [hosts, "DATABASE_URL="],
    [reporting, "REPORTING_DATABASE_URL="],
  ],
  [clone]: [
    [service, "npm run admin -- --help"],
    [service, "npm run admin -- backup"],
    [backup, "npm run admin -- backup"],
    [backup, "DATA_DIR=.restored"],
    [backup, "npm run admin -- erasure repeat"],
    [tracing, "OTEL_EXPORTER"],
  ],
  [otherCommands]: [
    [deployment, 'echo "west.booking.example'],
    [deployment, "operator organization close --id 2,4"],
    [limits, "REDISCLI_AUTH=PASSWORD redis-cli --cluster"],
    [hosts, "patronictl"],
    [reporting, "pg_basebackup"],
    [reporting, "export DATABASE_URL"],
    [reporting, "psql -h 127.0.0.1"],
  ],
  [docker]: [
    [deployment, "install -d -m 0700 -o 1000"],
    [deployment, "cat > /etc/cron.d/booking-backup"],
    [deployment, "docker build"],
    [deployment, "printf '%s' PASSWORD > postgres_password"],
    [deployment, "docker compose"],
  ],
  "needs an authority and a public name": [
    [deployment, "apt-get install -y certbot"],
    [deployment, "certbot delete"],
  ],
  "runs at a time of the day": [[backup, "cat > /etc/cron.d/booking-base-backup"]],
};

/** Single commands of paragraphs that run, in whose place a program of this folder runs, by the reason. */
const standIns: Readonly<Record<string, RegExp>> = {
  "the packages of Debian are on the machine": /^apt-get install /,
  "there is no registry: the packages of npm are linked": /^npm (ci|install) /,
};

/** How many commands of the guides for operators a proof runs as they are printed. */
export function countCommands(): { all: number; run: number; notRun: Record<string, number> } {
  const counts: Record<string, number> = {};
  const count = (reason: string, commands: readonly string[]) => {
    if (commands.length > 0) counts[reason] = (counts[reason] ?? 0) + commands.length;
  };
  for (const [reason, places] of Object.entries(notRun)) {
    count(reason, allAt(places).flatMap(({ commands }) => commands));
  }
  const inProofs = allAt(Object.values(proofs).flat()).flatMap(({ commands }) => commands);
  for (const [reason, form] of Object.entries(standIns)) {
    count(reason, inProofs.filter((command) => form.test(command)));
  }
  const all = paragraphs.flatMap(({ commands }) => commands).length;
  const others = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { all, run: all - others, notRun: counts };
}

/** Returns the paragraphs at some places. */
function allAt(places: readonly Place[]): readonly Paragraph[] {
  return paragraphs.filter((one) => places.some((place) => isAt(one, place)));
}
