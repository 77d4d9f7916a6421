import { z } from "zod";
import { changesBetween, recordOf } from "../audit/audit_record.ts";
import { type Environment, environments } from "../environment.ts";
import { validationError } from "../errors.ts";
import {
  inSchema,
  nameField,
  parseInput,
  rawField,
  requiredOr,
  wholeNumberField,
} from "../input.ts";
import {
  ApiKey,
  type ApiKeys,
  type ApiKeyView,
  type Scope,
  scopes,
  toApiKeyView,
} from "./api_key.ts";
import { endOfNewKey, keyEndField } from "./key_end.ts";
import { networksField, networksOrAll } from "./networks.ts";
import { requireRoom } from "./organization_size.ts";
import { requireOrganization } from "./organizations.ts";
import { generateKey, maskKey } from "./key_text.ts";
import type { Caller } from "./caller.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness } from "../platform.ts";
import type { Organizations } from "./organization.ts";

const maxRequestsPerHour = 1_000_000;
const defaultRequestsPerHour = 1000;
const maxDailyCap = 1_000_000;

/** The scopes of a key. They are validated as a whole, so that a fault names the field and not one of its items. */
export const scopesField = z
  .array(rawField<Scope>(), {
    error: requiredOr("mustBe", { what: `a list of ${scopes.join(", ")}` }),
  })
  .refine(
    (list) => list.length > 0 && list.every(isScope),
    inSchema("chooseOne", { list: scopes.join(", ") }),
  )
  .transform((list) => [...new Set(list as Scope[])])
  .meta({
    type: "array",
    items: { type: "string", enum: [...scopes] },
    minItems: 1,
    description: "Permissions of the key; at least one",
    examples: [["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"]],
  });

/** The hourly limit of a key. */
export const rateLimitField = wholeNumberField(1, maxRequestsPerHour, "Allowed requests per hour");

/** The daily cap of a key; null for none. */
export const dailyCapField = wholeNumberField(
  1,
  maxDailyCap,
  "Credits that the key may spend in a day of the organization; null for no cap",
  200,
).nullable().optional();

/** Returns the cap of a key. Throws VALIDATION_ERROR for the cap of a TEST key, whose credits cost nothing. */
export function capOf(environment: Environment, cap: number | null | undefined): number | null {
  if (!cap) return null;
  if (environment === "LIVE") return cap;
  throw validationError({ field: "dailyCreditCap", message: say("capOfLive") });
}

/** What a key may do, as its audit records name it. */
export const auditedLimits = [
  "scopes",
  "rateLimitPerHour",
  "expiresAt",
  "allowedNetworks",
  "dailyCreditCap",
] as const;

/** Input of a new key. */
export const createApiKeyInput = z.object({
  name: nameField(255, "Name of the key, 1 to 255 characters", "Website"),
  environment: z.enum(environments, {
    error: requiredOr("mustBe", { what: environments.join(" or ") }),
  }).meta({ description: "Environment of the key's appointments and credits", examples: ["LIVE"] }),
  scopes: scopesField,
  rateLimitPerHour: rateLimitField.nullish().transform((limit) => limit ?? defaultRequestsPerHour)
    .meta({
      description: "Allowed requests per hour, 1 to 1,000,000",
      default: defaultRequestsPerHour,
      examples: [1000],
    }),
  expiresAt: keyEndField.meta({
    description:
      "When the key ends, local to the organization. Without it, the key ends when the " +
      "organization's maximum is reached, or never without a maximum",
  }),
  allowedNetworks: networksField,
  dailyCreditCap: dailyCapField,
});

/**
 * Creates a key. Returns it with its plaintext, which is not stored and never returned again. Throws VALIDATION_ERROR
 * or ORGANIZATION_NOT_FOUND.
 */
export async function createApiKey(
  ports: Clock & Randomness & Hashing & { apiKeys: ApiKeys; organizations: Organizations },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<ApiKeyView & { key: string }> {
  const wanted = parseInput(createApiKeyInput, input);
  const dailyCreditCap = capOf(wanted.environment, wanted.dailyCreditCap);
  const organization = await requireOrganization(ports, organizationId);
  const createdAt = ports.now();
  const expiresAt = endOfNewKey(wanted.expiresAt, createdAt, organization);
  await requireRoom(ports, organizationId, "apiKeys");
  const key = generateKey(wanted.environment, ports);
  const apiKey = new ApiKey({
    ...wanted,
    organizationId,
    keyHash: await ports.sha256(key),
    maskedKey: maskKey(key),
    lineageId: crypto.randomUUID(),
    windowNumber: 0,
    createdAt,
    expiresAt,
    allowedNetworks: networksOrAll(wanted.allowedNetworks),
    dailyCreditCap,
  });
  const fields = ["environment", ...auditedLimits] as const;
  await ports.apiKeys.add(apiKey, (added) =>
    recordOf(added, {
      actor,
      action: "api_key.created",
      changes: changesBetween<Partial<ApiKeyView>>({}, toApiKeyView(added, organization.timeZone), {
        fields,
      }),
      at: added.createdAt,
    }));
  return { ...toApiKeyView(apiKey, timeZone), key };
}

function isScope(value: unknown): value is Scope {
  return scopes.some((scope) => scope === value);
}
