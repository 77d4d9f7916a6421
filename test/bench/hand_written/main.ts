import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { book, type Booking } from "./booking.ts";
import { checkAvailability, findAppointment, listAppointments } from "./reads.ts";
import { type Answer, type Caller, Refusal, refuse } from "./refusal.ts";

// What one would write by hand on node:http and pg: the same tables, checks and shapes, a query for each
// thing that is asked, one transaction for each booking. It neither limits requests nor records their usage.
const pool = new Pool({ connectionString: process.env["DATABASE_URL"]!, max: 10 });
const paths = /^\/api\/v1\/(appointments|departments)(?:\/(\d{1,15})(\/availability)?)?$/;

const server = createServer((request, response) => {
  handle(request).catch((error: unknown): Answer => {
    if (error instanceof Refusal) return { status: error.status, body: { error: error.body } };
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { status: 500, body: { error: { code: "INTERNAL_ERROR", message: "Internal error" } } };
  }).then((answer) => send(response, answer));
});

async function handle(request: IncomingMessage): Promise<Answer> {
  const caller = await authenticate(request.headers["x-api-key"]);
  const answer = await answerTo(request, caller);
  return { ...answer, headers: { ...answer.headers, "X-Organization-Time-Zone": caller.timeZone } };
}

async function answerTo(request: IncomingMessage, caller: Caller): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url!, "http://localhost");
  const [, of, id, more] = paths.exec(pathname) ??
    refuse(404, "NOT_FOUND", "There is nothing here");
  if (request.method === "GET" && of === "departments" && more) {
    const time = readTime(searchParams.get("dateTime"));
    if (!time) refuse(400, "INVALID_DATE_FORMAT", "dateTime is no local date-time");
    return checkAvailability(pool, caller, { departmentId: Number(id), time });
  }
  if (request.method === "GET" && of === "appointments" && !more) {
    needScope(caller, "READ_APPOINTMENTS");
    if (id !== undefined) return findAppointment(pool, caller, Number(id));
    return listAppointments(pool, caller, searchParams);
  }
  if (request.method === "POST" && of === "appointments" && id === undefined) {
    needScope(caller, "WRITE_APPOINTMENTS");
    const body = await readBody(request);
    return book(pool, caller, readBooking(body, request.headers["idempotency-key"]?.toString()));
  }
  return refuse(405, "METHOD_NOT_ALLOWED", "Not allowed here");
}

async function authenticate(key: string | string[] | undefined): Promise<Caller> {
  if (typeof key !== "string" || key === "") {
    return refuse(401, "MISSING_API_KEY", "Send X-API-Key");
  }
  const { rows } = await pool.query<Caller>({
    name: "authenticate",
    text: `select k.organization_id as "organizationId", o.time_zone as "timeZone", k.environment,
        k.scopes
      from api_keys k join organizations o on o.id = k.organization_id
      where k.key_hash = $1 and k.revoked_at is null`,
    values: [createHash("sha256").update(key).digest("hex")],
  });
  return rows[0] ?? refuse(401, "INVALID_API_KEY", "There is no such key");
}

function needScope({ scopes }: Caller, scope: string): void {
  if (!scopes.includes(scope)) refuse(403, "INSUFFICIENT_SCOPE", `The key needs ${scope}`);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > 65_536) refuse(413, "PAYLOAD_TOO_LARGE", "A body holds at most 64 KiB");
  }
  try {
    return { ...JSON.parse(text) };
  } catch {
    return refuse(400, "VALIDATION_ERROR", "The body is no JSON");
  }
}

function readBooking(body: Record<string, unknown>, key: string | undefined): Booking {
  const { departmentId, workerId = null, externalUserId = null } = body;
  const name = typeof body["name"] === "string" ? body["name"].trim() : "";
  const dateTime = readTime(body["dateTime"]);
  const faults = [
    ...(Number.isSafeInteger(departmentId) ? [] : ["departmentId"]),
    ...(dateTime ? [] : ["dateTime"]),
    ...(name !== "" && name.length <= 255 ? [] : ["name"]),
    ...(workerId === null || Number.isSafeInteger(workerId) ? [] : ["workerId"]),
    ...(externalUserId === null || isText(externalUserId) ? [] : ["externalUserId"]),
    ...(key === undefined || /^[\x20-\x7e]{1,255}$/.test(key) ? [] : ["Idempotency-Key"]),
  ];
  if (faults.length > 0) refuse(400, "VALIDATION_ERROR", `Not valid: ${faults.join(", ")}`);
  return { departmentId, dateTime, name, workerId, externalUserId, key } as Booking;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 255 && !value.includes("\0");
}

function readTime(value: unknown): Temporal.PlainDateTime | undefined {
  const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?)(\.\d+)?$/;
  const text = typeof value === "string" ? form.exec(value)?.[1] : undefined;
  try {
    return text === undefined ? undefined : Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "X-Request-Id": crypto.randomUUID(),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  }).end(text);
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
