/** The samplers of the OpenTelemetry specification that need no remote service. */
type Root = "always_on" | "always_off" | "traceidratio";
export type SamplerName = Root | `parentbased_${Root}`;

/** Where traces go, and how many. */
export interface TracingSettings {
  /** The base URL of an OTLP/HTTP receiver, without `/v1/traces`. */
  endpoint: string;
  /** May have secrets. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  sampler: SamplerName;
  /** Of the two samplers with `traceidratio`: the part of the traces that is recorded, from 0 to 1. */
  samplerRatio: number;
}
