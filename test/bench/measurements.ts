/** What one measurement asks for, over and over. */
export type Kind = "create" | "read" | "availability" | "list";

/** One row of the bench: requests of a kind, one in flight on each connection. */
export interface Measurement {
  name: string;
  kind: Kind;
  connections: number;
}

// Creations come last: all that goes before them finds both databases as they were seeded.
const kinds: { name: string; kind: Kind; connections: number[] }[] = [
  { name: "reads", kind: "read", connections: [16, 64] },
  { name: "availability", kind: "availability", connections: [64] },
  { name: "list page", kind: "list", connections: [64] },
  { name: "creates", kind: "create", connections: [1, 16, 64] },
];

/** Every measurement, in the order in which they are made. */
export const measurements: readonly Measurement[] = kinds.flatMap(({ name, kind, connections }) =>
  connections.map((count) => ({
    name: `${name}, ${count} ${count === 1 ? "connection" : "connections"}`,
    kind,
    connections: count,
  }))
);

/** Connections of the busiest measurement; each gets keys of its own. */
export const maxConnections = Math.max(...measurements.map(({ connections }) => connections));
