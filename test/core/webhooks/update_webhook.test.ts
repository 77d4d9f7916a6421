import { describe, expect, test } from "vitest";
import { updateWebhook } from "../../../core/webhooks/update_webhook.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

const url = "https://moved.example/hook";

describe("PATCH /webhooks/{id}", () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ url }, { url }],
    [{ events: ["APPOINTMENT_NO_SHOW"] }, { events: ["APPOINTMENT_NO_SHOW"] }],
    [{ isActive: false }, { isActive: false }],
    [{ includeTest: true }, { includeTest: true }],
    [{ url, isActive: false }, { url, isActive: false }],
    [{ url: null, events: null, isActive: null, includeTest: null }, {}],
    [{ id: 9, secret: "whsec_x", organizationId: 2, consecutiveFailures: 0, deletedAt: "x" }, {}],
  ])("given %j changes %j and nothing else", async (input, changed) => {
    const ports = openMemory();
    const webhook = await makeWebhook(ports);
    webhook.consecutiveFailures = 3;
    const before = { ...webhook };
    const after = await updateWebhook(ports, { organizationId, id: webhook.id }, input);
    expect({ ...after }).toEqual({ ...before, ...changed });
    expect({ ...ports.memory.webhooks[0]! }).toEqual({ ...before, ...changed });
  });

  test("activates again what was inactive", async () => {
    const ports = openMemory();
    const { id } = await makeWebhook(ports);
    for (const isActive of [false, true]) {
      const after = await updateWebhook(ports, { organizationId, id }, { isActive });
      expect(after.isActive).toBe(isActive);
    }
  });

  test("reports all faults of shape at once, before anything is asked", async () => {
    const ports = untouchable<Parameters<typeof updateWebhook>[0]>();
    const input = { url: "http://example.org", events: [], isActive: "no", includeTest: 1 };
    expect(await faultsOf(() => updateWebhook(ports, { organizationId, id: 1 }, input)))
      .toEqual(["url", "events", "isActive", "includeTest"]);
  });

  test.each([["another organization's", 2, 1], ["no", 1, 2]])(
    "of %s webhook is WEBHOOK_NOT_FOUND, and its URL is not looked up",
    async (_, organizationId, id) => {
      const ports = openMemory({ refuseUrl: () => Promise.reject(new Error("was looked up")) });
      ports.memory.webhooks.push({ ...await makeWebhook(openMemory()) } as never);
      const attempt = () => updateWebhook(ports, { organizationId, id }, { url });
      expect((await refusalOf(attempt)).code).toBe("WEBHOOK_NOT_FOUND");
    },
  );

  test("with a URL that leads nowhere public changes nothing, whatever else is given", async () => {
    const refusals: (string | undefined)[] = [undefined, "Must have a public address"];
    const ports = openMemory({ refuseUrl: async () => refusals.shift() });
    const { id, ...before } = { ...await makeWebhook(ports) };
    const input = { url, isActive: false };
    const attempt = () => updateWebhook(ports, { organizationId, id }, input);
    expect((await refusalOf(attempt)).faults).toEqual([
      { field: "url", message: "Must have a public address" },
    ]);
    expect({ ...ports.memory.webhooks[0]! }).toEqual({ id, ...before });
  });

  test("without a URL looks nothing up", async () => {
    const answers = [undefined];
    const ports = openMemory({
      refuseUrl: async () => answers.length > 0 ? answers.pop() : "was looked up",
    });
    const { id } = await makeWebhook(ports);
    const after = await updateWebhook(ports, { organizationId, id }, { isActive: false });
    expect(after.isActive).toBe(false);
  });
});
