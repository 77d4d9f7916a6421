import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingNames } from "../gateway/process/configuration.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const top = ["core", "rest-adapter", "gateway", "migrations", "test"];
const places = (await Promise.all(top.map(async (folder) => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries.map((entry) =>
    join(entry.parentPath, entry.name).slice(root.length) + (entry.isDirectory() ? "/" : "")
  );
}))).flat().concat(top.map((folder) => `${folder}/`));
const readmes = await Promise.all(
  ["README.md", "SECURITY.md", ...places.filter(isDocument)].map(async (path) => ({
    path,
    text: await read(path),
  })),
);

const capitals = /\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** A file or folder in backticks, also with `*` and `{one,other}`. Names with `NNNN` are examples. */
const placeForm =
  /^(?!.*NNNN)(?:(?:[\w.-]+\/)*[\w*{},-][\w.*{},-]*\.(?:tsx?|sql|css|md|mjs|graphql|html)|(?:[\w-]+\/)+)$/;

test("every file and folder that a README names in backticks exists", () => {
  const named = readmes.flatMap(({ path, text }) =>
    [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`\s]+)`/g)]
      .map(([, name]) => name!).filter((name) => placeForm.test(name))
      .map((name) => ({ path, name }))
  );
  expect(named.length).toBeGreaterThan(600);
  expect(named.filter(({ name }) => !patternsOf(name).every(isPlace))).toEqual([]);
});

test.each([
  ["README.md", ""],
  ["core/README.md", "core/"],
  ["gateway/README.md", "gateway/"],
  ["gateway/dashboard/README.md", "gateway/dashboard/"],
  ["gateway/persistence/README.md", "gateway/persistence/"],
  ["test/README.md", "test/"],
])("the table of folders in %s names each folder of %s", (readme, folder) => {
  const folders = places.filter((place) => place.endsWith("/") && place.startsWith(folder))
    .map((place) => place.slice(folder.length)).filter((place) => place.split("/").length === 2);
  const rows = firstCells(textOf(readme)).join();
  expect(folders.length).toBeGreaterThan(4);
  expect(folders.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
});

test("the table of migrations names each file that makes a table, and each other file says what it is", async () => {
  const files = await Promise.all(
    places.filter((place) => /^migrations\/\d{4}_/.test(place))
      .map(async (place) => ({ name: place.slice("migrations/".length), sql: await read(place) })),
  );
  const named = new Set(firstCells(textOf("migrations/README.md")).flatMap(wordsIn));
  const [making, others] = [true, false].map((makes) =>
    files.filter(({ sql }) => /^create table\b/m.test(sql) === makes)
  );
  expect(making!.length).toBeGreaterThan(10);
  expect(making!.filter(({ name }) => !named.has(name))).toEqual([]);
  expect(others!.filter(({ sql }) => !/^--.*\n-- \S/.test(sql))).toEqual([]);
});

test("test/README.md names each test at its top", () => {
  const files = places.filter((place) => /^test\/[^/]+\.test\.ts$/.test(place))
    .map((place) => place.slice("test/".length));
  const text = textOf("test/README.md");
  expect(files.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("the root README names each page of the dashboard", async () => {
  const pages = places.filter((place) => /^gateway\/dashboard\/pages\/\w+\/$/.test(place))
    .map((place) => place.split("/")[3]!.replaceAll("_", " "));
  const text = textOf("README.md").split(/^(?=## )/m)
    .find((part) => part.startsWith("## The dashboard"))!.toLowerCase().replaceAll(/\s+/g, " ");
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((name) => !text.includes(name))).toEqual([]);
});

test("every name in capitals with a `_` that a README names is in a source", async () => {
  const sources = await Promise.all(
    ["package.json", ...places.filter((path) => /\.(?:tsx?|sql|mjs|css|service|cfg)$/.test(path))]
      .filter((path) => path !== "test/documents.test.ts").map(read),
  );
  const known = new Set(sources.flatMap((text) => text.match(capitals) ?? []));
  const named = readmes.flatMap(({ path, text }) =>
    [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!)
      .filter((name) => /^[A-Z]+(?:_[A-Z]+)+$/.test(name)).map((name) => ({ path, name }))
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test("the table of libraries has exactly the packages of package.json", async () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await read("package.json"),
  ) as Record<string, Record<string, string>>;
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const names = firstCells(sectionOf(textOf("gateway/README.md"), "3.2")).flatMap(wordsIn);
  const forms = names.map(formOf);
  const covers = (name: string) => forms.some((form) => form.test(name));
  expect(packages.filter((name) => !covers(name))).toEqual([]);
  expect(names.filter((_, i) => !packages.some((name) => forms[i]!.test(name)))).toEqual([]);
});

test("the table of settings has exactly the variables of the configuration", () => {
  const names = firstCells(sectionOf(textOf("gateway/README.md"), "3.1")).flatMap(wordsIn);
  expect(names.toSorted()).toEqual(settingNames.toSorted());
});

const commit = /\b(?=\w*\d)[\da-f]{7,8}\b/;

test.each([["test/on_demand/bench/README.md", ["1.", "5."]], ["test/on_demand/prove/README.md", [
  "1.",
  "4.",
  "5.",
]]])(
  "in %s each section with a table, except %j, names the commit of its figures first",
  (readme, others) => {
    const sections = textOf(readme).split(/^(?=## )/m)
      .filter((part) => part.startsWith("## ") && !others.includes(part.split(" ")[1]!));
    expect(sections.length).toBeGreaterThan(1);
    const tables = sections.map((part) => part.split(/^\|/m)).filter(({ length }) => length > 1);
    expect(tables.map(([before]) => before!).filter((before) => !commit.test(before))).toEqual([]);
  },
);

function isDocument(path: string): boolean {
  return path.endsWith("/README.md") || /^gateway\/security\/\w+\.md$/.test(path);
}

function textOf(readme: string): string {
  return readmes.find(({ path }) => path === readme)!.text;
}

/** Returns the section with a number, up to the next heading. */
function sectionOf(text: string, number: string): string {
  return text.split(/^(?=#{2,} )/m).find((part) => part.split(" ")[1] === number)!;
}

/** Returns the first cell of each row of the tables in a text. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell!);
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
}

/** Returns the form of a name in which `*` means any characters but `/`. */
function formOf(name: string): RegExp {
  const escaped = name.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("*", "[^/]*")}$`);
}

/** Writes out `{one,other}`. Names are relative to the README, or the end of a path. */
function patternsOf(name: string): string[] {
  const { before = name, names, after = "" } =
    /^(?<before>[^{]*)\{(?<names>[^}]*)\}(?<after>.*)$/.exec(name)?.groups ?? {};
  const all = (names ?? "").split(",").map((one) => `${before}${one}${after}`);
  return all.map((one) => one.replace(/^(?:\.\.?\/)+/, ""));
}

function isPlace(name: string): boolean {
  const end = formOf(name).source.slice(1);
  const form = new RegExp(`^(?:.*/)?${end}`);
  return /^(?:README|SECURITY)\.md$/.test(name) || places.some((place) => form.test(place));
}

async function read(path: string): Promise<string> {
  return await readFile(join(root, path), "utf8");
}
