import { hash } from "node:crypto";
import { shouldRenderGraphiQL } from "graphql-yoga";
import { commonHeaders } from "../../rest-adapter/mod.ts";

const title = "Reporting";
const defaultQuery = `# It asks as whoever is signed in to the dashboard here.
# Ctrl-Space completes, Ctrl-Enter runs.
{
  organization { name timeZone }
}
`;

/** Whether a browser asks for a page. */
export function wantsExplorer(request: Request): boolean {
  return shouldRenderGraphiQL(request);
}

let page: Promise<{ html: string; policy: string }> | undefined;

/** The page to write queries in. It holds nothing of anybody: its queries are asked with the session's cookie. */
export async function explorerPage({ requestId }: { requestId: string }): Promise<Response> {
  const { html, policy } = await (page ??= render());
  return new Response(html, {
    headers: {
      ...commonHeaders({ requestId }),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** Nothing comes from elsewhere: the package holds the whole page, 9 MB, which is loaded when it is first wanted. */
async function render() {
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
  return { html, policy };
}
