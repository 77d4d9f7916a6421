import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls } from "node:tls";

/** A server that is reached over TLS. */
export interface TlsHost {
  host: string;
  port: number;
  /** Postgres speaks TLS only after it was asked to. */
  isPostgres?: boolean;
}

const maxWaitMs = 2500;

/** SSLRequest of Postgres: its length and its code, which no version of the protocol has. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Returns when the certificate of a server ends, in seconds since 1970. An ended one is not an error. */
export function certificateEnd({ host, port, isPostgres = false }: TlsHost): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connectTcp({ host, port });
  socket.setTimeout(maxWaitMs, () => socket.destroy(new Error("no answer")));
  socket.on("error", reject).on("close", () => reject(new Error("the connection was closed")));
  function readCertificate(): void {
    // No login and no command is sent, so it does not matter who answers. An invalid certificate has an end, too.
    const encrypted = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    }, () => {
      resolve(Date.parse(encrypted.getPeerCertificate().valid_to) / 1000);
      // A handshake that breaks off would be a fault in the log of the server.
      encrypted.resume().end();
    });
    encrypted.on("error", reject);
  }
  if (!isPostgres) socket.once("connect", readCertificate);
  else {
    socket.write(sslRequest);
    socket.once("data", (answer) => {
      if (answer.toString("latin1") === "S") readCertificate();
      else socket.destroy(new Error("the server offers no TLS"));
    });
  }
  return promise;
}
