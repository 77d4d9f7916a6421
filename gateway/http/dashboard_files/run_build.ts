// usage: node run_build.ts FOLDER. Runs in its own process, so that the builder's memory is freed.
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { compressAll } from "./files.ts";
import { usedLanguagesOnly } from "./build.ts";
import { compileMessages } from "./compile_messages.ts";
import { sourcesFolder } from "./sources.ts";

const outDir = process.argv[2]!;

await build({
  configFile: false,
  root: sourcesFolder,
  mode: "production",
  logLevel: "error",
  plugins: [react(), usedLanguagesOnly(), compileMessages()],
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    // Inlined images would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for all that the first page needs. Many small files would compress worse: 197 kB instead of 178.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
    reportCompressedSize: false,
  },
});
await compressAll(outDir);
