import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A static import or re-export, an import for its effect, and a dynamic import of a literal. */
const importForm =
  /^(?:import|export)\b[^;"']*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

interface Import {
  from: string;
  /** A path from the top for what is ours, else the package or `node:` module. */
  to: string;
}

const imports = (await Promise.all(
  ["core", "rest-adapter", "gateway", "test"].map(importsOf),
)).flat();

/** Packages that each portable folder may use; everything else it needs is a Web API. */
const portable: Record<string, RegExp> = {
  core: /^zod$/,
  "rest-adapter": /^(hono(\/.*)?|zod|zod-openapi)$/,
};

/** Who may reach into which other folders of the gateway; a folder that is not named reaches none. */
const crossings: Record<string, RegExp> = {
  "gateway/main.ts": /./,
  "gateway/migrate.ts": /./,
  "gateway/worker.ts": /./,
  "gateway/composition.ts": /./,
  "gateway/process": /./,
  "gateway/command_line": /^gateway\/(composition\.ts|configuration|demo|process)/,
  // The types of the procedures alone; a browser has none of the rest.
  "gateway/dashboard": /^gateway\/trpc\/mod\.ts$/,
  // What counts as one caller is the same for all limits.
  "gateway/http": /^gateway\/limits\/mod\.ts$/,
  "gateway/demo": /^gateway\/(persistence\/mod\.ts|security)/,
};

test.each(Object.entries(portable))(
  "%s imports itself, its packages and the doors below it",
  (folder, packages) => {
    const strays = imports.filter(({ from, to }) =>
      roomOf(from) === folder && !to.startsWith(`${folder}/`) && !packages.test(to) &&
      !(folder === "rest-adapter" && to === "core/mod.ts")
    );
    expect(strays).toEqual([]);
    expect(imports.filter(({ from }) => roomOf(from) === folder).length).toBeGreaterThan(10);
  },
);

test("the gateway enters core and rest-adapter by their doors", () => {
  const strays = imports.filter(({ from, to }) =>
    roomOf(from) === "gateway" && /^(core|rest-adapter)\//.test(to) && !to.endsWith("/mod.ts")
  );
  expect(strays).toEqual([]);
});

test("only the composition root, the process and the command line cross gateway folders", () => {
  const strays = imports.filter(({ from, to }) => {
    if (roomOf(from) !== "gateway" || !to.startsWith("gateway/")) return false;
    const place = placeOf(from);
    return place !== placeOf(to) && !crossings[place]?.test(to);
  });
  expect(strays).toEqual([]);
});

test.each([
  "persistence",
  "embedded_postgres",
  "limits",
  "trpc",
  "graphql",
  "webhook_sending",
  "webhook_delivery",
])(
  "gateway/%s is entered by its door",
  (folder) => {
    const strays = imports.filter(({ from, to }) =>
      roomOf(from) === "gateway" && placeOf(from) !== `gateway/${folder}` &&
      to.startsWith(`gateway/${folder}/`) && to !== `gateway/${folder}/mod.ts`
    );
    expect(strays).toEqual([]);
  },
);

test("migrations are plain SQL files and their README", async () => {
  const names = await readdir(join(root, "migrations"));
  expect(names.filter((name) => !/^(?:\d{4}_[a-z_]+\.sql|README\.md)$/.test(name))).toEqual([]);
});

test("nothing imports the tests", () => {
  const strays = imports.filter(({ from, to }) =>
    roomOf(from) !== "test" && to.startsWith("test/")
  );
  expect(strays).toEqual([]);
});

test("nothing else stands at the top", async () => {
  const top = (await readdir(root)).filter((name) =>
    !name.startsWith(".") && name !== "node_modules"
  );
  expect(top.toSorted()).toEqual([
    "README.md",
    "core",
    "gateway",
    "migrations",
    "package-lock.json",
    "package.json",
    "rest-adapter",
    "test",
    "tsconfig.json",
  ]);
});

async function importsOf(folder: string): Promise<Import[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
  return (await Promise.all(files.map(async (from) => {
    const source = await readFile(join(root, from), "utf8");
    const found = source.matchAll(importForm);
    return [...found].map((match) => {
      const target = match[1] ?? match[2] ?? match[3]!;
      const to = target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
      return { from, to };
    });
  }))).flat();
}

/** The top folder of a file. */
function roomOf(path: string): string {
  return path.split("/")[0]!;
}

/** The gateway's folder, or file at its top, in which a file lies. */
function placeOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}
