import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  Registry,
} from "prom-client";
import { observeBookings } from "./bookings.ts";
import { observeDeliveries } from "./deliveries.ts";
import { observeLimits } from "./limits.ts";
import { observeRefusals } from "./refusals.ts";
import { observeRequests } from "./requests.ts";
import { observeState, type StateReads } from "./state.ts";
import { observeUpkeep, type UpkeepReads } from "./upkeep.ts";

/** The metrics of a process with their values, as one process sends them to another. */
export type MetricValues = MetricObjectWithValues<never>[];

/** The metrics of this process, and the places where they are measured. */
export interface Metrics {
  requests: ReturnType<typeof observeRequests>;
  bookings: ReturnType<typeof observeBookings>;
  deliveries: ReturnType<typeof observeDeliveries>;
  limits: ReturnType<typeof observeLimits>;
  /** Returns the use cases, each of which counts its refusals. */
  countRefusals<A extends { staff: object }>(application: A): A;
  /** Adds what is read at each scrape. */
  addState(reads: StateReads & UpkeepReads): void;
  /** Returns all values of this process. */
  values(): Promise<MetricValues>;
  /** Returns the text of a scrape: the values of this process and of others, added up. */
  text(others: readonly MetricValues[]): Promise<string>;
  contentType: string;
}

/** Creates the metrics of this process (gateway/metrics/README.md). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const values = async () => await registry.getMetricsAsJSON() as unknown as MetricValues;
  return {
    requests: observeRequests(registry),
    bookings: observeBookings(registry),
    deliveries: observeDeliveries(registry),
    limits: observeLimits(registry),
    countRefusals: observeRefusals(registry),
    addState(reads) {
      observeState(registry, reads);
      observeUpkeep(registry, reads);
    },
    values,
    async text(others) {
      if (others.length === 0) return await registry.metrics();
      return await AggregatorRegistry.aggregate([await values(), ...others]).metrics();
    },
    contentType: registry.contentType,
  };
}
