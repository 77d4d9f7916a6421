import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const howToMend: Record<string, string> = {
  EADDRINUSE:
    "something listens there already. Stop it, or set PORT to another port (0: a free one)",
  EACCES: "this user may not use the port. Set PORT to one above 1023",
  EADDRNOTAVAIL: "this machine does not have that address. Set HOST to 127.0.0.1 or 0.0.0.0",
  ENOTFOUND: "the host name is unknown. Set HOST to 127.0.0.1 or 0.0.0.0",
  EAI_AGAIN: "the host name cannot be looked up. Set HOST to 127.0.0.1 or 0.0.0.0",
};

// A burst of new connections beyond Node's 511 would lose packets and wait whole seconds to try again.
const backlog = 4096;

/** Opens the port and returns `http://HOST:PORT`. Throws "Cannot listen …" with how to mend it. */
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
    const why = howToMend[code ?? ""] ?? message;
    throw new Error(`Cannot listen on http://${name}:${port}: ${why}`, { cause: error });
  }
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

/** The same where it can be called from this machine: a wildcard address cannot be. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
