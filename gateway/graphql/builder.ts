import SchemaBuilder from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import DataloaderPlugin from "@pothos/plugin-dataloader";
import RelayPlugin from "@pothos/plugin-relay";
import { relay } from "./relay.ts";
import type { Pace, Reports } from "../../core/mod.ts";

/** What makes the schema; each type is in the file of its name. Outputs are never null unless said. */
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

builder.queryType({ description: "Everything that can be asked about the caller's organization." });

/** What every resolver is given. */
export interface GraphqlContext {
  /** The readings of the caller's organization, as of one moment. */
  reports: Reports;
  /** Keeps what is made of them from holding the event loop. */
  pace: Pace;
  /** Departments of the organization, by which reports are priced. */
  departmentCount: number;
}
