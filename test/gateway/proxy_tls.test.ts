import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { connect, type SecureVersion } from "node:tls";
import { describe, expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { createAuthority } from "../support/certificates.ts";
import { hasHaproxy, startHaproxy } from "../support/haproxy.ts";
import { serve } from "./http/support.ts";

test.runIf(hasHaproxy)(
  "with a certificate the proxy takes TLS 1.2 and 1.3 alone, and ciphers with forward secrecy",
  async () => {
    await using server = await serve();
    const authority = createAuthority("An authority");
    const { cert, key } = authority.issue({ names: ["book.example"] });
    const https = { port: await freePort(), pem: `${cert}${key}` };
    await using _ = await startHaproxy({
      port: await freePort(),
      services: [server.url, server.url],
      checkInterval: "100ms",
      https,
    });
    const connectWith = async (version: SecureVersion, ciphers?: string) => {
      const socket = connect({
        host: "127.0.0.1",
        port: https.port,
        servername: "book.example",
        ca: authority.cert,
        minVersion: version,
        maxVersion: version,
        // Our own side must be able to speak what the proxy refuses.
        ciphers: `${ciphers ?? "DEFAULT"}:@SECLEVEL=0`,
      });
      const outcome = once(socket, "secureConnect").then(
        () => socket.getCipher().standardName,
        ({ code }: NodeJS.ErrnoException) => code,
      );
      return await outcome.finally(() => socket.destroy());
    };
    expect(await connectWith("TLSv1.3")).toBe("TLS_AES_256_GCM_SHA384");
    expect(await connectWith("TLSv1.2")).toMatch(/^TLS_ECDHE_ECDSA_WITH_\w+_GCM_SHA/);
    expect(await connectWith("TLSv1.2", "ECDHE-ECDSA-AES256-SHA")).toMatch(
      /ALERT_HANDSHAKE_FAILURE$/,
    );
    expect(await connectWith("TLSv1.1")).toMatch(/ALERT_PROTOCOL_VERSION$/);
  },
);

describe.runIf(hasHaproxy)("with a certificate", () => {
  test("http leads pages to https, and refuses programs and changes", async () => {
    await using server = await serve();
    await using acme = await serveText("the answer of the ACME client");
    await using proxy = await startWithHttps(server.url, new URL(acme.url).host);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${proxy.url}${path}`, { redirect: "manual", ...init });
    const page = await ask("/appointments?date=2027-03-01");
    expect(page.status).toBe(301);
    const host = new URL(proxy.url).host;
    expect(page.headers.get("location")).toBe(`https://${host}/appointments?date=2027-03-01`);
    // Browsers ignore it without https, and a proxy must not send it (RFC 6797, 7.2).
    expect(page.headers.get("strict-transport-security")).toBeNull();
    const refused = [
      await ask("/api/v1/appointments"),
      await ask("/graphql?query={me}"),
      await ask("/trpc/session.current"),
      await ask("/docs", { headers: { "X-API-Key": "mk_live_x" } }),
      await ask("/docs", { headers: { Authorization: "Bearer x" } }),
      await ask("/", { method: "POST" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await refused[0]!.json()).error.code).toBe("FORBIDDEN");
    // keepalived and the ACME authority come without https.
    expect((await ask("/haproxy")).status).toBe(200);
    const challenge = await ask("/.well-known/acme-challenge/token");
    expect(await challenge.text()).toBe("the answer of the ACME client");
  });

  test("every answer over https has one header by which browsers use https alone", async () => {
    const server = await serve({ publicUrl: "https://book.example" });
    await using proxy = await startWithHttps(server.url);
    const both = [await hstsOf(proxy.https, "/api/v1/x"), await hstsOf(proxy.https, "/status")];
    expect(both).toEqual([["max-age=31536000"], ["max-age=31536000"]]);
    // An answer of the proxy itself.
    await server[Symbol.asyncDispose]();
    expect(await hstsOf(proxy.https, "/api/v1/x")).toEqual(["max-age=31536000"]);
  });
});

async function startWithHttps(service: string, acme = "127.0.0.1:1") {
  const { cert, key } = createAuthority("An authority").issue({ names: ["127.0.0.1"] });
  const https = { port: await freePort(), pem: `${cert}${key}`, acme };
  const services = [service, service] as const;
  const proxy = await startHaproxy({
    port: await freePort(),
    services,
    checkInterval: "100ms",
    https,
  });
  return Object.assign(proxy, { https: `https://127.0.0.1:${https.port}` });
}

/** Returns the values of the header of an answer over https, which may come more than once. */
async function hstsOf(url: string, path: string): Promise<string[] | undefined> {
  const sent = request(`${url}${path}`, { rejectUnauthorized: false, agent: false }).end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.headersDistinct["strict-transport-security"];
}

async function serveText(text: string) {
  const server = createServer((_, response) => void response.end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
