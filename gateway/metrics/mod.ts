export { createMetrics, type Metrics, type MetricValues } from "./metrics.ts";
export { startMetricsServer } from "./metrics_server.ts";
