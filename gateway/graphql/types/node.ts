import { type GraphQLResolveInfo, isInterfaceType, isObjectType } from "graphql";
import { type Organization, validationError } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { nodeRefOf } from "../relay.ts";

const maxNodes = 100;

builder.queryFields((t) => ({
  node: t.node({
    description: "The object with this id. Null if the organization has no such object.",
    args: { id: t.arg.id({ required: true, description: "The global id." }) },
    id: (_, { id }, __, info) => ofNode(id, info),
  }),
  nodes: t.nodeList({
    description: "The objects with these ids, in the order of the ids. An item is null if the " +
      "organization has no such object.",
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The global ids, at most ${maxNodes}.`,
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    ids: (_, { ids }, __, info) => {
      if (ids.length > maxNodes) {
        const message = `Must have at most ${maxNodes} items. Request the others separately`;
        throw validationError({ field: "ids", message });
      }
      return ids.map((id) => ofNode(id, info));
    },
  }),
}));

/** Returns the global id, or null if its type is not a node type. */
function ofNode(globalId: string, { schema }: GraphQLResolveInfo): string | null {
  const type = schema.getType(nodeRefOf(globalId)?.typename ?? "");
  const node = schema.getType("Node");
  const isNode = isObjectType(type) && isInterfaceType(node) && schema.isSubType(node, type);
  return isNode ? globalId : null;
}

const OrganizationType = builder.objectRef<Organization>("Organization").implement({
  description: "The caller's organization.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name." }),
    timeZone: t.exposeString("timeZone", {
      description: "The IANA time zone. All local times and dates are in this zone.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
  }),
});

builder.queryField("organization", (t) =>
  t.field({
    type: OrganizationType,
    description: "The caller's organization.",
    resolve: (_, __, { reports }) => reports.organization(),
  }));
