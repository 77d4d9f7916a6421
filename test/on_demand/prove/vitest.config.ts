import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/on_demand/prove/*.prove.ts"],
    globalSetup: ["test/on_demand/prove/server.ts"],
    testTimeout: 7_200_000,
    hookTimeout: 60_000,
    pool: "forks",
    // One at a time: each measures, or loads both cores by itself.
    fileParallelism: false,
  },
});
