import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A file of the built dashboard, with its compressed forms. */
export interface BuiltFile {
  type: string;
  etag: string;
  /** Whether its name contains a hash of its content, so that it never changes. */
  isImmutable: boolean;
  forms: { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array };
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads the files of a build into memory (about 1 MB), by path such as `/index.html`. */
export async function readBuild(folder: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = names.filter((name) => !/\.(br|gz)$/.test(name)).map(async (name) => {
    const identity = await readFile(join(folder, name));
    const path = `/${name.split(sep).join("/")}`;
    const file: BuiltFile = {
      type: types[extname(name)] ?? "application/octet-stream",
      etag: etagOf(identity),
      isImmutable: path.startsWith("/assets/"),
      forms: { identity },
    };
    if (names.includes(`${name}.br`)) file.forms.br = await readFile(join(folder, `${name}.br`));
    if (names.includes(`${name}.gz`)) file.forms.gzip = await readFile(join(folder, `${name}.gz`));
    return [path, file] as const;
  });
  return new Map(await Promise.all(files));
}

/** Returns the tag of a content. */
export function etagOf(content: Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("hex").slice(0, 24)}"`;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Text files, which are compressed. */
const text = /\.(html|js|css|svg|json|md|txt)$/;

/** Writes a `.br` and a `.gz` file for each text file of a folder, so that no request waits for compression. */
export async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(names.map(async (name) => {
    const content = await readFile(name);
    // The two highest levels of brotli take seconds and save a few percent.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    await writeFile(`${name}.br`, await toBrotli(content, { params }));
    await writeFile(`${name}.gz`, await toGzip(content, { level: 9 }));
  }));
}
