// A page's own client, for a browser's types alone: no word of Node is known here.
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../gateway/trpc/mod.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;

export const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: "/trpc", maxItems: 20 })],
});

/** Each is a type error where it is not so. */
export const typesAsTheyShouldBe: true[] = [
  is<
    Same<
      Inputs["session"]["signIn"],
      { email: string; password: string; code?: string | null | undefined }
    >
  >(),
  is<Same<Inputs["session"]["current"], void>>(),
  is<Same<Inputs["apiKeys"]["rotate"], { id: number }>>(),
  is<Same<Inputs["webhooks"]["logs"]["page"], number | undefined>>(),
  is<Same<Inputs["usage"]["stats"]["startDate"], string | undefined>>(),
  is<Same<Inputs["webhooks"]["recoverSince"], { id: number; since: string }>>(),
  is<Same<Inputs["appointments"]["create"]["dateTime"], string>>(),
  is<Same<Inputs["appointments"]["byId"]["environment"], "LIVE" | "TEST" | null | undefined>>(),
  is<Same<Outputs["session"]["current"]["user"]["mustChangePassword"], boolean>>(),
  is<Same<Outputs["appointments"]["byId"]["dateTime"], string>>(),
  is<
    Same<
      Outputs["appointments"]["byId"]["status"],
      "SCHEDULED" | "COMPLETED" | "CANCELLED" | "MISSED"
    >
  >(),
  is<Same<Outputs["apiKeys"]["list"][number]["lastUsedAt"], string | null>>(),
  is<Same<Outputs["webhooks"]["logs"]["items"][number]["nextRetryAt"], string | null>>(),
  is<Same<Outputs["webhooks"]["recoverSince"], { deliveries: number }>>(),
  is<Same<Outputs["audit"]["list"]["items"][number]["at"], string>>(),
  is<Same<Outputs["usage"]["stats"]["errorBreakdown"], Record<string, number>>>(),
];

/** Calls that a page makes, and calls that the types refuse. */
export async function useClient(): Promise<string[]> {
  const { organization } = await client.session.current.query();
  const scopes = ["READ_APPOINTMENTS"] as const;
  const made = await client.apiKeys.create.mutate({
    name: "Website",
    environment: "LIVE",
    scopes: [...scopes],
  });
  // @ts-expect-error It is a mutation.
  client.apiKeys.create.query({});
  // @ts-expect-error No such scope.
  client.apiKeys.create.mutate({ name: "Website", environment: "LIVE", scopes: ["ALL"] });
  // @ts-expect-error An id is a number.
  client.apiKeys.revoke.mutate({ id: "1" });
  // @ts-expect-error No such procedure.
  client.apiKeys.steal.mutate({ id: 1 });
  // @ts-expect-error The hash of a key is nobody's to know.
  const { keyHash } = made;
  return [organization.timeZone, made.key, keyHash];
}

/** What an error contains: the code of REST, and that of each invalid field. */
export function faultsOf(error: unknown): string[] {
  if (!(error instanceof TRPCClientError)) return [];
  const { data } = error as TRPCClientError<AppRouter>;
  if (data?.appCode !== "VALIDATION_ERROR") return [];
  return (data.details ?? []).map(({ field, message }) => `${field}: ${message}`);
}

function is<T extends true>(): T {
  return true as T;
}
