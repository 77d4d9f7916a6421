import type { TestProject } from "vitest/node";
import { startTestServer } from "../../support/test_server.ts";

/** The proofs run on a server as the service starts it: it syncs. */
export default (project: TestProject) => startTestServer(project, {});
