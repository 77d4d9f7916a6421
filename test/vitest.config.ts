import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/test_server.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Each file has a database of its own, so files run side by side; two, for two cores.
    pool: "forks",
    maxWorkers: 2,
  },
});
