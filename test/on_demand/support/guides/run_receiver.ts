import { readFileSync } from "node:fs";
import { createServer } from "node:https";

// Receives webhooks, and prints the id of each appointment whose event it has accepted: run_receiver.ts ADDRESS CERTIFICATE KEY
const [address, certificate, key] = process.argv.slice(2);
const refused = new Set<string>();
let count = 0;

/** Refuses each tenth event once. Its next attempt is a minute later. */
function isRefused(event: string): boolean {
  if (refused.has(event)) return false;
  count += 1;
  if (count % 10 > 0) return false;
  refused.add(event);
  return true;
}

createServer(
  { cert: readFileSync(certificate!), key: readFileSync(key!) },
  async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    if (isRefused(String(request.headers["webhook-id"]))) return response.writeHead(503).end();
    process.stdout.write(`${data.object.id}\n`);
    return response.writeHead(204).end();
  },
).listen(443, address);
