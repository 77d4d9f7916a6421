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

/** What the surfaces need to know of where they are served. */
export interface ServedAt {
  publicUrl: string;
  corsOrigins: readonly string[];
  /** Signs the sessions of staff. */
  sessionSecret: string;
  /** Whether queries may be written in a page. */
  hasExplorer: boolean;
  log: Logger;
  /** Undefined where it could not be built. */
  dashboard: Dashboard | undefined;
}

/** Every surface of the service over the use cases. */
export function createSurfaces(
  { application, persistence }: { application: Application; persistence: Persistence },
  { publicUrl, corsOrigins, sessionSecret, hasExplorer, log, dashboard }: ServedAt,
): Surfaces {
  const onDefect: OnDefect = (error, request) =>
    log.error({ ...request, err: error }, "a request met a defect");
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
