// usage: node run_build.ts FOLDER. Runs in its own process, so that the builder's memory is freed.
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { compressAll } from "./files.ts";
import { usedLanguagesOnly } from "./build.ts";
import { compileTexts, textGroup } from "./compile_texts.ts";
import { guidesPlugin } from "./guides.ts";
import { pagePathsPlugin } from "./page_paths.ts";
import { docsFolder, screensFolder, sourcesFolder } from "./sources.ts";

const outDir = process.argv[2]!;

await build({
  configFile: false,
  root: sourcesFolder,
  mode: "production",
  logLevel: "error",
  plugins: [react(), usedLanguagesOnly(), compileTexts(), pagePathsPlugin()],
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    // Inlined images would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for all that the first page needs. Many small files would compress worse: 197 kB instead of 178.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }, textGroup] } },
    },
    reportCompressedSize: false,
  },
});
// A build of its own: the dashboard must not load the viewer of the document, and the other way round.
await build({
  configFile: false,
  root: docsFolder,
  mode: "production",
  logLevel: "error",
  plugins: [guidesPlugin()],
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(docsFolder, "docs.html") },
    reportCompressedSize: false,
    // The viewer is one file of a library.
    chunkSizeWarningLimit: 2000,
  },
});
// Small pages without the dashboard's libraries.
await build({
  configFile: false,
  root: screensFolder,
  mode: "production",
  logLevel: "error",
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["ticket.html", "display.html", "kiosk.html", "appointment.html"].map((name) =>
        join(screensFolder, name)
      ),
    },
    reportCompressedSize: false,
  },
});
await compressAll(outDir);
