import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createAuthority } from "./certificates.ts";

const authority = createAuthority("Authority of the receivers");
const certificate = authority.issue({ names: ["localhost", "127.0.0.1"] });

/** A request as it came in. */
export interface ReceivedRequest {
  method: string;
  path: string;
  /** By their names as they were written. */
  headers: Record<string, string>;
  body: Buffer;
}

/** A receiver of webhooks over TLS in this process, which records the requests and answers as the test says. */
export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: ReceivedRequest[];
  /** Answers each request; one that does not keeps it waiting. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
}

/** Starts a receiver that answers 204. */
export async function startWebhookReceiver(
  { as = certificate }: { as?: Certificate } = {},
): Promise<WebhookReceiver> {
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, rawHeaders } = request;
    const pairs = rawHeaders.flatMap((name, i) => i % 2 ? [] : [[name, rawHeaders[i + 1]!]]);
    const headers = Object.fromEntries(pairs);
    const noted = { method: method!, path: url!, headers, body: Buffer.concat(chunks) };
    receiver.received.push(noted);
    receiver.answer(response, noted);
  };
  // Longer than the sender keeps a connection, so that none is closed as a request goes out on it.
  const server = createServer({ ...as, keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: WebhookReceiver = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/** What a process needs in its environment to deliver to these receivers, and to share webhooks with others. */
export async function receiverEnvironment(): Promise<
  { environment: Record<string, string> } & AsyncDisposable
> {
  const folder = await mkdtemp(join(tmpdir(), "appointments-receiver-"));
  const file = join(folder, "authority.pem");
  await writeFile(file, authority.cert);
  return {
    environment: {
      NODE_EXTRA_CA_CERTS: file,
      WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
      SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
      SESSION_SECRET: "a session secret of tests, long enough for it",
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
