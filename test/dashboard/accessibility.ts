import axe from "axe-core";
import type { Page } from "playwright-core";

interface Found {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Returns the accessibility errors that axe-core finds on the page, one line each: impact, rule, elements. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  if (!await page.evaluate("'axe' in globalThis")) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Found[] }> };
    };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return found.map(({ id, impact, nodes }) =>
    `${impact} ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`
  );
}
