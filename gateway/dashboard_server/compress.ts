import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What is text, and so worth compressing. */
const text = /\.(html|js|css|svg|json)$/;

/** Writes a `.br` and a `.gz` beside every text of a folder, so that no request waits for either. */
export async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(names.map(async (name) => {
    const content = await readFile(name);
    // The last two levels of brotli cost seconds and gain a few per cent.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    await writeFile(`${name}.br`, await toBrotli(content, { params }));
    await writeFile(`${name}.gz`, await toGzip(content, { level: 9 }));
  }));
}
