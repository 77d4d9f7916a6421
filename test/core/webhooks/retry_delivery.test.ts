import { describe, expect, test } from "vitest";
import { attemptDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import { deleteWebhook } from "../../../core/webhooks/delete_webhook.ts";
import { recoverSince, retryDelivery } from "../../../core/webhooks/retry_delivery.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { failedResult, makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

async function openFailing() {
  const ports = openMemory({ sendDelivery: async () => failedResult });
  const { id } = await makeWebhook(ports);
  /** Lets what is pending fail for good. */
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

describe("POST /webhooks/logs/{logId}/retry", () => {
  test("gives the new entry of the log: the same event under another delivery id", async () => {
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

  test("of an entry that is not there, or another organization's, or whose webhook is deleted, is WEBHOOK_LOG_NOT_FOUND", async () => {
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

  test("of a delivery that is still being tried, or has succeeded, is CONFLICT", async () => {
    const { ports, id } = await openFailing();
    ports.tell(id);
    const attempt = () => retryDelivery(ports, caller, 1);
    expect((await refusalOf(attempt)).code).toBe("CONFLICT");
    ports.memory.webhookAttempts[0]!.status = "DELIVERED";
    expect((await refusalOf(attempt)).code).toBe("CONFLICT");
  });
});

describe("recovering", () => {
  test("sends again what has failed since a local time, which is of the organization's zone", async () => {
    const { ports, id, failForGood } = await openFailing();
    const name = { organizationId, id, timeZone: "Europe/Oslo" };
    const told = ports.tell(id);
    await failForGood();
    // The event is of 08:00 UTC, 09:00 in Oslo.
    expect(await recoverSince(ports, name, { since: "2026-03-01T09:00:01" }))
      .toEqual({ deliveries: 0 });
    expect(await recoverSince(ports, name, { since: "2026-03-01T09:00" }))
      .toEqual({ deliveries: 1 });
    expect(ports.memory.webhookAttempts.at(-1)).toMatchObject({ eventId: told, status: "PENDING" });
    expect(await recoverSince(ports, name, { since: "2026-03-01" })).toEqual({ deliveries: 0 });
  });

  test("takes a date alone as its beginning", async () => {
    const { ports, id, failForGood } = await openFailing();
    ports.tell(id);
    await failForGood();
    const name = { organizationId, id, timeZone: "UTC" };
    expect(await recoverSince(ports, name, { since: "2026-03-02" })).toEqual({ deliveries: 0 });
    expect(await recoverSince(ports, name, { since: "2026-03-01" })).toEqual({ deliveries: 1 });
  });

  test("refuses a malformed time before anything is asked, and an unknown webhook", async () => {
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
