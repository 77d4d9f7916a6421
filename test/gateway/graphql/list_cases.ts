import fc from "fast-check";
import type { ListName, ListOrder } from "../../../core/mod.ts";
import type { ListTable } from "./list_rows.ts";

/** A row of a table, or a filter. */
export type Row = Record<string, unknown>;
/** The ids of related rows, by kind. */
export type Names = Record<string, number[]>;

/** A tested list: its rows, filters and orders, and the same without SQL. */
export interface ListCase {
  list: ListName;
  table: ListTable;
  /** Rows with few different values, so that many of them tie. */
  row(names: Names): fc.Arbitrary<Row>;
  /** A filter, and whether a row passes it. */
  filter(names: Names): fc.Arbitrary<Row>;
  passes(row: Row, filter: Row): boolean;
  orders: { orderBy: ListOrder | undefined; by: string[]; isDescending: boolean }[];
  /** The relations by which it is also read. */
  owners: { by: string; column: string; names: keyof Names }[];
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const filterOf = (arbitraries: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries(Object.entries(arbitraries).map(([name, one]) => [name, maybe(one)])),
  ) as fc.Arbitrary<Row>;
const environment = fc.constantFrom("LIVE", "TEST");
const minutes = (most: number) =>
  fc.integer({ min: 0, max: most }).map((n) => `2026-03-05T1${Math.floor(n / 6)}:${n % 6}0:00`);
const time = fc.integer({ min: 0, max: 5 }).map((n) => `2026-03-05T10:0${n}:00`);
const instant = time.map((text) => `${text}.00${text.at(-4)}Z`);
const at = instant.map((text) => Temporal.Instant.from(text));
const local = time.map((text) => Temporal.PlainDateTime.from(text));
const isActive = fc.boolean();
const ids = [{ orderBy: undefined, by: ["id"], isDescending: false }];
const is = (asked: unknown, actual: unknown) => asked === undefined || asked === actual;
const isBetween = (actual: unknown, from: unknown, to: unknown) => {
  const ms = Date.parse(actual as string);
  return (!from || (from as Temporal.Instant).epochMilliseconds <= ms) &&
    (!to || ms < (to as Temporal.Instant).epochMilliseconds);
};

// The columns that the checks of the table require in a state.
const visitOf = {
  WAITING: { desk: null, calls: 0, called_at: null, outcome: null, ended_at: null },
  CALLED: {
    calls: 1,
    called_at: "2026-03-05T10:05:00Z",
    outcome: null,
    ended_at: null,
  },
  ENDED: {
    desk: null,
    calls: 0,
    called_at: null,
    outcome: "LEFT",
    ended_at: "2026-03-05T10:10:00Z",
  },
};

/** Every list. */
export const listCases: ListCase[] = [
  {
    list: "departments",
    table: "departments",
    row: () => fc.record({ is_active: isActive }),
    filter: () => filterOf({ isActive }),
    passes: (row, filter) => is(filter["isActive"], row["is_active"]),
    orders: ids,
    owners: [],
  },
  {
    list: "workers",
    table: "workers",
    row: ({ departments }) =>
      fc.record({ is_active: isActive, department_id: fc.constantFrom(...departments!) }),
    filter: ({ departments }) =>
      filterOf({ isActive, departmentId: fc.constantFrom(...departments!) }),
    passes: (row, filter) =>
      is(filter["isActive"], row["is_active"]) &&
      is(filter["departmentId"], row["department_id"]),
    orders: ids,
    owners: [{ by: "departmentId", column: "department_id", names: "departments" }],
  },
  {
    list: "appointments",
    table: "appointments",
    row: ({ departments, workers }) =>
      fc.record({
        environment,
        department_id: fc.constantFrom(...departments!),
        worker_id: fc.option(fc.constantFrom(...workers!)),
        status: fc.constantFrom("SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"),
        archived_at: fc.option(fc.constant("2026-03-05T10:00:00Z"), { freq: 2 }),
        date_time: time,
        created_at: instant,
        external_user_id: fc.option(fc.constantFrom("a", "b")),
      }),
    filter: ({ departments, workers }) =>
      filterOf({
        environment,
        departmentId: fc.constantFrom(...departments!),
        workerId: fc.constantFrom(...workers!),
        status: fc.subarray(["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"]),
        archived: fc.boolean(),
        dateTimeFrom: local,
        dateTimeTo: local,
        createdFrom: at,
        createdTo: at,
        externalUserId: fc.constantFrom("a", "b", "c"),
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["departmentId"], row["department_id"]) &&
      is(filter["workerId"], row["worker_id"]) &&
      is(filter["externalUserId"], row["external_user_id"]) &&
      is(filter["archived"], row["archived_at"] !== null) &&
      (filter["status"] as string[] | undefined ?? [row["status"]]).includes(
        row["status"] as string,
      ) &&
      isBetween(row["created_at"], filter["createdFrom"], filter["createdTo"]) &&
      !(String(row["date_time"]) < String(filter["dateTimeFrom"] ?? "")) &&
      !(String(row["date_time"]) >= String(filter["dateTimeTo"] ?? "9")),
    orders: (["DATE_TIME", "CREATED_AT"] as const).flatMap((by) =>
      (["ASC", "DESC"] as const).map((direction) => ({
        orderBy: { by, direction },
        by: by === "DATE_TIME" ? ["date_time", "id"] : ["id"],
        isDescending: direction === "DESC",
      }))
    ).concat({ orderBy: undefined as never, by: ["date_time", "id"], isDescending: false }),
    owners: [
      { by: "departmentId", column: "department_id", names: "departments" },
      { by: "workerId", column: "worker_id", names: "workers" },
    ],
  },
  {
    list: "visits",
    table: "visits",
    row: ({ departments, workers }) =>
      fc.record({
        environment,
        department_id: fc.constantFrom(...departments!),
        worker_id: fc.option(fc.constantFrom(...workers!)),
        date: fc.constantFrom("2026-03-04", "2026-03-05", "2026-03-06"),
        state: fc.constantFrom("WAITING", "CALLED", "ENDED"),
      }).map((row) => Object.assign({}, row, visitOf[row.state as keyof typeof visitOf])),
    filter: ({ departments, workers }) =>
      filterOf({
        environment,
        departmentId: fc.constantFrom(...departments!),
        workerId: fc.constantFrom(...workers!),
        state: fc.subarray(["WAITING", "CALLED", "IN_SERVICE", "ENDED"]),
        from: fc.constant(Temporal.PlainDate.from("2026-03-05")),
        to: fc.constant(Temporal.PlainDate.from("2026-03-05")),
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["departmentId"], row["department_id"]) &&
      is(filter["workerId"], row["worker_id"]) &&
      (filter["state"] as string[] | undefined ?? [row["state"]]).includes(
        row["state"] as string,
      ) &&
      !(String(row["date"]) < String(filter["from"] ?? "")) &&
      !(String(row["date"]) > String(filter["to"] ?? "9")),
    orders: (["ASC", "DESC"] as const).map((direction) => ({
      orderBy: { by: "NUMBER", direction },
      by: ["date", "number", "part", "id"],
      isDescending: direction === "DESC",
    })).concat({
      orderBy: undefined as never,
      by: ["date", "number", "part", "id"],
      isDescending: true,
    }),
    owners: [],
  },
  {
    list: "creditEntries",
    table: "credit_entries",
    row: () =>
      fc.oneof(
        fc.record({ environment, created_at: instant, amount: fc.constant(1) }),
        fc.record({
          environment,
          created_at: instant,
          amount: fc.constant(-1),
          kind: fc.constant("CONSUMED"),
          appointment_id: fc.constant(0),
        }),
        fc.record({
          environment,
          created_at: instant,
          amount: fc.constant(1),
          kind: fc.constant("REFUNDED"),
          appointment_id: fc.constant(0),
        }),
      ),
    filter: () =>
      filterOf({
        environment,
        kind: fc.constantFrom("GRANTED", "CONSUMED", "REFUNDED"),
        from: at,
        to: at,
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) && is(filter["kind"], row["kind"]) &&
      isBetween(row["created_at"], filter["from"], filter["to"]),
    orders: [{ orderBy: undefined, by: ["id"], isDescending: true }],
    owners: [],
  },
  {
    list: "apiKeys",
    table: "api_keys",
    row: () => fc.record({ environment, revoked_at: fc.option(instant, { freq: 2 }) }),
    filter: () => filterOf({ environment, isActive }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["isActive"], row["revoked_at"] === null),
    orders: ids,
    owners: [],
  },
  {
    list: "webhooks",
    table: "webhooks",
    row: () => fc.record({ is_active: isActive, deleted_at: fc.option(instant, { freq: 2 }) }),
    filter: () => filterOf({ isActive }),
    passes: (row, filter) => row["deleted_at"] === null && is(filter["isActive"], row["is_active"]),
    orders: ids,
    owners: [],
  },
  {
    list: "webhookDeliveries",
    table: "webhook_attempts",
    row: ({ webhooks }) =>
      fc.record({
        environment,
        webhook_id: fc.constantFrom(...webhooks!),
        status: fc.constantFrom("DELIVERED", "FAILED"),
        event_type: fc.constantFrom("appointment.created", "webhook.test"),
        created_at: instant,
      }),
    filter: ({ webhooks }) =>
      filterOf({
        environment,
        webhookId: fc.constantFrom(...webhooks!),
        status: fc.constantFrom("DELIVERED", "FAILED", "PENDING"),
        eventType: fc.constantFrom("appointment.created", "webhook.test"),
        from: at,
        to: at,
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["webhookId"], row["webhook_id"]) && is(filter["status"], row["status"]) &&
      is(filter["eventType"], row["event_type"]) &&
      isBetween(row["created_at"], filter["from"], filter["to"]),
    orders: [{ orderBy: undefined, by: ["created_at", "id"], isDescending: true }],
    owners: [{ by: "webhookId", column: "webhook_id", names: "webhooks" }],
  },
  {
    list: "usageLogs",
    table: "usage_entries",
    row: ({ keys }) =>
      fc.record({
        environment,
        api_key_id: fc.constantFrom(...keys!),
        status_code: fc.constantFrom(200, 404),
        // Over several quarters of an hour and days, because the log is indexed by both.
        timestamp: fc.tuple(
          fc.integer({ min: 1, max: 4 }),
          minutes(24),
          fc.integer({ max: 2, min: 0 }),
        )
          .map(([day, text, ms]) => `${text.replace("03-05", `03-0${day}`)}.00${ms}Z`),
      }).chain((row) =>
        fc.constantFrom(
          { endpoint: "/api/v1/appointments", route_template: "GET /api/v1/appointments" },
          { endpoint: "/api/v1/appointments", route_template: "POST /api/v1/appointments" },
          { endpoint: "/api/v1/appointments/7", route_template: "GET /api/v1/appointments/{id}" },
        ).map((route) => Object.assign({}, row, route))
      ),
    filter: ({ keys }) =>
      filterOf({
        environment,
        apiKeyId: fc.constantFrom(...keys!),
        statusCode: fc.constantFrom(200, 404),
        endpoint: fc.constantFrom(
          "POST /api/v1/appointments",
          "/api/v1/appointments",
          "/api/v1/appointments/{id}",
          "/api/v1/appointments/7",
        ),
        from: fc.constant(Temporal.Instant.from("2026-03-02T11:20:00.001Z")),
        to: fc.constant(Temporal.Instant.from("2026-03-04T11:20:00.001Z")),
      }),
    passes: (row, filter) =>
      is(filter["environment"], row["environment"]) &&
      is(filter["apiKeyId"], row["api_key_id"]) &&
      is(filter["statusCode"], row["status_code"]) &&
      isBetween(row["timestamp"], filter["from"], filter["to"]) &&
      [
        undefined,
        row["endpoint"],
        row["route_template"],
        String(row["route_template"]).split(" ")[1],
      ]
        .includes(filter["endpoint"] as string | undefined),
    orders: [{ orderBy: undefined, by: ["timestamp", "id"], isDescending: true }],
    owners: [],
  },
];
