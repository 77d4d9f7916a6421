import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCUntypedClient,
} from "@trpc/client";
import { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "../../trpc/mod.ts";
import { refusalOf } from "./errors.ts";
import { type SessionGate, sessionGate, sessionLink } from "./session_gate.ts";

const url = "/trpc";

// The service takes 20 calls in one request, and an address no longer than proxies do.
const batch = { url, maxItems: 20, maxURLLength: 4000 };

/** Calls the procedures; what is refused because the session has ended waits at the gate. */
export function createClient(gate: SessionGate): TRPCUntypedClient<AppRouter> {
  return createTRPCUntypedClient<AppRouter>({
    links: [
      sessionLink(gate),
      splitLink({
        // Signing in changes as whom a call is made, so the service takes none beside it.
        condition: ({ path }) => path === "session.signIn",
        true: httpLink({ url }),
        false: splitLink({
          // Requests that a page makes by itself say so, and keep no session from idling.
          condition: ({ context }) => context["isBackground"] === true,
          true: httpBatchLink({ ...batch, headers: { "X-Background-Request": "true" } }),
          false: httpBatchLink(batch),
        }),
      }),
    ],
  });
}

/** What the hooks call. */
export const client = createClient(sessionGate);

const maxTries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A refusal stays one; a connection may come back.
      retry: (tries, error) => tries < maxTries && refusalOf(error).code === "UNREACHABLE",
    },
  },
});
