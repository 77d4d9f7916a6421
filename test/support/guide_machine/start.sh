#!/bin/bash
# Runs a script of commands as root on a machine of its own: with its own network, and with copies of the system's folders
# that are thrown away. Postgres runs there, and programs of this folder take the place of systemd, apt and npm.
#   start.sh SCRATCH ROOT SCRIPT
set -euo pipefail
scratch=$1 root=$2 script=$3
here=$(dirname "$(realpath "$0")")

ip link set lo up
mount --make-rprivate /
mkdir -p "$scratch" && mount -t tmpfs tmpfs "$scratch"
for folder in etc opt var usr/local; do
  mkdir -p "$scratch/$folder/upper" "$scratch/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$scratch/$folder/upper,workdir=$scratch/$folder/work" "/$folder"
done
mkdir -p /run/guide /run/postgresql && mount -t tmpfs tmpfs /run/guide
mount -t tmpfs -o mode=0777 tmpfs /run/postgresql
rm -rf /opt/appointment-booking /etc/appointment-booking
mkdir -p /etc/systemd/system /etc/default /etc/haproxy

export GUIDE_ROOT=$root PATH="$here:$PATH"
binaries=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
install -d -o postgres /run/guide/postgres
su postgres -c "$binaries/initdb -D /run/guide/postgres -A scram-sha-256 --auth-local=peer --pwfile=<(echo x) >/dev/null"
su postgres -c "$binaries/pg_ctl -D /run/guide/postgres -l /run/guide/postgres/log -w start >/dev/null"
status=0
bash -euo pipefail "$script" || status=$?
[ $status = 0 ] || cat /run/guide/*.log >&2
systemctl stop appointment-booking haproxy
su postgres -c "$binaries/pg_ctl -D /run/guide/postgres -m fast stop >/dev/null"
exit $status
