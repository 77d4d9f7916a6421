import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCUntypedClient,
} from "@trpc/client";
import { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "../../trpc/mod.ts";
import { serviceErrorOf } from "./errors.ts";
import { graphqlLink, graphqlPath } from "./graphql_link.ts";
import { isOffline } from "./network.ts";
import { backgroundHeaders, request } from "./request.ts";
import { type SessionGuard, sessionGuard, sessionLink } from "./session_guard.ts";
import { stepUp, stepUpLink } from "./step_up.ts";

const url = "/trpc";

// The service accepts 20 calls per request. By POST, because inputs have names, phone numbers and codes, and addresses
// reach the logs of proxies.
const batch = { url, maxItems: 20, methodOverride: "POST", fetch: request } as const;

/** Creates the client of the procedures. Requests that an ended session refuses wait in `guard`. */
export function createClient(guard: SessionGuard): TRPCUntypedClient<AppRouter> {
  return createTRPCUntypedClient<AppRouter>({
    links: [
      sessionLink(guard),
      stepUpLink(stepUp),
      splitLink({
        // A change has a request of its own, so that it can be stopped, and tried again, by itself.
        condition: ({ type }) => type === "mutation",
        true: httpLink({
          url,
          fetch: request,
          headers({ op: { context } }) {
            const key = context["idempotencyKey"];
            return typeof key === "string" ? { "Idempotency-Key": key } : {};
          },
        }),
        false: splitLink({
          condition: ({ path }) => path === graphqlPath,
          true: graphqlLink,
          false: splitLink({
            // The header marks reads that no person asked for. They do not prolong an idle session.
            condition: ({ context }) => context["isBackground"] === true,
            true: httpBatchLink({ ...batch, headers: backgroundHeaders }),
            false: httpBatchLink(batch),
          }),
        }),
      }),
    ],
  });
}

/** The client of this tab. */
export const client = createClient(sessionGuard);

const maxTries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Never paused: without a network a request fails at once, and the page says so.
      networkMode: "always",
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A refusal is final. A lost connection may come back. What fails offline is read again then (`live.ts`).
      retry: (tries, error) =>
        tries < maxTries && !isOffline() && serviceErrorOf(error).code === "UNREACHABLE",
    },
    // A change is never kept to be sent later (gateway/dashboard/README.md 3.2).
    mutations: { networkMode: "always", retry: false },
  },
});
