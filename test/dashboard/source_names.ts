import { parseSync } from "vite";
import { type Node, readSource, walk } from "./source_texts.ts";

/** Names of people, departments, counters and other things that somebody typed. */
const namePattern = /^(?:name|(?!class)\w+Name|desk)$/;

/**
 * Returns the expressions by which the elements of a source show a name outside of `<bdi>`. Such a name may change the order
 * of the words around it.
 */
export function bareNamesOf(path: string): string[] {
  const source = readSource(path);
  const found: string[] = [];
  walk(parseSync(path, source).program as unknown as Node, (node) => {
    if (node.type !== "JSXElement" && node.type !== "JSXFragment") return true;
    // What an attribute gets is shown by another element.
    for (const child of node["children"] as Node[]) {
      const expression = child["expression"] as (Node & { start: number; end: number }) | undefined;
      if (child.type === "JSXExpressionContainer" && !isBdi(node) && showsName(expression!)) {
        found.push(source.slice(expression!.start, expression!.end));
      }
    }
    return true;
  });
  return found;
}

function isBdi({ openingElement }: Node & { openingElement?: Node }): boolean {
  return (openingElement?.["name"] as Node | undefined)?.["name"] === "bdi";
}

/** Returns whether the value of an expression has a name. */
function showsName(node: Node): boolean {
  const some = (...fields: string[]) =>
    fields.flatMap((field) => node[field]).some((one) => showsName(one as Node));
  switch (node.type) {
    case "Identifier":
      return namePattern.test(node["name"] as string);
    case "MemberExpression":
      return !node["computed"] && showsName(node["property"] as Node);
    case "LogicalExpression":
      return node["operator"] === "&&" ? some("right") : some("left", "right");
    case "BinaryExpression":
      return node["operator"] === "+" && some("left", "right");
    case "ConditionalExpression":
      return some("consequent", "alternate");
    case "TemplateLiteral":
      return some("expressions");
    case "ChainExpression":
    case "TSNonNullExpression":
      return some("expression");
    case "CallExpression":
      return /^(?:name|who|title|actor)(?:Of|Text)$/.test(String((node["callee"] as Node)["name"]));
    default:
      return false;
  }
}
