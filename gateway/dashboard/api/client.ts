import { createTRPCUntypedClient, httpBatchLink, splitLink } from "@trpc/client";
import { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "../../trpc/mod.ts";
import { refusalOf } from "./errors.ts";
import { sessionLink } from "./session_gate.ts";

const url = "/trpc";

/** What the hooks call; requests that a page makes by itself say so and keep no session from idling. */
export const client = createTRPCUntypedClient<AppRouter>({
  links: [
    sessionLink(),
    splitLink({
      condition: ({ context }) => context["isBackground"] === true,
      true: httpBatchLink({ url, maxURLLength: 4000, headers: { "X-Background-Request": "true" } }),
      false: httpBatchLink({ url, maxURLLength: 4000 }),
    }),
  ],
});

const mostTries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A refusal stays one; a connection may come back.
      retry: (tries, error) => tries < mostTries && refusalOf(error).code === "UNREACHABLE",
    },
  },
});
