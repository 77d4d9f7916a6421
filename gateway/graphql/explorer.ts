import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { shouldRenderGraphiQL } from "graphql-yoga";
import { commonHeaders } from "../../rest-adapter/mod.ts";

const title = "Reporting";
const defaultQuery = `# It asks as whoever is signed in to the dashboard here.
# Ctrl-Space completes, Ctrl-Enter runs.
{
  organization { name timeZone }
}
`;

/** Whether a browser requests a page, and not the holder of a token. */
export function wantsExplorer(request: Request): boolean {
  return shouldRenderGraphiQL(request) && !request.headers.has("Authorization");
}

interface Page {
  /** Compressed, which every browser reads; all answers share these bytes. */
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
  policy: string;
}

let page: Promise<Page> | undefined;

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

/** Renders the page, 9 MB that need nothing from elsewhere, when it is first requested. */
async function render(): Promise<Page> {
  const { renderGraphiQL } = await import("@graphql-yoga/render-graphiql");
  const html = renderGraphiQL({ title, defaultQuery, credentials: "same-origin" });
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash("sha256", script, "base64")}'`,
    // The editor makes its workers from texts of the page, and styles as it goes.
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "font-src data:",
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const etag = `"${hash("sha256", html, "hex").slice(0, 24)}"`;
  return { gzipped: await promisify(gzip)(html), etag, policy };
}
