// Runs in a thread of explorer.ts. Renders GraphiQL as one page of 9 MB that loads nothing from elsewhere.
import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { renderGraphiQL } from "@graphql-yoga/render-graphiql";
import type { ExplorerPage } from "./explorer.ts";

const title = "Reporting";
const defaultQuery = `# Queries run as the user who is signed in to the dashboard.
# Ctrl-Space completes, Ctrl-Enter runs.
{
  organization { name timeZone }
}
`;

const html = renderGraphiQL({ title, defaultQuery, credentials: "same-origin" });
const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash("sha256", script, "base64")}'`,
  // The editor creates workers from blobs and inserts styles.
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
const page: ExplorerPage = { gzipped: new Uint8Array(gzipSync(html)), etag, policy };
// The rule is about windows. A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort!.postMessage(page);
