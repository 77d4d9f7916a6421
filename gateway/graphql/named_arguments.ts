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

/**
 * Names the argument in each error about a value. GraphQL names only the variable, or nothing for a literal. The error of
 * a variable also gets the place where it is used: GraphQL gives that of its definition.
 */
export function withArguments(errors: GraphQLError[], document: DocumentNode): GraphQLError[] {
  const values = errors.map(refusedIn).filter((value) => value !== undefined);
  if (values.length === 0) return errors;
  const usesOf = argumentsOf(new Set(values), document);
  return errors.map((error) => {
    const { nodes = [], originalError, extensions } = error;
    const value = refusedIn(error);
    if (!value) return error;
    const isVariable = value.kind === Kind.VARIABLE_DEFINITION;
    const uses = usesOf.get(isVariable ? value.variable.name.value : value) ?? [];
    if (uses.length === 0) return error;
    const names = [...new Set(uses.map(({ name }) => `"${name}"`))].join(", ");
    return new GraphQLError(`Argument ${names}: ${error.message}`, {
      nodes: isVariable ? [...nodes, ...uses.map(({ node }) => node)] : nodes,
      originalError,
      extensions,
    });
  });
}

/** Returns the value that has the wrong form, or its variable. An error with two nodes is about the type of a variable. */
function refusedIn({ nodes = [] }: GraphQLError): ASTNode | undefined {
  const [value] = nodes;
  const isVariable = value?.kind === Kind.VARIABLE_DEFINITION && nodes.length === 1;
  return value && (valueKinds.has(value.kind) || isVariable) ? value : undefined;
}

/** A place where a value is used: the name of its argument, with the fields within an object. */
interface Use {
  name: string;
  node: ASTNode;
}

/**
 * Returns the use of each of some literal values, and the uses of each variable by its name. Visits the document once,
 * because a query may have many errors.
 */
function argumentsOf(
  values: ReadonlySet<ASTNode>,
  document: DocumentNode,
): Map<ASTNode | string, Use[]> {
  const found = new Map<ASTNode | string, Use[]>();
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      const key = values.has(node) ? node : node.kind === Kind.VARIABLE && node.name.value;
      if (!key) return;
      // Lists of nodes are ancestors too, with all their members.
      const names = [...ancestors, parent].flatMap((one) =>
        one && "kind" in one && (one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD)
          ? [one.name.value]
          : []
      );
      if (names.length === 0) return;
      const uses = found.get(key) ?? [];
      found.set(key, uses);
      uses.push({ name: names.join("."), node });
    },
  });
  return found;
}
