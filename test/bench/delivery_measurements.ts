/** One row of the bench about webhooks. */
export type DeliveryMeasurement =
  & { name: string }
  & (
    | { kind: "throughput"; webhooks: number }
    | { kind: "delay"; eventsPerSecond: number }
    | { kind: "creates"; connections: number }
  );

/** Every measurement of webhooks, in the order in which they are made. */
export const deliveryMeasurements: readonly DeliveryMeasurement[] = [
  ...[1, 20].map((webhooks) => ({
    name: `deliveries, ${webhooks} ${webhooks === 1 ? "webhook" : "webhooks"}`,
    kind: "throughput" as const,
    webhooks,
  })),
  { name: "deliveries, delay at 100 events/s", kind: "delay", eventsPerSecond: 100 },
  { name: "deliveries, creates at 64 connections", kind: "creates", connections: 64 },
];
