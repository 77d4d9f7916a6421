import { type GraphQLResolveInfo, isInterfaceType, isObjectType } from "graphql";
import { type Organization, validationError } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { nodeNameOf } from "../relay.ts";

const maxNodes = 100;

builder.queryFields((t) => ({
  node: t.node({
    description: "What has this id; null if the organization has nothing of it.",
    args: { id: t.arg.id({ required: true, description: "Its id over all types." }) },
    id: (_, { id }, __, info) => ofNode(id, info),
  }),
  nodes: t.nodeList({
    description: "What has each of these ids, in their order; null where the organization has " +
      "nothing of it.",
    args: {
      ids: t.arg.idList({
        required: true,
        description: `Their ids over all types, at most ${maxNodes}.`,
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    ids: (_, { ids }, __, info) => {
      if (ids.length > maxNodes) {
        const message = `Must be at most ${maxNodes}; ask for the others in another request`;
        throw validationError({ field: "ids", message });
      }
      return ids.map((id) => ofNode(id, info));
    },
  }),
}));

/** A global id, unless it is of no node's type. */
function ofNode(globalId: string, { schema }: GraphQLResolveInfo): string | null {
  const type = schema.getType(nodeNameOf(globalId)?.typename ?? "");
  const node = schema.getType("Node");
  const isNode = isObjectType(type) && isInterfaceType(node) && schema.isSubType(node, type);
  return isNode ? globalId : null;
}

const OrganizationType = builder.objectRef<Organization>("Organization").implement({
  description: "The organization that the caller reports on.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "What it is called." }),
    timeZone: t.exposeString("timeZone", {
      description: "The IANA name of its zone; every local time and every day is of it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
});

builder.queryField("organization", (t) =>
  t.field({
    type: OrganizationType,
    description: "The organization that the caller reports on.",
    resolve: (_, __, { reports }) => reports.organization(),
  }));
