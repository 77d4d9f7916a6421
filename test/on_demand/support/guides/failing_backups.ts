import { setTimeout as delay } from "node:timers/promises";
import type { Machine } from "../../../support/guide_machine/machine.ts";

const folder = "/var/backups/appointment-booking";
const task = "appointment-booking-task@backup";
const env = "/etc/appointment-booking/service.env";

/** A reason why the backup of the timer fails. */
export interface BackupFault {
  /** Runs before the backup starts. */
  before?: string;
  /** Makes the fault. With `isMidway` it is made while the backup reads its rows. */
  begin: string;
  /** Removes its cause. */
  end: string;
  /** What the journal says. */
  says: RegExp;
  isMidway?: boolean;
}

const hasEnded = `[ "$(systemctl is-active ${task})" != activating ]`;
const startPostgres = `systemctl start postgresql@15-main
curl -fsS --retry 60 --retry-delay 1 --retry-all-errors -o /dev/null http://127.0.0.1:3000/readyz`;
const dropIn = `/run/systemd/system/${task}.service.d`;
/** The process of Postgres that reads the rows of the backup. */
const reader = "$(pgrep -f '[p]ostgres: .*booking.* COPY')";

/** The faults, by name. */
export const backupFaults: Readonly<Record<string, BackupFault>> = {
  "full disk": {
    // Some files of the backup still find a place.
    begin: `cat /dev/zero > ${folder}/other 2> /dev/null || true
      truncate --size=-65536 ${folder}/other`,
    end: `rm ${folder}/other`,
    says: /Cannot back up: the disk is full\. Free some space/,
  },
  "Postgres stopped": {
    begin: "systemctl stop postgresql@15-main",
    end: startPostgres,
    says: /Cannot back up: the connection was refused\. Start Postgres there/,
  },
  "Postgres stopped midway": {
    begin: "systemctl stop postgresql@15-main",
    end: startPostgres,
    says: /Cannot back up: .* Check that the server runs/,
    isMidway: true,
  },
  "wrong password": {
    begin: `sed -i.right 's,//booking:[^@]*@,//booking:WRONG@,' ${env}`,
    end: `mv ${env}.right ${env}`,
    says: /Cannot back up: the user name or the password is wrong\. Correct DATABASE_URL/,
  },
  "killed midway": {
    begin: `systemctl kill --signal=KILL ${task}`,
    end: "true",
    says: /code=killed, status=9\/KILL/,
    isMidway: true,
  },
  "hanging midway": {
    before: `systemctl show --property TimeoutStartUSec ${task} | grep -v infinity
      install -d ${dropIn}
      printf '[Service]\\nTimeoutStartSec=30\\n' > ${dropIn}/short.conf
      systemctl daemon-reload`,
    begin: `kill -STOP ${reader}`,
    end: `kill -KILL ${reader}
      rm -r ${dropIn} && systemctl daemon-reload
      ${startPostgres}`,
    says: /start operation timed out/,
    isMidway: true,
  },
};

/** What a machine has of backups. */
export interface Backups {
  /** The folders of complete backups. */
  complete: string[];
  /** The sum of the list of erasures. */
  erasures: string;
}

/** Returns what a machine has of backups. Throws if a complete one is damaged. */
export async function readBackups(machine: Machine): Promise<Backups> {
  const complete = await machine.run(
    `for sums in ${folder}/20*/SHA256SUMS; do
      (cd "$(dirname "$sums")" && sha256sum --check --quiet SHA256SUMS && pwd)
    done`,
  );
  return {
    complete: complete.trimEnd().split("\n"),
    erasures: await machine.run(`sha256sum ${folder}/erasures.json`),
  };
}

/**
 * Lets a machine have a history: its last backup was 27 hours ago, and it has one that is 20 days old. The folder gets a
 * small disk of its own.
 */
