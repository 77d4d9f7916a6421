import { connect } from "node:tls";

const maxWaitMs = 2500;

/** Returns when the certificate of an https address ends, in seconds since 1970. An ended one is not an error. */
export function certificateEnd(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // Nothing is sent, so it does not matter who answers. An invalid certificate has an end, too.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(/[a-z]/i.test(host) && !host.includes(":") && { servername: host }),
  }, () => {
    resolve(Date.parse(socket.getPeerCertificate().valid_to) / 1000);
    socket.destroy();
  });
  socket.setTimeout(maxWaitMs, () => socket.destroy(new Error("no answer")));
  socket.on("error", reject);
  return promise;
}
