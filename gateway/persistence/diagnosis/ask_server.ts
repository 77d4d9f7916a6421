import { Client, type ClientBase } from "pg";

/** A client or a pool that statements can be sent to. */
export type Reader = Pick<ClientBase, "query">;

// No names of tables or settings of the role must change what the statements mean. `local`, because a pooler may give
// the session to somebody else afterwards.
const begin = (ms: number) => `
  begin read only;
  set local statement_timeout = ${ms};
  set local search_path = public;
  set local TimeZone = 'UTC'`;

/**
 * Runs reads on a connection of their own, in one read-only transaction. Throws "… no answer within …" after `maxMs`, also
 * if the server hangs. Unlike `Connections`, it also connects to a standby and to a server that the service refuses.
 */
export async function askServer<T>(
  url: string,
  read: (client: Reader) => Promise<T>,
  { maxMs }: { maxMs: number },
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: "appointment-booking doctor",
  });
  // A lost connection makes the statement fail. Without a listener, the event would end the process.
  client.on("error", () => {});
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${maxMs} ms`)), maxMs);
  async function work(): Promise<T> {
    await client.connect();
    await client.query(begin(maxMs));
    return await read(client);
  }
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
    // Also ends a statement that still waits. `end` would wait for a server that hangs.
    client.connection.stream.destroy();
  }
}
