import { describe, expect, test } from "vitest";
import { recoverSince } from "../../../core/webhooks/retry_delivery.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";
import { operatorIn } from "../../../core/access/caller.ts";

const caller = operatorIn(organizationId);

// gateway/persistence/webhook_log.test.ts tests which deliveries can be retried.
async function openFailed() {
  const ports = openMemory();
  const { id } = await makeWebhook(ports);
  ports.addEvent(id);
  ports.memory.webhookAttempts[0]!.status = "FAILED";
  return { ports, id };
}

describe("recovering a webhook", () => {
  // The event is from 08:00 UTC on 1 March 2026, which is 09:00 in Oslo.
  test.each([
    ["Europe/Oslo", "2026-03-01T09:00:01", 0],
    ["Europe/Oslo", "2026-03-01T09:00", 1],
    ["UTC", "2026-03-02", 0],
    ["UTC", "2026-03-01", 1],
  ])("in %s since %s retries %i deliveries, and none of them twice", async (...given) => {
    const [timeZone, since, deliveries] = given;
    const { ports, id } = await openFailed();
    const local = { ...caller, timeZone };
    expect(await recoverSince(ports, local, { id, since })).toEqual({ deliveries });
    expect(await recoverSince(ports, local, { id, since })).toEqual({ deliveries: 0 });
  });

  test("refuses a malformed time before any lookup", async () => {
    const nothing = untouchable<Parameters<typeof recoverSince>[0]>();
    for (const since of [undefined, null, "yesterday", "2026-03-01T09:00Z", 7]) {
      const attempt = () => recoverSince(nothing, caller, { id: 1, since });
      expect((await refusalOf(attempt)).code).toBe("INVALID_DATE_FORMAT");
    }
    expect(await faultsOf(() => recoverSince(nothing, caller, null))).toEqual(["body"]);
  });
});
