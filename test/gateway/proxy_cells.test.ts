import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { hasHaproxy, startHaproxy } from "../support/haproxy.ts";

/** A service of a cell, which answers with the name of its cell. */
async function serve(cell: string): Promise<Server> {
  const server = createServer((_, response) => response.end(cell)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Asks the proxy for a host. */
async function ask(url: string, host: string, path = "/api/v1/departments") {
  const sent = request(`${url}${path}`, { headers: { host }, agent: false }).end();
  const [response] = await once(sent, "response");
  const { statusCode, headers } = response;
  return { status: statusCode, retryAfter: headers["retry-after"], body: await text(response) };
}

const code = (body: string) => JSON.parse(body).error.code;

test.runIf(hasHaproxy)(
  "the proxy finds the cell of a host in its map, and a changed line moves one organization",
  async () => {
    const [first, second] = [await serve("first"), await serve("second")];
    const map = { "north.example": "cell_a", "south.example": "cell_b", "east.example": "cell_a" };
    await using proxy = await startHaproxy({
      port: await freePort(),
      services: [urlOf(first), urlOf(first)],
      checkInterval: "100ms",
      cells: { map, services: [urlOf(second), urlOf(second)] },
    });
    const bodyOf = async (host: string) => (await ask(proxy.url, host)).body;
    expect(await bodyOf("north.example")).toBe("first");
    expect(await bodyOf("South.Example:8443")).toBe("second");

    const unknown = await ask(proxy.url, "evil.north.example");
    expect([unknown.status, code(unknown.body)]).toEqual([421, "NOT_FOUND"]);
    expect((await ask(proxy.url, "10.0.0.30", "/haproxy")).status).toBe(200);

    await proxy.setCells({ ...map, "north.example": "moving" });
    const moving = await ask(proxy.url, "north.example");
    expect([moving.status, moving.retryAfter, code(moving.body)])
      .toEqual([503, "1", "SERVICE_UNAVAILABLE"]);
    expect(await bodyOf("east.example")).toBe("first");

    await proxy.setCells({ ...map, "north.example": "cell_b" });
    expect(await bodyOf("north.example")).toBe("second");
    expect(await bodyOf("east.example")).toBe("first");

    // Both cells have their own rule for a cell without a ready service.
    second.close();
    second.closeAllConnections();
    const away = () => ask(proxy.url, "south.example").then(({ status }) => status);
    await expect.poll(away, { timeout: 30_000 }).toBe(503);
    expect(await bodyOf("east.example")).toBe("first");
    first.close();
    first.closeAllConnections();
  },
);

test.runIf(hasHaproxy)("without a map, every host belongs to the one cell", async () => {
  const only = await serve("only");
  const services = [urlOf(only), urlOf(only)] as const;
  const port = await freePort();
  await using proxy = await startHaproxy({ port, services, checkInterval: "100ms" });
  for (const host of ["north.example", "127.0.0.1", "anything"]) {
    expect((await ask(proxy.url, host)).body).toBe("only");
  }
  only.close();
  only.closeAllConnections();
});
