import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Marked } from "marked";
import type { Plugin } from "vite";
import { grafanaReports, guidesFolder } from "./sources.ts";

/** The guides in the order in which a newcomer reads them. */
const order = [
  "first-booking",
  "retries",
  "times-and-pages",
  "moves",
  "contact",
  "holds",
  "feed",
  "webhooks",
  "limits-and-errors",
  "reports",
];

/** A guide for callers of the API. */
interface Guide {
  name: string;
  title: string;
  markdown: string;
}

const intro = `# Appointment Booking API

> Book, move and cancel appointments in the departments of an organization over REST, and follow what happens by
> webhooks or a feed. Every request has an API key in the header X-API-Key. Times are local to the organization.
> Reports are read over GraphQL, with a token of their own.

- [OpenAPI document](/openapi.json), also as [YAML](/openapi.yaml)
`;

/**
 * Gives the pages of the documentation the guides as HTML, and adds them as Markdown with a list for language models, and
 * the dashboard that the guide of reports links to.
 */
export function guidesPlugin(): Plugin {
  const id = "\0virtual:guides";
  return {
    name: "guides",
    resolveId: (source) => source === "virtual:guides" ? id : null,
    async load(loaded) {
      if (loaded !== id) return null;
      const guides = (await readGuides()).map(({ name, title, markdown }) => ({
        name,
        title,
        html: htmlOf(markdown),
      }));
      // The pages use the function of the server, which is in another folder.
      const address = JSON.stringify(join(import.meta.dirname, "guide_address.ts"));
      return `export { withAddress } from ${address};\nexport const guides = ${
        JSON.stringify(guides)
      };`;
    },
    async generateBundle() {
      const guides = await readGuides();
      for (const { name, markdown } of guides) {
        this.emitFile({ type: "asset", fileName: `docs/guides/${name}.md`, source: markdown });
      }
      this.emitFile({
        type: "asset",
        fileName: "docs/grafana_reports.json",
        source: await readFile(grafanaReports),
      });
      const list = guides.map(({ name, title }) => `- [${title}](/docs/guides/${name}.md)`);
      this.emitFile({
        type: "asset",
        fileName: "llms.txt",
        source: `${intro}${list.join("\n")}\n`,
      });
    },
  };
}

async function readGuides(): Promise<Guide[]> {
  const files = (await readdir(guidesFolder)).filter((name) => name.endsWith(".md"));
  const guides = await Promise.all(files.map(async (file): Promise<Guide> => {
    const markdown = await readFile(join(guidesFolder, file), "utf8");
    return { name: file.slice(0, -3), title: /^# (.*)$/m.exec(markdown)![1]!, markdown };
  }));
  return guides.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function htmlOf(markdown: string): string {
  const marked = new Marked();
  // Links between the files are links between the pages.
  const linked = markdown.replaceAll(/\]\(([a-z-]+)\.md\)/g, "](/docs/guides/$1)");
  return marked.parse(linked, { async: false })
    // What scrolls sideways must be reachable by keyboard.
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}
