import { describe, expect, test } from "vitest";
import { attemptDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import { deleteWebhook } from "../../../core/webhooks/delete_webhook.ts";
import { recoverSince, retryDelivery } from "../../../core/webhooks/retry_delivery.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { failedResult, makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

async function openFailing() {
  const ports = openMemory({ sendDelivery: async () => failedResult });
  const { id } = await makeWebhook(ports);
  /** Makes all pending attempts fail until no attempt is left. */
  async function failForGood() {
    for (const minutes of [0, 1, 5, 30, 120]) {
      ports.pass({ minutes });
      for (const claimed of await ports.deliveryQueue.claim(8)) {
        await ports.deliveryQueue.settle([await attemptDelivery(ports, claimed)]);
      }
    }
  }
  return { ports, id, failForGood };
}

const caller = { organizationId };

describe("retrying a delivery", () => {
  test("returns the new log entry: the same event with a new delivery id", async () => {
    const { ports, id, failForGood } = await openFailing();
    const eventId = ports.tell(id);
    await failForGood();
    const [first] = ports.memory.webhookAttempts;
    const made = await retryDelivery(ports, caller, first!.id);
    expect(made).toEqual({
      ...made,
      id: 6,
      webhookId: id,
      eventId,
      attempt: 1,
      status: "PENDING",
      createdAt: ports.now(),
    });
    expect(made.deliveryId).not.toBe(first!.deliveryId);
  });

  test("of an unknown entry, another organization's entry or a deleted webhook is refused with WEBHOOK_LOG_NOT_FOUND", async () => {
    const { ports, id, failForGood } = await openFailing();
    ports.tell(id);
    await failForGood();
    const codeOf = async (caller: { organizationId: number }, attemptId: number) =>
      (await refusalOf(() => retryDelivery(ports, caller, attemptId))).code;
    expect(await codeOf(caller, 99)).toBe("WEBHOOK_LOG_NOT_FOUND");
    expect(await codeOf({ organizationId: 2 }, 1)).toBe("WEBHOOK_LOG_NOT_FOUND");
    await deleteWebhook(ports, { organizationId, id });
    expect(await codeOf(caller, 1)).toBe("WEBHOOK_LOG_NOT_FOUND");
  });

  test("that is still being attempted or has succeeded is refused with CONFLICT", async () => {
    const { ports, id } = await openFailing();
    ports.tell(id);
    const attempt = () => retryDelivery(ports, caller, 1);
    expect((await refusalOf(attempt)).code).toBe("CONFLICT");
    ports.memory.webhookAttempts[0]!.status = "DELIVERED";
    expect((await refusalOf(attempt)).code).toBe("CONFLICT");
  });
});

describe("recovering a webhook", () => {
  test("retries the deliveries that failed since a local time in the organization's zone", async () => {
    const { ports, id, failForGood } = await openFailing();
    const name = { organizationId, id, timeZone: "Europe/Oslo" };
    const told = ports.tell(id);
    await failForGood();
    // The event is from 08:00 UTC, which is 09:00 in Oslo.
    expect(await recoverSince(ports, name, { since: "2026-03-01T09:00:01" }))
      .toEqual({ deliveries: 0 });
    expect(await recoverSince(ports, name, { since: "2026-03-01T09:00" }))
      .toEqual({ deliveries: 1 });
    expect(ports.memory.webhookAttempts.at(-1)).toMatchObject({ eventId: told, status: "PENDING" });
    expect(await recoverSince(ports, name, { since: "2026-03-01" })).toEqual({ deliveries: 0 });
  });

  test("accepts a date, which means its start", async () => {
    const { ports, id, failForGood } = await openFailing();
    ports.tell(id);
    await failForGood();
    const name = { organizationId, id, timeZone: "UTC" };
    expect(await recoverSince(ports, name, { since: "2026-03-02" })).toEqual({ deliveries: 0 });
    expect(await recoverSince(ports, name, { since: "2026-03-01" })).toEqual({ deliveries: 1 });
  });

  test("refuses a malformed time before any lookup, and an unknown webhook", async () => {
    const name = { organizationId, id: 1, timeZone: "UTC" };
    const nothing = untouchable<Parameters<typeof recoverSince>[0]>();
    for (const since of [undefined, null, "yesterday", "2026-03-01T09:00Z", 7]) {
      const attempt = () => recoverSince(nothing, name, { since });
      expect((await refusalOf(attempt)).code).toBe("INVALID_DATE_FORMAT");
    }
    expect(await faultsOf(() => recoverSince(nothing, name, null))).toEqual(["body"]);
    const unknown = () => recoverSince(openMemory(), name, { since: "2026-03-01" });
    expect((await refusalOf(unknown)).code).toBe("WEBHOOK_NOT_FOUND");
  });
});
