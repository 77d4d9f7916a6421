import { durationMs } from "../../core/mod.ts";
import { type Agent, type Dispatcher, request } from "undici";
import { createCheckedConnector } from "./checked_connector.ts";
import { type Deadline, keepConnections, type Passage, startDeadline } from "./kept_connections.ts";
import { describeAnswer, describeFailure, isLostConnection } from "./describe_result.ts";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";

/** One attempt to deliver, as it goes out. */
export interface OutgoingWebhook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of an attempt. */
export interface SendResult {
  isDelivered: boolean;
  /** Null when there was no answer. */
  statusCode: number | null;
  /** Whole milliseconds until the end of the answer's headers, or until the failure. */
  responseTimeMs: number;
  /** A short text for staff; null exactly when it was delivered. */
  error: string | null;
}

export interface WebhookSender {
  /** Makes one attempt. Never throws, and ends within `timeoutMs`. */
  send(webhook: OutgoingWebhook): Promise<SendResult>;
  /** Waits for what is being sent, and closes every connection; what is sent after it fails. */
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Lifts the rule that addresses must be public; not that the URL must be https. */
  allowsPrivateNetwork: boolean;
  /** How many bytes of an answer's body are read, and thrown away, before its connection is closed. */
  maxBodyRead?: number;
  /** For all of an attempt, from DNS to the last byte that is read. */
  timeoutMs?: number;
  lookup?: ResolveName;
}

/** Sends webhooks over connections that it keeps while they are in use. */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { allowsPrivateNetwork, maxBodyRead = 16 * 1024, timeoutMs = 5000 } = options;
  const { lookup: resolveName = createNameResolver() } = options;
  const connect = createCheckedConnector({ allowsPrivateNetwork, resolveName, timeoutMs });
  const agent = keepConnections(connect);
  let closing: Promise<void> | undefined;

  return {
    async send(webhook) {
      const startedAt = performance.now();
      const elapsedMs = () => durationMs(startedAt, performance.now());
      const deadline = startDeadline(timeoutMs);
      try {
        const { statusCode, body } = await post(agent, webhook, deadline);
        const responseTimeMs = elapsedMs();
        // Read, so that its connection can serve again; what is too long or too slow is cut off, which
        // changes nothing: the answer's head has decided.
        await body.dump({ limit: maxBodyRead });
        const isDelivered = statusCode >= 200 && statusCode < 300;
        const error = isDelivered ? null : describeAnswer(statusCode);
        return { isDelivered, statusCode, responseTimeMs, error };
      } catch (error) {
        const responseTimeMs = elapsedMs();
        const told = describeFailure(error, timeoutMs);
        return { isDelivered: false, statusCode: null, responseTimeMs, error: told };
      } finally {
        deadline.clear();
      }
    },
    close: () => closing ??= agent.close(),
  };
}

/** The answer's head. Rejects where there is none. */
async function post(
  dispatcher: Agent,
  { url, headers, body }: OutgoingWebhook,
  { signal, bound }: Deadline,
): Promise<Dispatcher.ResponseData<Passage>> {
  // It was checked when it was saved; this holds whatever stands in the database.
  if (new URL(url).protocol !== "https:") throw new Error("Cannot send a webhook: not https");
  for (;;) {
    const opaque: Passage = { isKept: false };
    try {
      const options = { dispatcher, method: "POST" as const, headers, body, signal, opaque };
      // undici heeds the signal only once it has a connection; that there is none ends in time too.
      return await bound(request(url, options));
    } catch (error) {
      // A receiver may close a kept connection just as the next request goes out on it, which says nothing
      // about the receiver. Deliveries can be told by their id, so the request is made again; each round
      // uses up a connection, and the first that is new ends it.
      if (!opaque.isKept || !isLostConnection(error)) throw error;
    }
  }
}
