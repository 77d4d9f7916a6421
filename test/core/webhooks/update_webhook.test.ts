import { describe, expect, test } from "vitest";
import { updateWebhook } from "../../../core/webhooks/change_webhooks.ts";
import { toWebhookView } from "../../../core/webhooks/webhook.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { type Message, say } from "../../../core/messages.ts";

const url = "https://moved.example/hook";

describe("changing a webhook", () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ url }, { url }],
    [{ events: ["APPOINTMENT_NO_SHOW"] }, { events: ["APPOINTMENT_NO_SHOW"] }],
    [{ isActive: false }, { isActive: false }],
    [{ includeTest: true }, { includeTest: true }],
    [{ includeContact: true }, { includeContact: true }],
    [{ url, isActive: false }, { url, isActive: false }],
    [{ url: null, events: null, isActive: null, includeTest: null, includeContact: null }, {}],
    [{ secret: "whsec_x", organizationId: 2, consecutiveFailures: 0, deletedAt: "x" }, {}],
  ])("with %j changes only %j", async (input, changed) => {
    const ports = openMemory();
    const webhook = await makeWebhook(ports);
    webhook.consecutiveFailures = 3;
    const before = { ...webhook };
    const after = await updateWebhook(ports, operatorIn(organizationId), {
      ...input,
      id: webhook.id,
    });
    expect(after).toEqual(toWebhookView(ports.memory.webhooks[0]!, "UTC"));
    expect({ ...ports.memory.webhooks[0]! }).toEqual({
      ...before,
      ...changed,
      version: expect.any(Number),
    });
  });

  test("can activate an inactive webhook", async () => {
    const ports = openMemory();
    const { id } = await makeWebhook(ports);
    for (const isActive of [false, true]) {
      const after = await updateWebhook(ports, operatorIn(organizationId), { id, isActive });
      expect(after.isActive).toBe(isActive);
    }
  });

  test("reports all invalid fields at once, before any lookup", async () => {
    const ports = untouchable<Parameters<typeof updateWebhook>[0]>();
    const input = { url: "http://example.org", events: [], isActive: "no", includeTest: 1 };
    expect(
      await faultsOf(() => updateWebhook(ports, operatorIn(organizationId), { id: 1, ...input })),
    )
      .toEqual(["url", "events", "isActive", "includeTest"]);
  });

  test("with a forbidden URL changes nothing, whatever else is given", async () => {
    const refusals: (Message | undefined)[] = [undefined, say("privateName")];
    const ports = openMemory({ refuseUrl: async () => refusals.shift() });
    const { id, ...before } = { ...await makeWebhook(ports) };
    const input = { url, isActive: false };
    const attempt = () => updateWebhook(ports, operatorIn(organizationId), { id, ...input });
    expect((await refusalOf(attempt)).faults).toEqual([
      { field: "url", message: say("privateName") },
    ]);
    expect({ ...ports.memory.webhooks[0]! }).toEqual({ id, ...before });
  });

  test("without a URL makes no address check", async () => {
    const answers = [undefined];
    const ports = openMemory({
      refuseUrl: async () => answers.length > 0 ? answers.pop() : say("privateName"),
    });
    const { id } = await makeWebhook(ports);
    const after = await updateWebhook(ports, operatorIn(organizationId), { id, isActive: false });
    expect(after.isActive).toBe(false);
  });
});
