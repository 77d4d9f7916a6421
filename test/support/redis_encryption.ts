import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAuthority } from "./certificates.ts";

/** Certificates of one private authority for Redis servers on 127.0.0.1. */
export interface RedisEncryption {
  /** The settings of a server or sentinel that accepts only TLS at a port. */
  settingsAt(port: number): Record<string, string>;
  /** The certificate of the authority, in PEM, and the file that has it. */
  authority: string;
  authorityFile: string;
}

/** Issues the certificates into a folder. */
export async function encryptRedis(dir: string): Promise<RedisEncryption> {
  const authority = createAuthority("Redis test authority");
  const { cert, key } = authority.issue({ names: ["127.0.0.1"] });
  const file = (name: string) => join(dir, name);
  await writeFile(file("authority.pem"), authority.cert);
  await writeFile(file("cert.pem"), cert);
  await writeFile(file("key.pem"), key, { mode: 0o600 });
  return {
    settingsAt: (port) => ({
      port: "0",
      "tls-port": `${port}`,
      "tls-cert-file": file("cert.pem"),
      "tls-key-file": file("key.pem"),
      "tls-ca-cert-file": file("authority.pem"),
      "tls-auth-clients": "no",
      "tls-replication": "yes",
    }),
    authority: authority.cert,
    authorityFile: file("authority.pem"),
  };
}
