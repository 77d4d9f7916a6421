import type { Socket } from "node:net";
import type { ClientBase } from "pg";
import { isAfterFailure } from "./faults.ts";

/**
 * Sends statements in one packet, without waiting for the answer of one before it sends the next. The server runs them
 * in their order. Returns their results. Throws the error of the first one that failed, after all have ended.
 *
 * `Promise.all` would throw another error: the refusal of a later statement (25P02) can reach its promise first.
 */
export async function together<T extends readonly unknown[] | []>(
  client: ClientBase,
  send: () => T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const { stream } = (client as unknown as Inner).connection;
  stream.cork();
  let sent: T;
  try {
    sent = send();
  } finally {
    stream.uncork();
  }
  const results = await Promise.allSettled(sent);
  const faults = results.flatMap((one) => one.status === "rejected" ? [one.reason] : []);
  if (faults.length > 0) throw faults.find((one) => !isAfterFailure(one)) ?? faults[0];
  return await Promise.all(sent);
}

/** Members that the driver's types of a client omit. */
interface Inner {
  connection: { stream: Socket };
}
