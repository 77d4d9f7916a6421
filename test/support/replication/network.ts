import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between clients and one server of this machine, which a test can take away. */
export interface Network extends AsyncDisposable {
  /** Where clients reach the server through it. */
  port: number;
  /** From now on nothing passes and nothing is closed, as when a cable is pulled. */
  cut(): void;
  /** From now on each packet holds up those after it for so long. */
  slow(ms: number): void;
  /** Continues at full speed. Data that were written meanwhile arrive. */
  heal(): void;
  /** Resets every connection. */
  reset(): void;
}

interface Link {
  client: Socket;
  /** Undefined for a client that came while the network was cut. */
  server?: Socket;
}

/** Opens a network to the server on a port of 127.0.0.1. The server sees clients come from `address`. */
export async function openNetwork(
  serverPort: number,
  { address = "127.0.0.1" }: { address?: string } = {},
): Promise<Network> {
  const links = new Set<Link>();
  let isCut = false;
  let pauseMs = 0;

  function passOn(from: Socket, to: Socket): void {
    from.on("data", (chunk) => {
      if (!to.destroyed) to.write(chunk);
      if (pauseMs === 0) return;
      from.pause();
      setTimeout(() => isCut || from.resume(), pauseMs);
    });
  }

  function join(link: Link): void {
    const server = link.server = connect({
      port: serverPort,
      host: "127.0.0.1",
      localAddress: address,
      noDelay: true,
    });
    passOn(link.client, server);
    passOn(server, link.client);
    link.client.resume();
    const end = () => {
      if (!isCut) close(link);
    };
    link.client.on("close", end);
    server.on("close", end).on("error", () => {});
  }

  function close(link: Link): void {
    links.delete(link);
    link.client.destroy();
    link.server?.destroy();
  }

  const listener = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    const link: Link = { client };
    links.add(link);
    client.on("error", () => {});
    if (!isCut) join(link);
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const network: Network = {
    port: (listener.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const { client, server } of links) {
        client.pause();
        server?.pause();
      }
    },
    slow(ms) {
      pauseMs = ms;
    },
    heal() {
      isCut = false;
      pauseMs = 0;
      for (const link of links) {
        if (link.client.destroyed || link.server?.destroyed) close(link);
        else if (!link.server) join(link);
        else for (const socket of [link.client, link.server]) socket.resume();
      }
    },
    reset() {
      for (const { client, server } of links) {
        client.resetAndDestroy();
        server?.resetAndDestroy();
      }
      links.clear();
    },
    async [Symbol.asyncDispose]() {
      network.reset();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return network;
}
