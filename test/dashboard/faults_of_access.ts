import axe from "axe-core";
import type { Page } from "playwright-core";

interface Found {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** What is hard to reach or to read on the page, by axe-core's rules; one line each, the impact first. */
export async function faultsOfAccess(page: Page, rules: string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Found[] }> };
    };
    return (await axe.run({ resultTypes: ["violations"], ...(rules.length && { runOnly: rules }) }))
      .violations;
  }, rules);
  return found.map(({ id, impact, nodes }) =>
    `${impact} ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`
  );
}
