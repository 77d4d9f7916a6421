import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/**
 * Sends statements in one packet, without waiting for the answer of one before it sends the next. The server runs them
 * in their order. Returns their results. Throws the error of the first one that failed, after all have ended.
 */
export async function together<T extends readonly unknown[]>(
  client: ClientBase,
  send: () => readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const { stream } = (client as unknown as Inner).connection;
  stream.cork();
  let sent: readonly Promise<unknown>[];
  try {
    sent = send();
  } finally {
    stream.uncork();
  }
  const results = await Promise.allSettled(sent);
  const values = results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  return values as unknown as T;
}

/** Members that the driver's types of a client omit. */
interface Inner {
  connection: { stream: Socket };
}
