import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Where the connection breaks around a COMMIT: before the server receives it; before that, but the server keeps its
 * session open; right after it is sent; while it is on its way, so that the server receives it 200 ms later; or when the
 * answer comes back.
 */
export const cuts = ["before", "half-open", "after", "late", "on answer"] as const;
export type Cut = (typeof cuts)[number];

/** A proxy in front of Postgres that breaks connections at their COMMIT. */
export interface CuttingProxy extends AsyncDisposable {
  /** The server's URL through the proxy. */
  url: string;
  /** Connections cut so far. */
  cutCount: number;
  /** How the next COMMITs are cut, one after the other; those after them pass. */
  plan: Cut[];
  /** While set, the server gets each COMMIT, and its answer is withheld. */
  withholdsAnswers: boolean;
  /** Whether a cut takes the server away with it. */
  goesDown: boolean;
  /** While set, new connections are refused. */
  isDown: boolean;
  /** Breaks every connection; with `isDown` the server is gone. */
  sever(): void;
}

/** Starts a proxy in front of the server of `databaseUrl`. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    if (proxy.isDown) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    let cut: Cut | undefined;
    let isWithheld = false;
    client.on("data", (chunk: Buffer) => {
      isWithheld ||= proxy.withholdsAnswers && isCommit(chunk);
      if (!cut && isCommit(chunk)) cut = proxy.plan.shift();
      else if (cut) return;
      if (!cut) return void server.write(chunk);
      proxy.cutCount += 1;
      if (proxy.goesDown) {
        proxy.isDown = true;
        // Of this connection as much is left as the cut says.
        for (const socket of sockets) if (socket !== client && socket !== server) socket.destroy();
      }
      if (cut === "before") server.destroy();
      if (cut === "late") setTimeout(() => server.write(chunk, () => server.end()), 200);
      if (cut === "after") server.write(chunk, () => server.end());
      if (cut === "on answer") server.write(chunk);
      else client.destroy();
    });
    server.on("data", (chunk) => {
      if (isWithheld) return;
      if (!cut) return void client.write(chunk);
      // The statements of the COMMIT's packet are answered before it.
      if (cut !== "on answer" || !chunk.includes("COMMIT\0")) return;
      client.destroy();
      server.destroy();
    });
    client.on("close", () => {
      if (!cut) server.destroy();
    });
    server.on("close", () => client.destroy());
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const url = new URL(target);
  url.port = String((listener.address() as AddressInfo).port);
  const proxy: CuttingProxy = {
    url: url.href,
    cutCount: 0,
    plan: [],
    withholdsAnswers: false,
    goesDown: false,
    isDown: false,
    sever() {
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      proxy.sever();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}

// A simple query `commit` with its length, as the driver writes it at the end of a chunk.
const commit = Buffer.from("Q\0\0\0\x0bcommit\0");

// Behind a pooler, a statement of its own goes with its `begin` and its `commit` in one packet. That is not cut.
const begin = Buffer.from("begin ");

function isCommit(chunk: Buffer): boolean {
  return chunk.subarray(-commit.length).equals(commit) &&
    !chunk.subarray(5, 5 + begin.length).equals(begin);
}
