import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What the kernel accepts as the path of a socket: 107 bytes on Linux, 103 on macOS. */
const maxPathBytes = 103;

/** Returns the URL of a server over its socket in `folder`, or over TCP if the path is too long for a socket. */
export function throughSocket(tcpUrl: string, folder: string): string {
  const url = new URL(tcpUrl);
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${url.port}`)) > maxPathBytes) return tcpUrl;
  url.searchParams.set("host", folder);
  return url.href;
}

/**
 * Removes the sockets of servers that were killed. The caller has checked that no server runs. Postgres would refuse to
 * start if the process id in the lock file of a socket belongs to another program now.
 */
export function removeSockets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(".s.PGSQL.")) rmSync(join(folder, name), { force: true });
  }
}
