import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** Whether some of these fields are asked for of what a field gives, in fragments too. */
export function isSelected(info: GraphQLResolveInfo, fields: readonly string[]): boolean {
  const { fragments, variableValues } = info;

  function isAsked(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.["if"]) return false;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    if (include?.["if"] === false) return false;
    if (selection.kind === Kind.FIELD) return fields.includes(selection.name.value);
    return hasAsked(
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]?.selectionSet
        : selection.selectionSet,
    );
  }

  function hasAsked(set: SelectionSetNode | undefined): boolean {
    return set?.selections.some(isAsked) ?? false;
  }

  return info.fieldNodes.some(({ selectionSet }) => hasAsked(selectionSet));
}
