import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** Whether the selection of a field contains one of `fields`, also within fragments. */
export function isSelected(info: GraphQLResolveInfo, fields: readonly string[]): boolean {
  const { fragments, variableValues } = info;

  function isIncluded(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.["if"]) return false;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    if (include?.["if"] === false) return false;
    if (selection.kind === Kind.FIELD) return fields.includes(selection.name.value);
    return hasField(
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]?.selectionSet
        : selection.selectionSet,
    );
  }

  function hasField(set: SelectionSetNode | undefined): boolean {
    return set?.selections.some(isIncluded) ?? false;
  }

  return info.fieldNodes.some(({ selectionSet }) => hasField(selectionSet));
}
