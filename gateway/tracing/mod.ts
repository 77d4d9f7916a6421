export { openTracing, type Tracing } from "./tracing.ts";
export type { TracingSettings } from "./settings.ts";