export async function giveHistory(machine: Machine): Promise<void> {
  await machine.run(`cd /
cp -a ${folder} /root/backups
mount -t tmpfs -o size=16m,mode=0700 tmpfs ${folder}
chown appointment-booking:appointment-booking ${folder}
cp -a /root/backups/. ${folder}/
old=${folder}/$(date -u -d '20 days ago' +%Y-%m-%dT%H-%M-%SZ)
cp -a "$(dirname ${folder}/20*/SHA256SUMS)" $old
touch -d '20 days ago' $old
su postgres -c 'psql -qv ON_ERROR_STOP=1 booking' <<'END'
update backup_marks set taken_at = now() - interval '27 hours';
END`);
}

/** Makes each backup take minutes at one table, or ends this. */
export async function setSlow(machine: Machine, isSlow: boolean): Promise<void> {
  await machine.run(`cd / && su postgres -c 'psql -qv ON_ERROR_STOP=1 booking' <<'END'
${
    isSlow
      ? `create table slow_rows as select generate_series(1, 100000) as n;
alter table slow_rows owner to booking;
alter table slow_rows enable row level security, force row level security;
create policy slowly on slow_rows using (pg_sleep(0.01) is not null);`
      : "drop table slow_rows;"
  }
END`);
}

/** Runs the task of the timer with a fault. Returns the state of its unit, and what the journal has of this run. */
export async function failToBackUp(
  machine: Machine,
  { before = "true", begin, end, isMidway = false }: BackupFault,
): Promise<{ state: string; log: string }> {
  if (!isMidway) await machine.run(`${begin}\nsystemctl start ${task} || true`);
  else {
    await machine.run(`${before}\ntouch /run/before\nsystemctl start --no-block ${task}`);
    await waitFor(machine, `find ${folder} -name slow_rows.copy.zst -newer /run/before | grep .`);
    await machine.run(begin);
  }
  await waitFor(machine, hasEnded);
  const output = await machine.run(`systemctl is-active ${task} || true
    journalctl -u 'appointment-booking-task@*' --no-pager --output cat --lines 6`);
  await machine.run(end);
  const [state = "", ...log] = output.split("\n");
  return { state, log: log.join("\n") };
}

/** Runs the task that lists erasures on a full disk. Returns the state of its unit. */
export async function failToListErasures(machine: Machine): Promise<string> {
  return await machine.run(`cat /dev/zero > ${folder}/other 2> /dev/null || true
systemctl start appointment-booking-task@erasures || true
systemctl is-active appointment-booking-task@erasures || true
rm ${folder}/other`);
}

/** Lets the timer of the backups elapse every 5 seconds until there is one more complete backup. */
export async function waitForTimer(machine: Machine): Promise<void> {
  const { complete } = await readBackups(machine);
  const settings = "/run/systemd/system/appointment-booking-backup.timer.d";
  await machine.run(`install -d ${settings}
cat > ${settings}/soon.conf <<'END'
[Timer]
OnCalendar=
OnCalendar=*-*-* *:*:00/5
RandomizedDelaySec=0
AccuracySec=1
END
systemctl daemon-reload && systemctl restart appointment-booking-backup.timer`);
  await waitFor(machine, `ls ${folder}/20*/SHA256SUMS | grep -vF '${complete.join("\n")}'`);
  await machine.run(`rm -r ${settings}
systemctl daemon-reload && systemctl restart appointment-booking-backup.timer`);
  await waitFor(machine, hasEnded);
}

/** Returns the time of the last backup by the metric and by the status page, in whole seconds since 1970. */
export async function lastBackupTimes(
  machine: Machine,
): Promise<{ metric: number; status: number }> {
  // The metric is read again after 5 minutes, or a start.
  await machine.run("systemctl restart appointment-booking");
  const metric = await machine.run(
    `curl -fsS http://127.0.0.1:9464/metrics | awk '/^appointment_last_backup_timestamp_seconds/ { print $2 }'`,
  );
  const status = JSON.parse(
    await machine.run("curl -fsS -H 'Accept: application/json' http://127.0.0.1:3000/status"),
  );
  return {
    metric: Math.floor(Number(metric)),
    status: Math.floor(Date.parse(status.database.lastBackupAt) / 1000),
  };
}

async function waitFor(machine: Machine, command: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isDone = await machine.run(`if ${command} > /dev/null 2>&1; then echo yes; fi`);
    if (isDone !== "") return;
    await delay(200);
  }
  throw new Error(`This did not become true within a minute: ${command}`);
}
