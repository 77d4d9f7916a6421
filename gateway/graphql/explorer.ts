import { Worker } from "node:worker_threads";
import { shouldRenderGraphiQL } from "graphql-yoga";
import { commonHeaders } from "../../rest-adapter/http/mod.ts";

/** Whether the request is a browser's page load without a token. A link to a file is none. */
export function wantsExplorer(request: Request): boolean {
  return shouldRenderGraphiQL(request) && !request.headers.has("Authorization") &&
    !new URL(request.url).searchParams.has("format");
}

/** The rendered page. */
export interface ExplorerPage {
  /** Gzip, which every browser accepts. All answers share these bytes. */
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
  policy: string;
}

let page: Promise<ExplorerPage> | undefined;

/** Returns the GraphiQL page, or 304 if the browser has it. The page contains no data of an organization. */
export async function explorerPage(
  request: Request,
  { requestId }: { requestId: string },
): Promise<Response> {
  const { gzipped, etag, policy } = await (page ??= render());
  const headers = {
    ...commonHeaders({ requestId }),
    // The browser revalidates each time, so a page load without a session is refused.
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

/** Renders the page in a thread: in this one, its 9 MB would block every other request and stay in memory. */
async function render(): Promise<ExplorerPage> {
  const thread = new Worker(new URL("render_explorer.ts", import.meta.url));
  try {
    return await new Promise<ExplorerPage>((resolve, reject) => {
      thread.once("message", resolve);
      // `on`, not `once`: an error after the message must not end the process.
      thread.on("error", reject);
      thread.once("exit", () => reject(new Error("Cannot render the explorer: its thread ended")));
    });
  } catch (error) {
    page = undefined;
    throw error;
  }
}
