import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { longTests } from "./long_tests.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const self = "test/references.test.ts";

const reference = /((?:[\w.-]+\/)*README\.md) (\d+(?:\.\d+)*)/g;
const heading = /^#{2,6} (\d+(?:\.\d+)*)\.? /gm;
const outside = /\bdecisions \d|\((?:interface|contracts)\b/gi;

const files = await readFiles();
const headings = new Map(
  files.filter(({ path }) => path.endsWith("README.md"))
    .map(({ path, text }) => [path, [...text.matchAll(heading)].map(([, number]) => number!)]),
);

test("every reference to a numbered heading of a README resolves", () => {
  const references = files.filter(({ path }) => path !== self).flatMap(({ path, text }) =>
    [...joined(text).matchAll(reference)].map(([, readme, number]) => ({ path, readme, number }))
  );
  expect(references.length).toBeGreaterThan(50);
  const broken = references.filter(({ readme, number }) =>
    !headings.get(readme!)?.includes(number!)
  );
  expect(broken).toEqual([]);
});

test("the headings of a README have different numbers", () => {
  const repeated = [...headings].filter(([, numbers]) => new Set(numbers).size < numbers.length);
  expect(repeated).toEqual([]);
});

test("every file that the table of guarantees names exists", () => {
  const { text } = files.find(({ path }) => path === "test/README.md")!;
  const braces = /(?<before>[\w./]*)\{(?<names>[\w,]+)\}(?<after>[\w.]*)/;
  const named = [...text.matchAll(/`([\w./]+(?:\{[\w,]+\})?[\w.]*\.ts)`/g)].flatMap(([, name]) => {
    const { before, names, after } = braces.exec(name!)?.groups ?? {};
    return names ? names.split(",").map((one) => `${before}${one}${after}`) : [name!];
  }).filter((name) => name.includes("/"));
  const existing = new Set(files.map(({ path }) => path));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existing.has(`test/${name}`))).toEqual([]);
});

test("every long test exists: a renamed one would be a test of each change", () => {
  const existing = new Set(files.map(({ path }) => path));
  const named = longTests.filter((name) => !name.includes("*"));
  expect(named.filter((name) => !existing.has(name))).toEqual([]);
});

test("no file cites a document outside the repository", () => {
  const citations = files.filter(({ path }) => path !== self).flatMap(({ path, text }) =>
    [...joined(text).matchAll(outside)].map(([words]) => ({ path, words }))
  );
  expect(citations).toEqual([]);
});

/** Joins the lines of comments, so that a reference may go over the end of a line. */
function joined(text: string): string {
  return text.replaceAll(/\n\s*(?:\*|\/\/|--)? ?/g, " ");
}

/** Reads the sources and documents of the repository. */
async function readFiles(): Promise<{ path: string; text: string }[]> {
  const paths = (await Promise.all(
    ["core", "rest-adapter", "gateway", "migrations", "test"].map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && /\.(?:tsx?|sql|md)$/.test(entry.name))
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    }),
  )).flat();
  return await Promise.all(
    ["README.md", ...paths].map(async (path) => ({
      path,
      text: await readFile(join(root, path), "utf8"),
    })),
  );
}
