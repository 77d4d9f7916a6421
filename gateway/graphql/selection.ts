import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionSetNode,
} from "graphql";

/** What fragments and the values of `@skip` and `@include` are looked up in. */
export interface SelectionScope extends Pick<GraphQLResolveInfo, "variableValues"> {
  fragments: Readonly<Record<string, Pick<FragmentDefinitionNode, "selectionSet">>>;
}

/** Yields the fields of a selection, also those within fragments, without skipped ones. */
export function* selectedFields(
  set: SelectionSetNode | undefined,
  scope: SelectionScope,
): Generator<FieldNode> {
  const { fragments, variableValues } = scope;
  for (const selection of set?.selections ?? []) {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.["if"]) continue;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    if (include?.["if"] === false) continue;
    if (selection.kind === Kind.FIELD) yield selection;
    else {
      const inner = selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]
        : selection;
      yield* selectedFields(inner?.selectionSet, scope);
    }
  }
}

/** Whether the selection of a field contains one of `fields`, also within fragments. */
export function isSelected(info: GraphQLResolveInfo, fields: readonly string[]): boolean {
  return info.fieldNodes.some(({ selectionSet }) =>
    selectedFields(selectionSet, info).some(({ name }) => fields.includes(name.value))
  );
}
