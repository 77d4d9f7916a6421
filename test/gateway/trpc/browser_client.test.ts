import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("./browser_client", import.meta.url));
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

// The compiler reads the whole of core for it.
const patience = { timeout: 300_000 };

test(
  "a client is made from AppRouter by a browser's types alone, and checked",
  patience,
  async () => {
    const checked = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(checked).toBe("");
  },
);

test("AppRouter brings nothing of the service into a page", async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: { write: false, lib: { entry: `${folder}/client.ts`, formats: ["es"] } },
  });
  const chunks = [built].flat().flatMap((result) => "output" in result ? result.output : []);
  const modules = chunks.flatMap((chunk) => chunk.type === "chunk" ? chunk.moduleIds : []);
  const foreign = modules.filter((id) => !/\/@trpc\/|\/client\.ts$|^\0/.test(id));
  expect(modules.length).toBeGreaterThan(1);
  expect(foreign).toEqual([]);
});
