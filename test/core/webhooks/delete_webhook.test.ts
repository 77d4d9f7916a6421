import { expect, test } from "vitest";
import { deleteWebhook } from "../../../core/webhooks/change_webhooks.ts";
import { refusalOf } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";
import { operatorIn } from "../../../core/access/caller.ts";

test("deleting a deleted, unknown or another organization's webhook is refused with WEBHOOK_NOT_FOUND", async () => {
  const ports = openMemory();
  const { id } = await makeWebhook(ports);
  for (const [owner, which] of [[2, id], [organizationId, 9]] as const) {
    const attempt = () => deleteWebhook(ports, operatorIn(owner), { id: which });
    expect((await refusalOf(attempt)).code).toBe("WEBHOOK_NOT_FOUND");
  }
  expect(ports.memory.webhooks[0]!.deletedAt).toBeNull();
  await deleteWebhook(ports, operatorIn(organizationId), { id });
  const again = () => deleteWebhook(ports, operatorIn(organizationId), { id });
  expect((await refusalOf(again)).code).toBe("WEBHOOK_NOT_FOUND");
});
