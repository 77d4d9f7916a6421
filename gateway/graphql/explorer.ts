import { Worker } from "node:worker_threads";
import { shouldRenderGraphiQL } from "graphql-yoga";
import { commonHeaders } from "../../rest-adapter/http/mod.ts";

/** Whether a browser requests a page, and not the holder of a token. */
export function wantsExplorer(request: Request): boolean {
  return shouldRenderGraphiQL(request) && !request.headers.has("Authorization");
}

/** The page as it is sent. */
export interface ExplorerPage {
  /** Compressed, which every browser reads; all answers share these bytes. */
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
  policy: string;
}

let page: Promise<ExplorerPage> | undefined;

/** Returns the page to write queries in, or 304 to a browser that has it. It contains nobody's data. */
export async function explorerPage(
  request: Request,
  { requestId }: { requestId: string },
): Promise<Response> {
  const { gzipped, etag, policy } = await (page ??= render());
  const headers = {
    ...commonHeaders({ requestId }),
    // A browser asks each time, with its session, whether its copy is still good.
    "Cache-Control": "private, no-cache",
    ETag: etag,
    Vary: "Accept, Cookie",
    "Content-Security-Policy": policy,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
  };
  if (request.headers.get("If-None-Match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(gzipped, {
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Encoding": "gzip",
      "Content-Length": String(gzipped.length),
    },
  });
}

/** Renders the page in a thread: its 9 MB would hold up every other request, and stay in memory. */
async function render(): Promise<ExplorerPage> {
  const thread = new Worker(new URL("render_explorer.ts", import.meta.url));
  try {
    return await new Promise<ExplorerPage>((resolve, reject) => {
      thread.once("message", resolve);
      // It stays: a fault after the message must not end the process.
      thread.on("error", reject);
      thread.once("exit", () => reject(new Error("Cannot render the explorer: its thread ended")));
    });
  } catch (error) {
    page = undefined;
    throw error;
  }
}
