import { expect, test } from "vitest";
import { deleteWebhook } from "../../../core/webhooks/delete_webhook.ts";
import { listWebhooks } from "../../../core/webhooks/list_webhooks.ts";
import { refusalOf } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

test("deleting a webhook abandons its pending deliveries", async () => {
  const ports = openMemory();
  const { id } = await makeWebhook(ports);
  const other = await makeWebhook(ports);
  ports.tell(id);
  ports.tell(other.id);
  await deleteWebhook(ports, { organizationId, id });
  const left = await listWebhooks(ports, { organizationId, timeZone: "UTC" });
  expect(left.map((webhook) => webhook.id)).toEqual([other.id]);
  expect(ports.memory.webhookAttempts.map(({ status }) => status)).toEqual([
    "ABANDONED",
    "PENDING",
  ]);
});

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
