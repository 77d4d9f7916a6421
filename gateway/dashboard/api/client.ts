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
import { type SessionGuard, sessionGuard, sessionLink } from "./session_guard.ts";

const url = "/trpc";

// The service accepts 20 calls per request. Proxies limit the length of an address.
const batch = { url, maxItems: 20, maxURLLength: 4000 };

/** Creates the client of the procedures. Requests that an ended session refuses wait in `guard`. */
export function createClient(guard: SessionGuard): TRPCUntypedClient<AppRouter> {
  return createTRPCUntypedClient<AppRouter>({
    links: [
      sessionLink(guard),
      splitLink({
        // Signing in changes the user of later calls, so the service refuses it in a batch with others.
        condition: ({ path }) => path === "session.signIn",
        true: httpLink({ url }),
        false: splitLink({
          // The header marks polls. They do not prolong an idle session.
          condition: ({ context }) => context["isBackground"] === true,
          true: httpBatchLink({ ...batch, headers: { "X-Background-Request": "true" } }),
          false: httpBatchLink(batch),
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
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A refusal is final. A lost connection may come back.
      retry: (tries, error) => tries < maxTries && serviceErrorOf(error).code === "UNREACHABLE",
    },
  },
});
