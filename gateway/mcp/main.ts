import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { complain } from "../process/output.ts";
import { answerVersion } from "../process/version.ts";
import { createServer } from "./server.ts";
import { readSettings, usage } from "./settings.ts";

// `npm run mcp`. Standard output belongs to the protocol, so people are told everything on standard error.
answerVersion();
const settings = readSettings(process.argv.slice(2), process.env);
if (typeof settings === "string") {
  complain(settings === "" ? usage : `${settings}\n\n${usage}`);
  process.exit(settings === "" ? 0 : 2);
}
serveStdio(() => createServer(settings), { onerror: ({ message }) => complain(message) });
complain(`Serving the tools of ${settings.baseUrl} on standard input and output.`);
