import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The least that a Node server can do for these requests: it reads the body and answers, always the same,
// with a payload that the service gave (by kind, in PAYLOADS).
const payloads = JSON.parse(process.env["PAYLOADS"]!) as Record<string, string>;

function kindOf(url: string): string {
  if (url.includes("/availability")) return "availability";
  return url.startsWith("/api/v1/appointments/") ? "read" : "list";
}

const server = createServer((request, response) => {
  const kind = request.method === "POST" ? "create" : kindOf(request.url!);
  const payload = payloads[kind]!;
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(payload),
  };
  const answer = () => void response.writeHead(kind === "create" ? 201 : 200, headers).end(payload);
  if (kind === "create") request.on("end", answer).resume();
  else answer();
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
