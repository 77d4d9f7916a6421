import { expect, test } from "vitest";
import { safeMessage, toLoggedError } from "../../../gateway/process/log.ts";
import { startFaultMessage } from "../../../gateway/process/start_fault.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

const connectionString = await freshDatabase();
const service = await servicePerFile(connectionString);
const seeded = await seedOrganization(service, { slotCapacity: 2 });
const worker = await service.application.createWorker(seeded.departmentId, { name: "W" });
const input = {
  departmentId: seeded.departmentId,
  dateTime: "2027-03-01T10:00:00",
  name: "secret",
  workerId: worker.id,
};
await service.application.bookAppointment(seeded, input);
const client = await clientPerFile(connectionString);
await client.query("update appointments set worker_is_exclusive = true, qr_code = 'secret'");
await client.query(
  "insert into idempotency_keys values (1, 'LIVE', 'secret', 'secret', '{}', now())",
);
await client.query("update staff_users set email = 'secret@example', password_hash = 'secret'");

/** Copies the rows of a table with some columns replaced, all values in the text of the statement. */
async function copyRows(table: string, replaced: Record<string, string>): Promise<Error> {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => replaced[name] ?? name);
  const copy = `insert into ${table} (${names}) select ${values} from ${table} /* secret */`;
  return await client.query(copy).then(() => new Error("It was copied"), (error) => error);
}

const other = { id: "id + 1000", place: "2", qr_code: "'secret 2'" };

test.each([
  ["staff_users_email", "staff_users", { id: "id + 1000" }],
  ["appointments_qr_code", "appointments", { ...other, qr_code: "qr_code" }],
  ["appointments_place", "appointments", { ...other, place: "place" }],
  ["appointments_worker", "appointments", other],
  ["credit_entries_once_a_round", "credit_entries", { id: "id + 1000" }],
  ["idempotency_keys_pkey", "idempotency_keys", { fingerprint: "'secret'" }],
])("a row that meets %s is logged with the constraint and no data", async (name, table, row) => {
  const error = await copyRows(table, row);
  const logged = toLoggedError(new Error("Cannot write", { cause: error }));
  expect(logged).toMatchObject({ type: "Error", message: "Cannot write", cause: { table } });
  expect(logged.cause).toMatchObject({ code: "23505", constraint: name });
  expect(JSON.stringify(logged)).not.toContain("secret");
});

test("an error of the ORM is logged without its SQL and its values", async () => {
  await client.query("alter table organizations add check (name <> 'Secret')");
  const error = await service.application
    .createOrganization({ name: "Secret", ownerEmail: "other.secret@secret.example" })
    .then(() => undefined, (fault: unknown) => fault);
  const logged = toLoggedError(error);
  expect(logged).toMatchObject({ code: "23514", table: "organizations" });
  expect(JSON.stringify(logged).toLowerCase()).not.toContain("secret");
});

test("a message of the database that quotes a value is withheld, also where a start failed", async () => {
  const error = await client.query("select $1::int", ["secret"]).catch((fault: Error) => fault);
  expect((error as Error).message).toContain("secret");
  const logged = toLoggedError(error);
  expect(logged).toMatchObject({ code: "22P02", message: expect.stringContaining("22P02") });
  expect(logged.stack).toMatch(/^ +at /);
  expect(JSON.stringify(logged)).not.toContain("secret");
  expect(startFaultMessage(error)).not.toContain("secret");
});

test("a message that names the cause is kept", async () => {
  const error = await client.query("select * from nowhere").catch((fault: Error) => fault);
  expect(safeMessage(error as Error)).toBe('relation "nowhere" does not exist');
});

test("fields that are not listed are left out at every level", () => {
  const inner = Object.assign(new Error("inner"), { command: "secret", syscall: "connect" });
  const outer = Object.assign(new AggregateError([inner], "outer", { cause: inner }), {
    rawPacket: "secret",
  });
  const logged = toLoggedError(outer);
  const shown = { type: "Error", message: "inner", syscall: "connect" };
  expect(logged).toMatchObject({ message: "outer", cause: shown, errors: [shown] });
  expect(JSON.stringify(logged)).not.toContain("secret");
  expect(JSON.stringify(toLoggedError("secret"))).not.toContain("secret");
});
