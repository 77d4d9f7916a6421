// The dashboard over the router of fixtures, to look at: node test/dashboard/run_fixtures.ts
import { serve } from "@hono/node-server";
import { openDashboard } from "../../gateway/dashboard_server/mod.ts";
import { serveFixtures } from "../../gateway/trpc/mod.ts";

const progress = (line: string) => void process.stdout.write(`${line}\n`);
const port = Number(process.env["PORT"] ?? 4100);
const dashboard = await openDashboard({ dataDir: ".data", progress });
serve({
  port,
  hostname: "127.0.0.1",
  fetch: (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/trpc/")) return serveFixtures(request);
    return dashboard(request, path) ??
      new Response('{"error":{"code":"NOT_FOUND"}}', { status: 404 });
  },
}, () => progress(`http://127.0.0.1:${port} owner@clinic.example "correct horse"`));
