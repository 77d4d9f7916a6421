import { durationMs } from "../../core/mod.ts";
import { type Agent, type Dispatcher, request } from "undici";
import { createCheckedConnector } from "./checked_connector.ts";
import {
  type ConnectionUse,
  type Deadline,
  keepConnections,
  startDeadline,
} from "./kept_connections.ts";
import { describeAnswer, describeFailure, isLostConnection } from "./describe_result.ts";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";

/** The request of one attempt. */
export interface OutgoingWebhook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The result of an attempt. */
export interface SendResult {
  isDelivered: boolean;
  /** Null without an answer. */
  statusCode: number | null;
  /** Whole milliseconds to the end of the answer's headers, or to the failure. */
  responseTimeMs: number;
  /** A short text for staff. Null if and only if delivered. */
  error: string | null;
  /** The headers of the answer; absent without an answer. */
  responseHeaders?: Record<string, string>;
}

export interface WebhookSender {
  /** Makes one attempt. Never throws. Ends within `timeoutMs`. */
  send(webhook: OutgoingWebhook): Promise<SendResult>;
  /** Waits for running attempts and closes all connections. Later attempts fail. */
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Allows private addresses. The URL must still be https. */
  allowsPrivateNetwork: boolean;
  /** How many bytes of an answer's body are read and discarded. A longer body closes the connection. */
  maxBodyRead?: number;
  /** The limit of the whole attempt, from DNS to the last byte. */
  timeoutMs?: number;
  lookup?: ResolveName;
}

/** Creates a sender that reuses its connections. */
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
        const { statusCode, headers, body } = await post(agent, webhook, deadline);
        const responseTimeMs = elapsedMs();
        // Reads the body so that the connection can be reused. Cuts off a long or slow body. The result depends only on
        // the status.
        await body.dump({ limit: maxBodyRead });
        const isDelivered = statusCode >= 200 && statusCode < 300;
        const error = isDelivered ? null : describeAnswer(statusCode);
        return {
          isDelivered,
          statusCode,
          responseTimeMs,
          error,
          responseHeaders: textsOf(headers),
        };
      } catch (error) {
        const responseTimeMs = elapsedMs();
        const text = describeFailure(error, timeoutMs);
        return { isDelivered: false, statusCode: null, responseTimeMs, error: text };
      } finally {
        deadline.clear();
      }
    },
    close: () => closing ??= agent.close(),
  };
}

/** Returns each header as one text. */
function textsOf(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value = ""]) => [name, String(value)]);
  return Object.fromEntries(texts);
}

/** Returns the head of the answer. Rejects without an answer. */
async function post(
  dispatcher: Agent,
  { url, headers, body }: OutgoingWebhook,
  { signal, bound }: Deadline,
): Promise<Dispatcher.ResponseData<ConnectionUse>> {
  // Checked when it was saved. This also holds for a URL that was changed in the database.
  if (new URL(url).protocol !== "https:") throw new Error("Cannot send a webhook: not https");
  for (;;) {
    const opaque: ConnectionUse = { isKept: false };
    try {
      const options = { dispatcher, method: "POST" as const, headers, body, signal, opaque };
      // undici checks the signal only after it has a connection. `bound` also ends the connecting in time.
      return await bound(request(url, options));
    } catch (error) {
      // A receiver may close a kept connection just when the next request is sent, which is not a failure. The request
      // is repeated: receivers deduplicate by id. Each round uses up one kept connection, and a new one ends the loop.
      if (!opaque.isKept || !isLostConnection(error)) throw error;
    }
  }
}
