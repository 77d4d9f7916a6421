import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const advice: Record<string, string> = {
  EADDRINUSE:
    "the port is already in use. Stop that process, or set PORT to another port (0 selects a free one)",
  EACCES: "this user may not use the port. Set PORT to a port above 1023",
  EADDRNOTAVAIL: "this machine does not have this address. Set HOST to 127.0.0.1 or 0.0.0.0",
  ENOTFOUND: "the host name is unknown. Set HOST to 127.0.0.1 or 0.0.0.0",
  EAI_AGAIN: "the host name cannot be resolved. Set HOST to 127.0.0.1 or 0.0.0.0",
};

// Node's default is 511. Beyond it, a burst of new connections loses packets and waits seconds for a retry.
const backlog = 4096;

/** Opens the port and returns `http://HOST:PORT`. Throws "Cannot listen …" with the reason and how to fix it. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  const name = host.includes(":") ? `[${host}]` : host;
  try {
    server.listen({ host, port, backlog });
    await once(server, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = advice[code ?? ""] ?? message;
    throw new Error(`Cannot listen on http://${name}:${port}: ${why}`, { cause: error });
  }
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

/** Returns the URL for callers on this machine: replaces a wildcard address by the loopback address. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
