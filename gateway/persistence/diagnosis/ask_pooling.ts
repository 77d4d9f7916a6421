import { Client } from "pg";
import { findPooling, leadToSameDatabase, type Pooling } from "../database/pooling.ts";

/** Finds out what is between a URL and Postgres. Throws "… no answer within …" after `maxMs`. */
export function askPooling(url: string, { maxMs }: { maxMs: number }): Promise<Pooling> {
  return within(maxMs, (makerOf) => findPooling(makerOf(url)));
}

/** Returns whether both URLs lead to one database. Throws "… no answer within …" after `maxMs`. */
export function askSameDatabase(
  url: string,
  directUrl: string,
  { maxMs }: { maxMs: number },
): Promise<boolean> {
  return within(maxMs, (makerOf) => leadToSameDatabase(makerOf(url), makerOf(directUrl)));
}

/** Runs reads on connections that all end with it. */
async function within<T>(
  maxMs: number,
  read: (makerOf: (url: string) => () => Client) => Promise<T>,
): Promise<T> {
  const clients: Client[] = [];
  const makerOf = (url: string) => () => {
    const client = new Client({
      connectionString: url,
      application_name: "appointment-booking doctor",
    });
    // A lost connection makes the statement fail. Without a listener, the event would end the process.
    client.on("error", () => {});
    clients.push(client);
    return client;
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${maxMs} ms`)), maxMs);
  try {
    return await Promise.race([read(makerOf), late]);
  } finally {
    clearTimeout(timer);
    for (const { connection } of clients) connection.stream.destroy();
  }
}
