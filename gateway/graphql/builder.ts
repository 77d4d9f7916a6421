import SchemaBuilder from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import DataloaderPlugin from "@pothos/plugin-dataloader";
import RelayPlugin from "@pothos/plugin-relay";
import { relay } from "./relay.ts";
import type { Pace, Reports } from "../../core/mod.ts";

/** Builds the schema. Each type is in the file of its name. Fields are non-null by default. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Scalars: {
    LocalDateTime: { Input: Temporal.PlainDateTime; Output: Temporal.PlainDateTime };
    Date: { Input: Temporal.PlainDate; Output: Temporal.PlainDate };
    DateTime: { Input: Temporal.Instant; Output: Temporal.Instant };
    ID: { Input: string; Output: string | number };
  };
}>({
  plugins: [RelayPlugin, ComplexityPlugin, DataloaderPlugin],
  defaultFieldNullability: false,
  relay,
  complexity: { defaultComplexity: 1, defaultListMultiplier: 10 },
});

builder.queryType({ description: "The queries about the caller's organization." });

/** The context of every resolver. */
export interface GraphqlContext {
  /** Reads the caller's organization in one snapshot. */
  reports: Reports;
  /** Pauses long computations so that they do not block the event loop. */
  pace: Pace;
  /** Number of the organization's departments. The cost of reports depends on it. */
  departmentCount: number;
}
