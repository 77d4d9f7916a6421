import { type ASTNode, type DocumentNode, GraphQLError, Kind, visit } from "graphql";

/** Names the argument in an error about a literal value: GraphQL does so for variables only. */
export function withArgument(error: GraphQLError, document: DocumentNode): GraphQLError {
  const [value] = error.nodes ?? [];
  const names = value ? argumentOf(value, document) : [];
  if (names.length === 0) return error;
  const message = `Argument "${names.join(".")}": ${error.message}`;
  const { nodes, originalError, extensions } = error;
  return new GraphQLError(message, { nodes, originalError, extensions });
}

/** Returns the names that lead to a value: its argument and, within an object, the fields. */
function argumentOf(value: ASTNode, document: DocumentNode): string[] {
  let names: string[] = [];
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== value) return undefined;
      // Lists of nodes are ancestors too, with all their members.
      names = [...ancestors, parent].flatMap((one) =>
        one && "kind" in one && (one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD)
          ? [one.name.value]
          : []
      );
      return undefined;
    },
  });
  return names;
}
