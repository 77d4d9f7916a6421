import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { host } from "./questions.ts";

/** A proxy that can hold new connections: they open, and nothing passes. Older ones go on. */
export interface HoldingProxy extends AsyncDisposable {
  port: number;
  hold(): void;
  release(): void;
}

/** Starts a proxy in front of a port of this machine. */
export async function startHoldingProxy(target: number): Promise<HoldingProxy> {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const sockets = new Set<Socket>();
  function own(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }
  async function pass(client: Socket): Promise<void> {
    own(client);
    await gate.promise;
    if (client.destroyed) return;
    const server = connect(target, host);
    own(server);
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.pipe(server);
    server.pipe(client);
  }
  const listener = createServer((client) => void pass(client));
  await once(listener.listen(0, host), "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    hold: () => void (gate = Promise.withResolvers()),
    release: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
