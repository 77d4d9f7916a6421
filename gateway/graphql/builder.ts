import SchemaBuilder from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import DataloaderPlugin from "@pothos/plugin-dataloader";
import RelayPlugin from "@pothos/plugin-relay";
import type { GraphqlContext } from "./context.ts";
import { relay } from "./relay.ts";

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
