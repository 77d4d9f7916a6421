import { type ASTNode, type DocumentNode, GraphQLError, Kind, visit } from "graphql";

/** The kinds of literal values. */
const valueKinds: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/** Names the argument in each error about a literal value: GraphQL does so for variables only. */
export function withArguments(
  errors: GraphQLError[],
  document: DocumentNode,
): GraphQLError[] {
  const values = errors.flatMap(({ nodes }) => {
    const value = nodes?.[0];
    return value && valueKinds.has(value.kind) ? [value] : [];
  });
  if (values.length === 0) return errors;
  const namesOf = argumentsOf(new Set(values), document);
  return errors.map((error) => {
    const { nodes, originalError, extensions } = error;
    const names = nodes?.[0] && namesOf.get(nodes[0]);
    if (!names || names.length === 0) return error;
    const message = `Argument "${names.join(".")}": ${error.message}`;
    return new GraphQLError(message, { nodes, originalError, extensions });
  });
}

/**
 * Returns the names that lead to each of some values: its argument and, within an object, the fields. Visits the document
 * once, because a query may have many errors.
 */
function argumentsOf(
  values: ReadonlySet<ASTNode>,
  document: DocumentNode,
): Map<ASTNode, string[]> {
  const found = new Map<ASTNode, string[]>();
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (!values.has(node)) return undefined;
      // Lists of nodes are ancestors too, with all their members.
      const names = [...ancestors, parent].flatMap((one) =>
        one && "kind" in one && (one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD)
          ? [one.name.value]
          : []
      );
      found.set(node, names);
      return undefined;
    },
  });
  return found;
}
