import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { coreFiles } from "../gateway/http/dashboard_files/sources.ts";

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
  "rest-adapter": /^(hono(\/.*)?|yaml|zod|zod-openapi)$/,
};

/** The folders of the gateway that a folder may import from, besides itself. A folder that is not named: none. */
const crossings: Record<string, RegExp> = {
  // The addresses of providers are checked like those of webhooks.
  "gateway/sso": /^gateway\/webhooks\/mod\.ts$/,
  "gateway/email": /^gateway\/http\/page_headers\.ts$/,
  "gateway/main.ts": /^gateway\/process\//,
  "gateway/migrate.ts": /^gateway\/process\//,
  "gateway/worker.ts": /^gateway\/process\//,
  // The composition root.
  "gateway/process": /./,
  "gateway/command_line":
    /^gateway\/(process\/|demo\/|(doctor|backup)\/mod\.ts$|security\/secret_box)/,
  // Looks at everything that the service depends on.
  "gateway/doctor":
    /^gateway\/(process\/|persistence\/mod|limits\/mod|email\/mod|security\/secret_box)/,
  // Copies the database and the generated secrets.
  "gateway/backup": /^gateway\/(process\/|persistence\/mod|security\/secret_box)/,
  "gateway/listen": /^gateway\/(process\/(output|version)\.ts|security\/crypto\.ts)$/,
  "gateway/mcp": /^gateway\/process\/(output|version)\.ts$/,
  "gateway/client_package": /^gateway\/process\/(output|version)\.ts$/,
  "gateway/demo": /^gateway\/(security\/|persistence\/mod\.ts)/,
  // Only the types of the procedures. A browser has nothing else of the gateway.
  "gateway/dashboard": /^gateway\/trpc\/mod\.ts$/,
  // All limits count the same network as one caller.
  "gateway/http": /^gateway\/limits\/mod\.ts$/,
};

/** The folders that implement ports. */
const adapters = new Set(
  ["holidays", "persistence", "limits", "security", "metrics", "tracing"].map((name) =>
    `gateway/${name}`
  ),
);

/** The areas of core in the order of their imports: each imports only areas before it, and the root of core. */
const areas = [
  "audit",
  "access",
  "departments",
  "credits",
  "webhooks",
  "usage",
  "booking",
  "email",
  "visits",
  "retention",
  "screens",
  "reporting",
];

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

test("adapters import core through ports.ts, surfaces through mod.ts", () => {
  const strays = imports.filter(({ from, to }) => {
    if (roomOf(from) !== "gateway" || !to.startsWith("core/")) return false;
    if (placeOf(from) === "gateway/dashboard" && coreFiles.includes(to)) return false;
    return to !== (adapters.has(placeOf(from)) ? "core/ports.ts" : "core/mod.ts");
  });
  expect(strays).toEqual([]);
});

test("the files of core that the dashboard imports need no other files at run time", async () => {
  for (const name of coreFiles) {
    const source = await readFile(join(root, name), "utf8");
    const imported = [...source.matchAll(/^import (?!type\b)[^;"']*?\bfrom "([^"]+)"/gm)]
      .map(([, to]) => normalize(join(dirname(name), to!)));
    expect(imported.filter((to) => !coreFiles.includes(to))).toEqual([]);
  }
});

test("the gateway imports rest-adapter through its doors", () => {
  const strays = imports.filter(({ from, to }) =>
    roomOf(from) === "gateway" && to.startsWith("rest-adapter/") && !to.endsWith("/mod.ts")
  );
  expect(strays).toEqual([]);
});

test("tRPC and GraphQL import the HTTP kit and not REST", () => {
  const strays = imports.filter(({ from, to }) =>
    /^gateway\/(trpc|graphql)\//.test(from) && to === "rest-adapter/mod.ts"
  );
  expect(strays).toEqual([]);
});

test("an area of core imports only areas before it", () => {
  const strays = imports.filter(({ from, to }) => {
    const [own, other] = [areaOf(from), areaOf(to)];
    return own !== undefined && other !== undefined && own < other;
  });
  expect(strays).toEqual([]);
  expect(new Set(imports.map(({ from }) => areaOf(from))).size).toBe(areas.length + 1);
});

test("no files import each other in a circle, also not by types", () => {
  const product = imports.filter(({ from }) => roomOf(from) !== "test");
  expect(circlesOf(product)).toEqual([]);
});

test("no folders of rest-adapter import each other in a circle", () => {
  const folders = imports.filter(({ from }) => roomOf(from) === "rest-adapter")
    .map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) }))
    .filter(({ from, to }) => from !== to);
  expect(circlesOf(folders)).toEqual([]);
  expect(folders.length).toBeGreaterThan(10);
});

