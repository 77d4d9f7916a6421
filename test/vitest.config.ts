import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { longTests } from "./long_tests.ts";

const portable = ["test/core/**/*.test.ts", "test/rest-adapter/**/*.test.ts"];
const needsServer = { globalSetup: ["test/support/test_server.ts"] };

// `npm test` leaves the long files out. `npm test -- NAME` finds them too.
const asksForFiles = process.argv.slice(3).some((word) => /^(?!-)|^--project/.test(word));

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // As Node itself chooses files of packages: without the condition `development`, under which graphql would be
  // there twice, ours and its libraries'.
  ssr: { resolve: { conditions: ["module", "node", "module-sync"] } },
  test: {
    projects: [
      { extends: true, test: { name: "portable", include: portable, exclude: longTests } },
      {
        extends: true,
        test: {
          name: "service",
          include: ["test/**/*.test.ts"],
          exclude: [...portable, ...longTests],
          ...needsServer,
        },
      },
      ...asksForFiles
        ? [{ extends: true as const, test: { name: "long", include: longTests, ...needsServer } }]
        : [],
    ],
    // Against hanging alone: a busy machine takes its time. With twenty processes that wait for its two cores, a test
    // that starts some services takes two minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Files share what they import: loading it again for each would take a fifth of the time.
    isolate: false,
    // Each file has its own database, so files run in parallel: two for two cores, and one more because some tests
    // wait for timeouts of the service.
    pool: "forks",
    maxWorkers: 3,
  },
});
