import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { hasHaproxy, startHaproxy } from "../support/haproxy.ts";
import { connectRaw, serve } from "./http/support.ts";

const secret = [
  "/ticket/GEHEIM",
  "/Ticket/GEHEIM",
  "//ticket/GEHEIM",
  "/./KIOSK//GEHEIM",
  "/x/../display/GEHEIM",
  "/feeds/GEHEIM.ics",
  "/%74icket/GEHEIM",
  "/ticket%2FGEHEIM",
  "/appointment/GEHEIM",
  "/email/stop/GEHEIM",
  "/Email//./stop/GEHEIM",
  "/email/x/../stop/GEHEIM",
];

test.runIf(hasHaproxy)(
  "the proxy's log has no query of a request, and no token of a page, however the path is spelled",
  async () => {
    await using server = await serve();
    const port = await freePort();
    const services = [server.url, server.url] as const;
    await using proxy = await startHaproxy({ port, services, checkInterval: "100ms" });
    const query = "/trpc/appointments.list?input=GEHEIM";
    for (
      const target of [
        ...secret,
        query,
        `${proxy.url}/ticket/GEHEIM`,
        "/screens/ticket",
        "/last?GEHEIM",
      ]
    ) {
      const { socket, closed } = await connectRaw(proxy.url);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      await closed;
    }
    await expect.poll(proxy.log).toContain("/last ");
    expect(proxy.log()).toContain("GET /trpc/appointments.list HTTP/1.1");
    expect(proxy.log()).toContain("/screens/ticket ");
    expect(proxy.log()).not.toContain("GEHEIM");
  },
);
