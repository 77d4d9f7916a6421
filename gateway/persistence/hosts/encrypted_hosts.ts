import { Client } from "pg";

/** Returns the hosts of these URLs that are reached over TLS. */
export function encryptedHosts(urls: readonly string[]): { host: string; port: number }[] {
  return urls.flatMap((connectionString) => {
    const { host, port, ssl } = new Client({ connectionString });
    return ssl ? [{ host, port }] : [];
  });
}
