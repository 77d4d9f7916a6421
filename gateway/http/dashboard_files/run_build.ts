// A process of its own, so that what the builder needs is gone once it is done: node run_build.ts FOLDER
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { compressAll } from "./files.ts";
import { englishOnly } from "./build.ts";
import { sourcesFolder } from "./sources.ts";

const outDir = process.argv[2]!;

await build({
  configFile: false,
  root: sourcesFolder,
  mode: "production",
  logLevel: "error",
  plugins: [react(), englishOnly()],
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    // Pictures in the text of a style would need a wider policy than 'self' for no gain.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
await compressAll(outDir);
