/** Returns the blocks of code of a guide in a language. */
export function codeOf(guide: string, language: string): string[] {
  const form = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...guide.matchAll(form)].map(([, code]) => code!);
}
