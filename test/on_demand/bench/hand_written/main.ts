import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { type Answer, Refusal, refuse } from "./answer.ts";
import { findAppointment, listAppointments } from "./appointments.ts";
import { book } from "./booking.ts";
import { authenticate, type Caller, createHourlyLimit, requireScope } from "./callers.ts";
import { checkAvailability, listSlots } from "./departments.ts";
import { readBody, toBooking, toDate, toDateTime } from "./input.ts";
import { createUsageLog } from "./usage.ts";

// The server that an engineer writes first, on node:http and pg (test/on_demand/bench/README.md 5).
const pool = new Pool({ connectionString: process.env["DATABASE_URL"]!, max: 10 });
const limit = createHourlyLimit();
const usage = createUsageLog(pool);
const paths = /^\/api\/v1\/(appointments|departments)(?:\/(\d{1,15})(\/availability|\/slots)?)?$/;

const server = createServer((request, response) => void serve(request, response));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  let caller: Caller | undefined;
  let answer: Answer;
  let limitHeaders: Record<string, string> | undefined;
  try {
    caller = await authenticate(pool, request.headers["x-api-key"]);
    limitHeaders = limit.consume(caller);
    answer = await answerTo(request, caller);
  } catch (error) {
    answer = errorAnswer(error);
  }
  const text = answer.status === 304 ? "" : answer.text ?? JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    "X-Request-Id": crypto.randomUUID(),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(caller && { "X-Organization-Time-Zone": caller.timeZone }),
    ...limitHeaders,
    ...answer.headers,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  }).end(text);
  if (caller) record(request, { caller, status: answer.status, startedAt });
}

async function answerTo(request: IncomingMessage, caller: Caller): Promise<Answer> {
  const [path, query] = request.url!.split("?", 2);
  const [, resource, id, part] = paths.exec(path!) ??
    refuse(404, "NOT_FOUND", "There is nothing here");
  if (request.method === "GET" && resource === "departments" && part === "/slots") {
    const asked = new URLSearchParams(query);
    const [startDate, endDate] = ["startDate", "endDate"].map((name) => toDate(asked.get(name)));
    if (!startDate || !endDate) refuse(400, "INVALID_DATE_FORMAT", "The dates are not dates");
    const known = request.headers["if-none-match"];
    return listSlots(pool, caller, { departmentId: Number(id), startDate, endDate, known });
  }
  if (request.method === "GET" && resource === "departments" && part === "/availability") {
    const dateTime = toDateTime(new URLSearchParams(query).get("dateTime"));
    if (!dateTime) refuse(400, "INVALID_DATE_FORMAT", "dateTime is not a local date-time");
    return checkAvailability(pool, caller, { departmentId: Number(id), dateTime });
  }
  if (request.method === "GET" && resource === "appointments" && !part) {
    requireScope(caller, "READ_APPOINTMENTS");
    if (id !== undefined) return findAppointment(pool, caller, Number(id));
    return listAppointments(pool, caller, new URLSearchParams(query));
  }
  if (request.method === "POST" && resource === "appointments" && id === undefined) {
    requireScope(caller, "WRITE_APPOINTMENTS");
    return book(pool, caller, toBooking(await readBody(request)));
  }
  return refuse(405, "METHOD_NOT_ALLOWED", "This path does not take this method");
}

function errorAnswer(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { status, code, message, headers } = error;
    return { status, body: { error: { code, message } }, headers };
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { status: 500, body: { error: { code: "INTERNAL_ERROR", message: "Internal error" } } };
}

function record(
  { method, url, socket, headers }: IncomingMessage,
  { caller, status, startedAt }: { caller: Caller; status: number; startedAt: number },
): void {
  usage.record({
    organizationId: caller.organizationId,
    apiKeyId: caller.apiKeyId,
    method: method!,
    endpoint: url!.split("?", 1)[0]!,
    statusCode: status,
    creditsConsumed: status === 201 ? 1 : 0,
    responseTimeMs: Math.round(performance.now() - startedAt),
    ipAddress: socket.remoteAddress ?? "",
    userAgent: headers["user-agent"] ?? "",
    createdAt: new Date(),
  });
}

process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(async () => {
    await usage.close();
    await pool.end();
  });
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
