import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** Options of the compiler for CommonJS. */
const commonJs = [
  ["--module", "commonjs"],
  ["--moduleResolution", "bundler"],
  ["--verbatimModuleSyntax", "false"],
].flat();

/** Compiles the client and packs it (gateway/client_package/README.md). Returns the path of the tarball, which is in the folder `into`. */
export async function packClient(into: string): Promise<string> {
  const client = join(root, "rest-adapter/client");
  const folder = await mkdtemp(join(tmpdir(), "appointment-booking-client-"));
  try {
    const compiler = join(root, "node_modules/.bin/tsc");
    const compile = (kind: string, words: string[]) =>
      run(compiler, ["-p", client, "--outDir", join(folder, "dist", kind), ...words]);
    await compile("esm", []);
    await compile("cjs", commonJs);
    // Node and TypeScript read the nearest manifest to know the kind of a file.
    await writeFile(join(folder, "dist/cjs/package.json"), JSON.stringify({ type: "commonjs" }));
    await copyFile(join(client, "README.md"), join(folder, "README.md"));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest(version), null, 2));
    await mkdir(into, { recursive: true });
    const words = ["pack", "--json", "--pack-destination", into];
    const { stdout } = await run("npm", words, { cwd: folder });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(into, packed!.filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function manifest(version: string) {
  return {
    name: "appointment-booking-client",
    version,
    description: "A typed client of the appointment booking API, without dependencies.",
    type: "module",
    license: "UNLICENSED",
    engines: { node: ">=20" },
    sideEffects: false,
    exports: { ".": { import: entry("esm"), require: entry("cjs") } },
    // Compilers with older rules of resolution do not read `exports`.
    main: "./dist/cjs/mod.js",
    types: "./dist/cjs/mod.d.ts",
    files: ["dist"],
  };
}

function entry(kind: "esm" | "cjs") {
  return { types: `./dist/${kind}/mod.d.ts`, default: `./dist/${kind}/mod.js` };
}
