import { readFileSync } from "node:fs";
import { codeOf } from "../guide_code.ts";

/** The documents with commands for operators. */
const guides = [
  "gateway/README.md",
  "gateway/backup/README.md",
  "gateway/deployment/README.md",
  "gateway/limits/README.md",
  "gateway/persistence/README.md",
  "gateway/persistence/hosts/README.md",
  "gateway/persistence/reporting/README.md",
  "gateway/security/README.md",
  "gateway/tracing/README.md",
  "migrations/README.md",
];

/** The commands between two empty lines of a guide. */
export interface Paragraph {
  guide: string;
  commands: readonly string[];
}

/** A guide, and the beginning of a command in it. */
export type Place = readonly [guide: string, beginning: string];

/** Every paragraph of commands in the guides for operators. */
export const paragraphs: readonly Paragraph[] = guides.flatMap((guide) => {
  const text = readFileSync(new URL(`../../../${guide}`, import.meta.url), "utf8");
  return codeOf(text, "sh").flatMap(toParagraphs).map((commands) => ({ guide, commands }));
});

/** Returns whether a paragraph of a guide has a command that begins with a text. */
export function isAt({ guide, commands }: Paragraph, [where, beginning]: Place): boolean {
  return guide === where && commands.some((command) => command.startsWith(beginning));
}

/** Returns the paragraph of a guide in which a command begins with a text. */
export function findParagraph(guide: string, beginning: string): Paragraph {
  const found = paragraphs.filter((one) => isAt(one, [guide, beginning]));
  if (found.length !== 1) {
    throw new Error(
      `Expected one paragraph with "${beginning}" in ${guide}, found ${found.length}`,
    );
  }
  return found[0]!;
}

/** Splits a block into commands: each with its next lines, the text given to it, and its whole loop or condition. */
function toParagraphs(block: string): string[][] {
  const found: string[][] = [[]];
  let command = "";
  for (const line of block.trimEnd().split("\n")) {
    if (command === "" && line === "") found.push([]);
    if (command === "" && /^\s*(#|$)/.test(line)) continue;
    command += `${line}\n`;
    if (isWhole(command)) {
      found.at(-1)!.push(command);
      command = "";
    }
  }
  if (command !== "") throw new Error(`This command has no end: ${command}`);
  return found.filter((commands) => commands.length > 0);
}

function isWhole(command: string): boolean {
  const [, word] = /<<'?([A-Z]+)/.exec(command) ?? [];
  if (word) return command.includes(`\n${word}\n`);
  if (/^(for|until|while) |\| while /.test(command) && !/\bdone\b/.test(command)) return false;
  if (command.startsWith("if ") && !/^fi$/m.test(command)) return false;
  return !command.endsWith("\\\n");
}
