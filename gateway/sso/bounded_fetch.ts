import { Agent, request } from "undici";
import { lazily } from "../lazily.ts";
import { loadConnector } from "../webhooks/mod.ts";

/** The longest time of all requests of one call together. */
const timeoutMs = 5000;
const maxAnswerBytes = 64 * 1024;

/** What a request to a provider may do. */
export interface FetchOptions {
  /** Allows private addresses. The address must still be https. */
  allowsPrivateNetwork: boolean;
}

/** The part of `fetch` that openid-client and jose need. */
export type BoundedFetch = (
  url: string,
  options: { method?: string; headers?: HeadersInit; body?: unknown; signal?: AbortSignal | null },
) => Promise<Response>;

/** Requests to providers: https, no redirects, public addresses as for webhooks, bounded in time and size. */
export interface ProviderFetch {
  /** Returns `fetch` for one call: all its requests share one deadline. */
  begin(): BoundedFetch;
  close(): Promise<void>;
}

/** Creates the requests. */
export function createProviderFetch({ allowsPrivateNetwork }: FetchOptions): ProviderFetch {
  const opened = lazily(async () => {
    const connect = await loadConnector({ allowsPrivateNetwork, timeoutMs });
    // No connection is kept: a provider may close one just as the code is sent, and a code cannot be sent twice.
    return new Agent({ connect, connections: 8, pipelining: 0 });
  });

  async function fetchOnce(
    deadline: AbortSignal,
    url: string,
    { method = "GET", headers = {}, body }: Parameters<BoundedFetch>[1],
  ): Promise<Response> {
    if (new URL(url).protocol !== "https:") throw new Error("Cannot ask a provider: not https");
    const answer = await request(url, {
      dispatcher: await opened(),
      method: method as "GET" | "POST",
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : String(body),
      signal: deadline,
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      length += part.length;
      // Leaving the loop destroys the body and its connection.
      if (length > maxAnswerBytes) throw new Error("The answer of a provider is too long");
      parts.push(part);
    }
    const type = answer.headers["content-type"];
    const shown = type === undefined ? {} : { "content-type": String(type) };
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
    return new Response(hasBody ? Buffer.concat(parts) : null, {
      status: answer.statusCode,
      headers: shown,
    });
  }

  return {
    begin() {
      const deadline = AbortSignal.timeout(timeoutMs);
      // undici checks the signal only after it has a connection.
      const late = new Promise<never>((_, reject) =>
        deadline.addEventListener("abort", () => reject(deadline.reason), { once: true })
      );
      late.catch(() => {});
      return (url, options) => Promise.race([fetchOnce(deadline, url, options), late]);
    },
    close: async () => await (await opened()).destroy(),
  };
}
