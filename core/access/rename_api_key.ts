import { z } from "zod";
import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { idField, nameField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type ApiKeyView, toApiKeyView } from "./api_key.ts";
import { apiKeyNotFound } from "./revoke_api_key.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";

/** Input of a new name for a key. */
export const renameApiKeyInput = z.object({
  id: idField("Id of the API key"),
  name: nameField(255, "Name of the key"),
});

/** Renames a key, also a revoked key. Throws VALIDATION_ERROR or API_KEY_NOT_FOUND. */
export async function renameApiKey(
  { now, apiKeys }: Pick<Ports, "now" | "apiKeys">,
  caller: StaffCaller,
  input: unknown,
): Promise<ApiKeyView> {
  const { id, name } = parseInput(renameApiKeyInput, input);
  const { organizationId, timeZone } = caller;
  const key = await apiKeys.change(
    { id, organizationId },
    (found) => void (found.name = name),
    (found, before) =>
      ifChanged(recordOf(found, {
        actor: actorOf(caller),
        action: "api_key.renamed",
        at: now(),
        changes: changesBetween(before, found, { fields: ["name"] }),
      })),
  );
  if (!key) throw apiKeyNotFound();
  return toApiKeyView(key, timeZone);
}
