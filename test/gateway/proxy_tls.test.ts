import { once } from "node:events";
import { connect, type SecureVersion } from "node:tls";
import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { createAuthority } from "../support/certificates.ts";
import { hasHaproxy, startHaproxy } from "../support/haproxy.ts";
import { serve } from "./http/support.ts";

test.runIf(hasHaproxy)(
  "with the line for https the proxy takes TLS 1.2 and 1.3 alone, and ciphers with forward secrecy",
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
