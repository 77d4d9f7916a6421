import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import type { Logger } from "pino";

/** The server of `/metrics`. */
export interface MetricsServer {
  /** `http://HOST:PORT/metrics`. */
  url: string;
  stop(): Promise<void>;
}

/** Serves `/metrics` on its own port. Throws "Cannot listen …" if the port is not free. */
export async function startMetricsServer(
  { host, port, log, contentType, read }: {
    host: string;
    port: number;
    log: Pick<Logger, "warn">;
    contentType: string;
    read(): Promise<string>;
  },
): Promise<MetricsServer> {
  let running: Promise<string> | undefined;
  /** Shares a read among all callers that come while it runs, because each read costs the database statements. */
  const readTogether = (): Promise<string> => running ??= read().finally(() => running = undefined);
  const server = createServer((request, response) => {
    response.setHeader("x-content-type-options", "nosniff");
    const isMetrics = request.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics || request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Only GET /metrics is here\n");
      return;
    }
    readTogether().then(
      (text) => response.writeHead(200, { "content-type": contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, "reading the metrics failed");
        response.writeHead(500, { "content-type": "text/plain" }).end(
          "Reading the metrics failed\n",
        );
      },
    );
  });
  const name = host.includes(":") ? `[${host}]` : host;
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(
      `Cannot listen on http://${name}:${port} for metrics: ${reason}. Set METRICS_PORT to another port, or METRICS_HOST to an address of this machine`,
      { cause: error },
    );
  }
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}/metrics`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
