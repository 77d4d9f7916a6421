import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedAttempt, SendingResult } from "../../../core/mod.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { delivered, failed, type Stage, stages } from "../../support/webhook_stages.ts";
import { unaudited } from "../../support/unaudited.ts";

describe.each(stages)("in $place", ({ open }) => {
  let stage: Stage;
  let organizationId: number;
  let id: number;
  beforeAll(async () => {
    stage = await open();
    organizationId = await stage.organization();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    await stage.clear();
    id = await stage.webhook(organizationId);
  });

  const webhook = async () => (await stage.webhooks.find({ organizationId, id }))!;
  const log = () => stage.log(organizationId, id);
  const setActive = (isActive: boolean) =>
    stage.webhooks.change(
      { organizationId, id },
      (found) => void (found.isActive = isActive),
      unaudited,
    );
  /** What came of attempts, in the order in which it came. */
  const settle = (claimed: ClaimedAttempt[], results: SendingResult[]) =>
    stage.deliveryQueue.settle(
      results.map((result, i) => ({
        claimed: claimed[i]!,
        result,
        nextRetryAt: null,
        countsForHealth: true,
        sentAt: Temporal.Now.instant(),
        responseHeaders: null,
      })),
    );

  describe("the schedule", () => {
    test("a failed attempt is followed by the next one when it is due, and not before", async () => {
      const [event] = await stage.tell(organizationId, [id]);
      const startedAt = stage.now();
      stage.answer = failed;
      const [first] = await stage.work();
      const scheduled = await log();
      expect(scheduled.map(({ attempt, status }) => [attempt, status]))
        .toEqual([[1, "FAILED"], [2, "PENDING"]]);
      expect(scheduled[0]).toMatchObject({
        statusCode: 500,
        error: "Answered 500",
        responseTimeMs: 4,
      });
      expect(startedAt.until(scheduled[0]!.nextRetryAt!).total("minutes")).toBe(1);
      stage.pass({ seconds: 59, milliseconds: 999 });
      expect(await stage.work()).toEqual([]);
      stage.pass({ milliseconds: 1 });
      const [second] = await stage.work();
      const { deliveryId } = first!;
      expect(second).toMatchObject({
        attempt: 2,
        eventId: event!.id,
        body: event!.body,
        deliveryId,
      });
    });

    test("no attempt follows the fifth failure or a success", async () => {
      await stage.tell(organizationId, [id]);
      stage.answer = failed;
      for (const minutes of [0, 1, 5, 30, 120]) {
        stage.pass({ minutes });
        expect(await stage.work()).toHaveLength(1);
      }
      stage.answer = delivered;
      await stage.tell(organizationId, [id]);
      await stage.work();
      stage.pass({ hours: 23 });
      expect(await stage.work()).toEqual([]);
      const [fifth, success] = (await log()).slice(-2);
      expect(fifth).toMatchObject({ attempt: 5, status: "FAILED", nextRetryAt: null });
      expect(success).toMatchObject({
        status: "DELIVERED",
        statusCode: 204,
        responseTimeMs: 3,
        error: null,
        nextRetryAt: null,
      });
    });
  });

  describe("24 hours after the event", () => {
    test("an attempt that was never tried is ABANDONED, and not before", async () => {
      await stage.tell(organizationId, [id]);
      await setActive(false);
      stage.pass({ hours: 23, minutes: 59, seconds: 59, milliseconds: 999 });
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(0);
      stage.pass({ milliseconds: 1 });
      await setActive(true);
      expect(await stage.work()).toEqual([]);
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(1);
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(0);
      const [entry] = await log();
      expect([entry!.status, entry!.nextRetryAt, entry!.error])
        .toEqual(["ABANDONED", null, "Could not be tried within 24 hours"]);
      expect((await webhook()).consecutiveFailures).toBe(0);
    });

    test("a waiting retry is ABANDONED 24 hours after the event", async () => {
      await stage.tell(organizationId, [id]);
      stage.pass({ hours: 23, minutes: 50 });
      stage.answer = failed;
      await stage.work();
      stage.pass({ minutes: 1 });
      await stage.work();
      stage.pass({ minutes: 9 });
      expect(await stage.work()).toEqual([]);
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(1);
      expect((await log()).map(({ status }) => status)).toEqual(["FAILED", "FAILED", "ABANDONED"]);
    });

    test("an attempt in flight at that moment is left to its worker", async () => {
      await stage.tell(organizationId, [id]);
      stage.pass({ hours: 23, minutes: 59, seconds: 57 });
      const claimed = await stage.deliveryQueue.claim(1);
      stage.pass({ seconds: 5 });
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(0);
      await settle(claimed, [delivered]);
      expect((await log())[0]!.status).toBe("DELIVERED");
    });
  });

  describe("deleting a webhook", () => {
    test("abandons pending attempts and does not change the rest of the log", async () => {
      await stage.tell(organizationId, [id]);
      stage.answer = failed;
      await stage.work();
      await stage.tell(organizationId, [id]);
      await stage.webhooks.delete({ organizationId, id }, stage.now(), unaudited);
      stage.pass({ hours: 1 });
      expect(await stage.work()).toEqual([]);
      expect((await log()).map(({ status, error }) => [status, error])).toEqual([
        ["FAILED", "Answered 500"],
        ["ABANDONED", "The webhook was deleted"],
        ["ABANDONED", "The webhook was deleted"],
      ]);
    });

    test("an attempt that was in flight at the deletion changes nothing when it ends", async () => {
      await stage.tell(organizationId, [id], { count: 2 });
      const claimed = await stage.deliveryQueue.claim(2);
      await stage.webhooks.delete({ organizationId, id }, stage.now(), unaudited);
      await stage.deliveryQueue.settle(claimed.map((one, i) => ({
        claimed: one,
        result: i ? failed : delivered,
        nextRetryAt: i ? stage.now() : null,
        countsForHealth: true,
        sentAt: Temporal.Now.instant(),
        responseHeaders: null,
      })));
      expect((await log()).map(({ status }) => status)).toEqual(["ABANDONED", "ABANDONED"]);
    });

    test("does not affect another webhook's deliveries of the same event", async () => {
      const other = await stage.webhook(organizationId);
      await stage.tell(organizationId, [id, other]);
      await stage.webhooks.delete({ organizationId, id }, stage.now(), unaudited);
      expect((await stage.work()).map(({ webhookId }) => webhookId)).toEqual([other]);
    });
  });

  test("a webhook knows its last delivery and its last test, which does not count as a delivery", async () => {
    const view = async () => {
      const [found] = await stage.application.staff.listWebhooks(staffOf(organizationId));
      return { lastDeliveredAt: found!.lastDeliveredAt, lastTest: found!.lastTest };
    };
    const { testWebhook } = stage.application.staff;
    expect(await view()).toEqual({ lastDeliveredAt: null, lastTest: null });
    stage.answer = failed;
    await testWebhook(staffOf(organizationId), { id, event: "APPOINTMENT_NO_SHOW" });
    const at = localTime(stage.now());
    expect(await view()).toEqual({ lastDeliveredAt: null, lastTest: { at, isDelivered: false } });
    stage.answer = delivered;
    stage.pass({ minutes: 3 });
    await testWebhook(staffOf(organizationId), { id });
    stage.pass({ minutes: 3 });
    await stage.tell(organizationId, [id]);
    await stage.work();
    expect(await view()).toEqual({
      lastDeliveredAt: localTime(stage.now()),
      lastTest: { at: localTime(stage.now().subtract({ minutes: 3 })), isDelivered: true },
    });
  });

  describe("health", () => {
    const health = async () => {
      const [view] = await stage.application.staff.listWebhooks(staffOf(organizationId));
      return view!.healthStatus;
    };
    const fail = async () => {
      await stage.tell(organizationId, [id]);
      await settle(await stage.deliveryQueue.claim(1), [failed]);
    };

    test("is DEGRADED after one failure in a row and FAILING after five, and nothing else changes", async () => {
      const before = await webhook();
      const seen = [await health()];
      for (let i = 0; i < 6; i += 1) {
        await fail();
        seen.push(await health());
      }
      const degraded = Array.from({ length: 4 }, () => "DEGRADED");
      expect(seen).toEqual(["HEALTHY", ...degraded, "FAILING", "FAILING"]);
      const { consecutiveFailures, lastTriggeredAt, ...after } = await webhook();
      expect(consecutiveFailures).toBe(6);
      expect(lastTriggeredAt).toEqual(stage.now());
      expect(after).toEqual({
        ...after,
        isActive: true,
        url: before.url,
        events: before.events,
        deletedAt: null,
      });
    });

    test("is HEALTHY after one success", async () => {
      for (const failures of [1, 7]) {
        for (let i = 0; i < failures; i += 1) await fail();
        await stage.tell(organizationId, [id]);
        await settle(await stage.deliveryQueue.claim(1), [delivered]);
        expect((await webhook()).consecutiveFailures).toBe(0);
        expect(await health()).toBe("HEALTHY");
      }
    });

    test.each([
      ["FFFFF", 0, 5],
      ["FFDFF", 0, 2],
      ["DFFFF", 3, 4],
      ["FFFFD", 3, 0],
      ["DFDFD", 3, 0],
      ["FF", 3, 5],
      ["DD", 3, 0],
    ])(
      "with the results %s in one batch after %i failures, only failures since the last success count",
      async (results, before, after) => {
        for (let i = 0; i < before; i += 1) await fail();
        await stage.tell(organizationId, [id], { count: results.length });
        const claimed = await stage.deliveryQueue.claim(8);
        await settle(claimed, [...results].map((one) => one === "D" ? delivered : failed));
        expect((await webhook()).consecutiveFailures).toBe(after);
      },
    );

    test("ignores a test anywhere in a batch", async () => {
      await fail();
      await stage.tell(organizationId, [id], { count: 4 });
      const claimed = await stage.deliveryQueue.claim(4);
      await stage.deliveryQueue.settle(claimed.map((one, i) => ({
        claimed: one,
        result: i === 1 ? delivered : failed,
        nextRetryAt: null,
        countsForHealth: i % 2 === 0,
        sentAt: Temporal.Now.instant(),
        responseHeaders: null,
      })));
      expect((await webhook()).consecutiveFailures).toBe(3);
    });

    test("of several webhooks in one batch is counted separately", async () => {
      const other = await stage.webhook(organizationId);
      await stage.tell(organizationId, [id, other], { count: 2 });
      const claimed = await stage.deliveryQueue.claim(8);
      await settle(
        claimed,
        claimed.map(({ webhookId }) => webhookId === id ? failed : delivered),
      );
      const both = await stage.webhooks.list(organizationId);
      expect(both.map(({ consecutiveFailures }) => consecutiveFailures)).toEqual([2, 0]);
    });

    test("ignores the results of tests, which are tried once", async () => {
      for (let i = 0; i < 2; i += 1) await fail();
      for (const answer of [failed, delivered]) {
        stage.answer = answer;
        await stage.application.staff.testWebhook(staffOf(organizationId), { id });
        expect((await webhook()).consecutiveFailures).toBe(2);
      }
      stage.pass({ hours: 3 });
      expect(await stage.work()).toEqual([]);
      const tests = (await log()).filter(({ eventType }) => eventType === "webhook.test");
      expect(tests.map(({ status, attempt, nextRetryAt }) => [status, attempt, nextRetryAt]))
        .toEqual([["FAILED", 1, null], ["DELIVERED", 1, null]]);
    });

    test("ignores abandoned attempts", async () => {
      await fail();
      await stage.tell(organizationId, [id]);
      stage.pass({ hours: 25 });
      await stage.deliveryQueue.abandonOverdue();
      expect((await webhook()).consecutiveFailures).toBe(1);
    });
  });

  test("the last trigger of a webhook is its last attempt, also of a test", async () => {
    expect((await webhook()).lastTriggeredAt).toBeNull();
    await stage.tell(organizationId, [id]);
    stage.pass({ seconds: 1 });
    await stage.work();
    expect((await webhook()).lastTriggeredAt).toEqual(stage.now());
    stage.pass({ minutes: 1 });
    await stage.application.staff.testWebhook(staffOf(organizationId), { id });
    expect((await webhook()).lastTriggeredAt).toEqual(stage.now());
  });
});

/** Returns an instant in the zone of the organizations of the stage. */
function localTime(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO("UTC").toPlainDateTime().toString({ smallestUnit: "second" });
}
