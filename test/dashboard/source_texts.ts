import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import compile from "icu-minify/compile";

const folder = join(import.meta.dirname, "../../gateway/dashboard");

/** A node of the syntax tree. */
export interface Node {
  type: string;
  [field: string]: unknown;
}

/** Returns the sources of the dashboard without its catalogues, as paths within its folder. */
export function dashboardSources(): string[] {
  return globSync("**/*.{ts,tsx}", { cwd: folder }).filter((path) => !isCatalogue(path)).sort();
}

/** Returns the catalogues: the files with the texts of a part of the dashboard, as paths within its folder. */
export function cataloguePaths(): string[] {
  return globSync("**/*texts.ts", { cwd: folder }).filter(isCatalogue).sort();
}

function isCatalogue(path: string): boolean {
  return /(?:^|[_/])texts\.ts$/.test(path) && !path.startsWith("messages/");
}

/** Returns the paths within the folder of the dashboard that a source imports. */
export function importsOf(path: string): string[] {
  return [...readSource(path).matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, to]) =>
    join(dirname(path), to!)
  );
}

/** Returns the content of a source. */
export function readSource(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

/** Returns the texts for people that a source contains instead of taking them from the catalogues. */
export function textLiteralsOf(path: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, readSource(path)).program as unknown as Node, found);
  return found;
}

/** Returns the string literals of a source, and the parts of its template literals before the first expression. */
export function literalsOf(path: string): { whole: Set<string>; prefixes: string[] } {
  const whole = new Set<string>();
  const prefixes: string[] = [];
  walk(parseSync(path, readSource(path)).program as unknown as Node, (node) => {
    if (node.type === "Literal" && typeof node["value"] === "string") whole.add(node["value"]);
    if (node.type === "TemplateLiteral") {
      const [first] = node["quasis"] as { value: { cooked: string } }[];
      prefixes.push(first!.value.cooked);
    }
    return true;
  });
  return { whole, prefixes };
}

// Attributes and calls whose strings are for the browser or for developers.
const technicalAttributes = new Set([
  "className",
  "style",
  "d",
  "viewBox",
  "pattern",
  "path",
  "placement",
]);
const technicalCalls = new Set(["Error", "TypeError", "onDemand", "codeSample"]);
const keyNames =
  /^(Enter|Escape|Tab|Home|End|Delete|Backspace|Shift|Control|Alt|AltGraph|CapsLock|NumLock|Meta|Arrow\w+|Page\w+)$/;

function visit(program: Node, found: string[]): void {
  walk(program, (node) => {
    switch (node.type) {
      case "JSXText":
        if (/\p{L}/u.test(node["value"] as string)) found.push((node["value"] as string).trim());
        return false;
      case "Literal":
        if (typeof node["value"] === "string" && isText(node["value"])) found.push(node["value"]);
        return false;
      case "TemplateElement": {
        const { cooked } = node["value"] as { cooked: string };
        if (isText(cooked)) found.push(cooked);
        return false;
      }
      case "Property":
        // The entry of a page in the sidebar, which is there in both languages.
        return !["en", "de"].includes((node["key"] as { name?: string }).name ?? "");
      case "JSXAttribute":
        return !technicalAttributes.has((node["name"] as { name: string }).name);
      case "CallExpression":
      case "NewExpression":
        return !isTechnical(node["callee"] as Node & { name?: string });
      default:
        return !node.type.startsWith("Import") &&
          !/^TS(?!As|Satisfies|NonNull)/.test(node.type);
    }
  });
}

/** Returns whether the strings of a call are for developers. `super` is called only by classes of errors. */
function isTechnical({ type, name }: Node & { name?: string }): boolean {
  return type === "Super" || technicalCalls.has(name ?? "");
}

/** Returns whether a string looks like words for people: it begins like a sentence or has several words. */
function isText(text: string): boolean {
  if (keyNames.test(text) || /^[A-Z][a-z]+(-\w+)+$/.test(text) || isTimeZone(text)) return false;
  return /^\s*\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2,} \p{L}{2,}/u.test(text);
}

function isTimeZone(text: string): boolean {
  if (!text.includes("/")) return false;
  try {
    Temporal.Now.zonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** Visits the nodes of a tree. The children of a node are left out if `enter` returns false. */
export function walk(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (typeof (one as Node | null)?.type === "string") walk(one as Node, enter);
    }
  }
}

/** Returns the names of the arguments and tags of a text, sorted. */
export function argumentsOf(text: string): string[] {
  const names = new Set<string>();
  addNames(compile(text), names);
  return [...names].sort();
}

/** Adds the names in a compiled text: `["name"]`, `["count", type, {one: …}]` or `["tag", …parts]`. */
function addNames(parts: unknown, names: Set<string>): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) {
    if (!Array.isArray(part)) continue;
    const [name, type, ...others] = part as [string, ...unknown[]];
    names.add(name);
    if (typeof type !== "number" || type === 0) addNames([type, ...others], names);
    else for (const branch of Object.values(others[0] ?? {})) addNames(branch, names);
  }
}