test("no folders of persistence import each other in a circle, except database and hosts", () => {
  const folderOf = (path: string) => /^gateway\/persistence\/(\w+)\//.exec(path)?.[1];
  const folders = imports.flatMap(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)];
    const isKnown = own === "database" && other === "hosts";
    return own && other && own !== other && !isKnown ? [{ from: own, to: other }] : [];
  });
  expect(circlesOf(folders)).toEqual([]);
  expect(folders.length).toBeGreaterThan(50);
});

test("only the composition root, the process and the command line cross gateway folders", () => {
  const strays = imports.filter(({ from, to }) => {
    if (roomOf(from) !== "gateway" || !to.startsWith("gateway/")) return false;
    const place = placeOf(from);
    if (/^gateway\/(lazily|waiting_line)\.ts$/.test(to)) return false;
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
  "webhooks",
  "doctor",
  "backup",
  "metrics",
  "tracing",
])(
  "gateway/%s is imported through its door",
  (folder) => {
    const strays = imports.filter(({ from, to }) =>
      roomOf(from) === "gateway" && placeOf(from) !== `gateway/${folder}` &&
      to.startsWith(`gateway/${folder}/`) && to !== `gateway/${folder}/mod.ts`
    );
    expect(strays).toEqual([]);
  },
);

test("only Connections opens pools, so each connection of the service has its limits", async () => {
  const users = imports.filter(({ from, to }) => roomOf(from) === "gateway" && to === "pg");
  const openers = await Promise.all(users.map(async ({ from }) => {
    return /\bnew Pool\(/.test(await readFile(join(root, from), "utf8")) ? [from] : [];
  }));
  expect(openers.flat()).toEqual(["gateway/persistence/database/connections.ts"]);
});

test("statements that go to one connection at once are sent by `together`, which throws the right error", async () => {
  const paths = [...new Set(imports.map(({ from }) => from))]
    .filter((path) => path.startsWith("gateway/persistence/"));
  expect(paths.length).toBeGreaterThan(100);
  const strays = await Promise.all(paths.map(async (path) => {
    const source = await readFile(join(root, path), "utf8");
    return /\bPromise\.(?:all|race|any)\(\[[^\]]*\bclient\b/.test(source) ? [path] : [];
  }));
  expect(strays.flat()).toEqual([]);
});

// So the zone of the machine decides nothing, and the gate runs few tests in a second one. A page names the zone of the
// organization if the browser has another one. `npm run listen` shows the time of the developer's machine.
test("no code but two files reads the time zone of its process or browser", async () => {
  const local =
    /\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\bNow\.(?:timeZoneId|(?:plain|zoned)\w+\(\))|DateTimeFormat\(\)|\bto(?:Locale)?(?:Date|Time)String\(|\bgetLocalTimeZone\b|\bnew Date\(\d+,/;
  const paths = [...new Set(imports.map(({ from }) => from))].filter((path) =>
    roomOf(path) !== "test"
  );
  expect(paths.length).toBeGreaterThan(300);
  const readers = await Promise.all(paths.map(async (path) => {
    return local.test(await readFile(join(root, path), "utf8")) ? [path] : [];
  }));
  expect(readers.flat().toSorted())
    .toEqual(["gateway/dashboard/ui/page.tsx", "gateway/listen/run_listen.ts"]);
});

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

test("no ordinary test imports the runs on demand", () => {
  const isOnDemand = (path: string) => path.startsWith("test/on_demand/");
  expect(imports.filter(({ from, to }) => !isOnDemand(from) && isOnDemand(to))).toEqual([]);
  expect(imports.filter(({ from }) => isOnDemand(from)).length).toBeGreaterThan(10);
});

test("nothing else is at the top", async () => {
  const top = (await readdir(root)).filter((name) =>
    !name.startsWith(".") && name !== "node_modules"
  );
  expect(top.toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "SECURITY.md",
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

// Some versions of npm ignore `allowScripts` and run every script.
test("a package runs a script at its installation only if package.json allows it", async () => {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), "utf8"));
  const { allowScripts } = await read("package.json");
  const { packages } = await read("package-lock.json") as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScript = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== "" && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  expect(withScript.toSorted()).toEqual(allowed.toSorted());
});

/** Returns the circles of some arrows. */
function circlesOf(arrows: readonly Import[]): string[][] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[][] = [];
  function visit(place: string, path: string[]): void {
    if (path.includes(place)) circles.push([...path.slice(path.indexOf(place)), place]);
    if (path.includes(place) || done.has(place)) return;
    for (const { to } of targets.get(place) ?? []) visit(to, [...path, place]);
    done.add(place);
  }
  for (const place of targets.keys()) visit(place, []);
  return circles;
}

async function importsOf(folder: string): Promise<Import[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
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

/** The place of a file's area in `areas`; undefined for the root of core and for other folders. */
function areaOf(path: string): number | undefined {
  const [room, area, file] = path.split("/");
  return room === "core" && file !== undefined ? areas.indexOf(area!) : undefined;
}

/** The folder of gateway or of rest-adapter, or the file at its top, in which a file lies. */
function placeOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}
