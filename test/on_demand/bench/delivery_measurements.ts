/** One row of the bench that is of the service alone: of webhooks, and of a noisy neighbour. */
export type DeliveryMeasurement =
  & { name: string }
  & (
    | { kind: "throughput"; webhooks: number }
    | { kind: "delay"; eventsPerSecond: number }
    | { kind: "creates"; connections: number }
    | { kind: "neighbour"; connections: number }
  );

/** Every measurement of them, in the order in which they are made. */
export const deliveryMeasurements: readonly DeliveryMeasurement[] = [
  ...[1, 20].map((webhooks) => ({
    name: `deliveries, ${webhooks} ${webhooks === 1 ? "webhook" : "webhooks"}`,
    kind: "throughput" as const,
    webhooks,
  })),
  { name: "deliveries, delay at 100 events/s", kind: "delay", eventsPerSecond: 100 },
  { name: "deliveries, creates at 64 connections", kind: "creates", connections: 64 },
  { name: "noisy neighbour, 16 connections", kind: "neighbour", connections: 16 },
];
