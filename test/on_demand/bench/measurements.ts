import { hasPgbouncer } from "../../support/pgbouncer.ts";
import { hasRedisServer } from "../../support/redis_server.ts";

/** The kind of requests that one measurement sends. */
export type Kind =
  | "create"
  | "create in many"
  | "read"
  | "availability"
  | "list"
  | "slots"
  | "known slots"
  | "slots after a booking"
  | "mix";

/** The servers that are measured. */
export type ServerName =
  | "service"
  | "hand-written"
  | "service with Redis"
  | "session pooler"
  | "transaction pooler";

/** One row of the bench. */
export interface Measurement {
  name: string;
  kind: Kind;
  connections: number;
  /** The ratio is that of the first to the second. */
  servers: readonly [ServerName, ServerName];
  /** The least ratio that the project wants. */
  aim: number | null;
  /** Whether latencies are also measured at half of the rate. */
  atHalf: boolean;
}

/** Organizations that creations are spread over. */
export const organizations = 300;

/** Connections, and the least ratio that the project wants. */
type Case = [connections: number, aim?: number];

// Creations come last, so that the rows before them find the databases as they were seeded.
const compared: readonly Measurement[] = [
  ...rows("reads", { kind: "read" }, [[1, 1], [64, 2]]),
  ...rows("availability", { kind: "availability" }, [[1, 1], [64, 2.5]]),
  ...rows("list page", { kind: "list" }, [[64]]),
  ...rows("slots of a month", { kind: "slots" }, [[1], [16]]),
  ...rows("slots of a month that the client has", { kind: "known slots" }, [[16]]),
  ...rows("mix", { kind: "mix", atHalf: true }, [[64]]),
  ...rows("slots of a month after each booking", { kind: "slots after a booking" }, [[1]]),
  ...rows("creates", { kind: "create" }, [[1, 1], [16, 2.5]]),
  ...rows("creates", { kind: "create", atHalf: true }, [[64, 4]]),
  ...rows(
    `creates over ${organizations} organizations`,
    { kind: "create in many", atHalf: true },
    [[64, 2]],
  ),
];

const servers = ["service with Redis", "service"] as const;
const withRedis: readonly Measurement[] = [
  ...rows("mix with Redis", { kind: "mix", servers }, [[64]]),
  ...rows("creates with Redis", { kind: "create", servers }, [[64]]),
];

const pooled: readonly Measurement[] = (["session pooler", "transaction pooler"] as const)
  .flatMap((pooler) => {
    const servers = [pooler, "service"] as const;
    return (["read", "create"] as const).flatMap((kind) =>
      rows(`${kind}s through a ${pooler}`, { kind, servers }, [[1], [64]])
    );
  });

/** Every measurement that this machine can make, in the order in which they are made. */
export const measurements: readonly Measurement[] = [
  ...compared,
  ...(hasRedisServer ? withRedis : []),
  ...(hasPgbouncer ? pooled : []),
];

function rows(
  name: string,
  how: Pick<Measurement, "kind"> & Partial<Pick<Measurement, "servers" | "atHalf">>,
  cases: Case[],
): Measurement[] {
  return cases.map(([connections, aim = null]) => ({
    name: `${name}, ${connections} ${connections === 1 ? "connection" : "connections"}`,
    connections,
    aim,
    servers: ["service", "hand-written"],
    atHalf: false,
    ...how,
  }));
}
