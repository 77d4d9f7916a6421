import type { Logger } from "pino";
import type { Application } from "../../core/mod.ts";
import { createRestHandler } from "../../rest-adapter/mod.ts";
import { createStopHandler } from "../email/mod.ts";
import { createEventsHandler } from "../events/mod.ts";
import type { Dashboard } from "../http/dashboard_files/mod.ts";
import type { Surfaces } from "../http/routes.ts";
import { createScreensHandler } from "../screens/mod.ts";
import { loadOrm, type Persistence } from "../persistence/mod.ts";
import { createSessionTokens, type SigningSecret } from "../security/session_tokens.ts";
import type { OnDefect } from "../../rest-adapter/http/mod.ts";
import { lazily, loadInSteps } from "../lazily.ts";

/** Options of the surfaces. */
export interface ServedAt {
  /** Undefined if PUBLIC_URL is not set. */
  publicUrl: string | undefined;
  corsOrigins: readonly string[];
  /** Signs staff sessions. */
  sessionSecret: SigningSecret;
  /** Whether browsers get GraphiQL. */
  hasExplorer: boolean;
  log: Logger;
  /** Undefined if the build failed. */
  dashboard: Dashboard | undefined;
}

/** Loads ahead what the surfaces load at their first request, which would hold up all other requests. */
export async function loadSurfaces(): Promise<void> {
  await loadInSteps(() => import("../trpc/mod.ts"), () => import("../graphql/mod.ts"), loadOrm);
}

/** Creates all surfaces over the use cases. Loads tRPC and GraphQL at their first request (gateway/process/README.md 3). */
export function createSurfaces(
  { application, persistence }: { application: Application; persistence: Persistence },
  { publicUrl, corsOrigins, sessionSecret, hasExplorer, log, dashboard }: ServedAt,
): Surfaces {
  const onDefect: OnDefect = (error, request) =>
    log.error({ ...request, err: error }, "a request failed with an unexpected error");
  const sessionTokens = createSessionTokens(sessionSecret, persistence.now);
  const forStaff = { publicUrl, sessionTokens, onDefect };
  const trpc = lazily(async () => {
    const { createTrpcHandler } = await import("../trpc/mod.ts");
    return createTrpcHandler(application, forStaff);
  });
  const graphql = lazily(async () => {
    await loadInSteps(() => import("graphql"), () => import("graphql-yoga"));
    const { createGraphqlHandler } = await import("../graphql/mod.ts");
    return createGraphqlHandler(application, { ...forStaff, hasExplorer });
  });
  const sso = lazily(async () => {
    const { createSsoHandler } = await import("../sso/mod.ts");
    return createSsoHandler(application, forStaff);
  });
  return {
    rest: createRestHandler(application, { ...forStaff, corsOrigins }),
    trpc: async (request, connection) => (await trpc())(request, connection),
    graphql: async (request, connection) => (await graphql())(request, connection),
    events: createEventsHandler(application, forStaff),
    screens: createScreensHandler(application, { onDefect }),
    email: createStopHandler(application, { onDefect }),
    sso: async (request, connection) => (await sso())(request, connection),
    endWaits: () => persistence.endWaits(),
    ...(dashboard && { dashboard }),
    isReady: () => persistence.isReady(),
    acceptsWrites: () => persistence.acceptsWrites(),
    databaseFacts: () => persistence.databaseFacts(),
  };
}
