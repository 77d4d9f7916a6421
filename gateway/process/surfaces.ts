import type { Logger } from "pino";
import type { Application } from "../../core/mod.ts";
import { createRestHandler } from "../../rest-adapter/mod.ts";
import type { Dashboard } from "../http/dashboard_files/mod.ts";
import { createGraphqlHandler } from "../graphql/mod.ts";
import type { Surfaces } from "../http/routes.ts";
import type { Persistence } from "../persistence/mod.ts";
import { createSessionTokens } from "../security/session_tokens.ts";
import { createTrpcHandler } from "../trpc/mod.ts";
import type { OnDefect } from "../../rest-adapter/http/mod.ts";

/** Options of the surfaces. */
export interface ServedAt {
  publicUrl: string;
  corsOrigins: readonly string[];
  /** Signs staff sessions. */
  sessionSecret: string;
  /** Whether browsers get GraphiQL. */
  hasExplorer: boolean;
  log: Logger;
  /** Undefined if the build failed. */
  dashboard: Dashboard | undefined;
}

/** Creates all surfaces over the use cases. */
export function createSurfaces(
  { application, persistence }: { application: Application; persistence: Persistence },
  { publicUrl, corsOrigins, sessionSecret, hasExplorer, log, dashboard }: ServedAt,
): Surfaces {
  const onDefect: OnDefect = (error, request) =>
    log.error({ ...request, err: error }, "a request failed with an unexpected error");
  const sessionTokens = createSessionTokens(sessionSecret, persistence.now);
  const forStaff = { publicUrl, sessionTokens, onDefect };
  return {
    rest: createRestHandler(application, { ...forStaff, corsOrigins }),
    trpc: createTrpcHandler(application, forStaff),
    graphql: createGraphqlHandler(application, { ...forStaff, hasExplorer }),
    ...(dashboard && { dashboard }),
    isReady: () => persistence.isReady(),
  };
}
