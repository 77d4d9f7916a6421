import { expect, test } from "vitest";
import { deleteWebhook } from "../../../core/webhooks/delete_webhook.ts";
import { refusalOf } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

test("deleting a deleted, unknown or another organization's webhook is refused with WEBHOOK_NOT_FOUND", async () => {
  const ports = openMemory();
  const { id } = await makeWebhook(ports);
  for (const name of [{ organizationId: 2, id }, { organizationId, id: 9 }]) {
    expect((await refusalOf(() => deleteWebhook(ports, name))).code).toBe("WEBHOOK_NOT_FOUND");
  }
  expect(ports.memory.webhooks[0]!.deletedAt).toBeNull();
  await deleteWebhook(ports, { organizationId, id });
  const again = () => deleteWebhook(ports, { organizationId, id });
  expect((await refusalOf(again)).code).toBe("WEBHOOK_NOT_FOUND");
});
