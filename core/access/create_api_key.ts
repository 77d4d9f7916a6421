import { z } from "zod";
import { environments } from "../booking/environment.ts";
import { nameField, parseInput, requiredOr, wholeNumberField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { ApiKey, generateKey, maskKey, scopes } from "./api_key.ts";
import { requireOrganization } from "./read_organizations.ts";

/** What is asked for of a new key (interface, "POST /api-keys"). */
export const createApiKeyInput = z.object({
  name: nameField(255, "Name of the key"),
  environment: z.enum(environments, { error: requiredOr(`Must be ${environments.join(" or ")}`) }),
  scopes: z
    .array(z.enum(scopes, { error: requiredOr(`Must be ${scopes.join(" or ")}`) }), {
      error: requiredOr("Must be a list of scopes"),
    })
    .refine((list) => list.length > 0, "Must name at least one scope")
    .transform((list) => [...new Set(list)]),
  rateLimitPerHour: wholeNumberField(1, 1_000_000, "Requests an hour").default(1000),
});

/**
 * Makes a key and returns it with its plaintext, which is not kept and cannot be had again. Throws
 * VALIDATION_ERROR, or ORGANIZATION_NOT_FOUND.
 */
export async function createApiKey(
  ports: Pick<Ports, "now" | "randomBytes" | "sha256" | "apiKeys" | "organizations">,
  organizationId: number,
  input: z.input<typeof createApiKeyInput>,
): Promise<{ apiKey: ApiKey; key: string }> {
  const wanted = parseInput(createApiKeyInput, input);
  await requireOrganization(ports, organizationId);
  const key = generateKey(wanted.environment, ports);
  const apiKey = new ApiKey({
    ...wanted,
    organizationId,
    keyHash: await ports.sha256(key),
    maskedKey: maskKey(key),
    lineageId: crypto.randomUUID(),
    createdAt: ports.now(),
  });
  await ports.apiKeys.add(apiKey);
  return { apiKey, key };
}
