import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedAttempt } from "../../../core/mod.ts";
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

  const statuses = async () =>
    (await stage.log(organizationId, id)).map(({ attempt, status }) => [attempt, status]);
  const settle = (claimed: ClaimedAttempt[], result = delivered) =>
    stage.deliveryQueue.settle(claimed.map((one) => ({
      claimed: one,
      result,
      nextRetryAt: result === failed ? stage.now().add({ minutes: 1 }) : null,
      countsForHealth: true,
      sentAt: Temporal.Now.instant(),
      responseHeaders: null,
    })));

  test("a claim has everything that sending needs, with the webhook's current settings", async () => {
    const [event] = await stage.tell(organizationId, [id], { environment: "TEST" });
    const webhook = (await stage.webhooks.change({ organizationId, id }, (found) => {
      found.url = "https://moved.example/hook";
      found.replaceSecret("sealed again", stage.now());
    }, unaudited))!;
    const [claimed, ...more] = await stage.deliveryQueue.claim(10);
    expect(more).toEqual([]);
    const [entry] = await stage.log(organizationId, id);
    expect(claimed).toEqual({
      isTest: false,
      id: String(entry!.id),
      organizationId,
      webhookId: id,
      createdAt: stage.now(),
      environment: "TEST",
      eventId: event!.id,
      eventType: "appointment.created",
      deliveryId: entry!.deliveryId,
      attempt: 1,
      body: event!.body,
      includeContact: false,
      channel: "HTTP",
      url: "https://moved.example/hook",
      sealedSecret: "sealed again",
      previousSealedSecret: webhook.previousSealedSecret,
      secretReplacedAt: stage.now(),
      earlierSecrets: [],
      lease: expect.any(String),
    });
    expect(claimed!.previousSealedSecret).toMatch(/./);
  });

  test("first attempts come before retries, and both in the order in which they are due", async () => {
    stage.answer = failed;
    const early = await stage.tell(organizationId, [id], { count: 2 });
    await stage.work();
    stage.pass({ minutes: 1 });
    const late: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      late.push((await stage.tell(organizationId, [id]))[0]!.id);
      stage.pass({ seconds: 1 });
    }
    const claimed = (await stage.deliveryQueue.claim(8)).toSorted((a, b) => a.attempt - b.attempt);
    expect(claimed.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
    await stage.deliveryQueue.release(claimed);
    const one = async () => (await stage.deliveryQueue.claim(1))[0]!.eventId;
    expect([await one(), await one()]).toEqual(late);
    expect([await one(), await one()].sort()).toEqual(early.map((event) => event.id).sort());
    expect(await stage.deliveryQueue.claim(1)).toEqual([]);
  });

  test("first attempts come before retries that have been due for longer, if the places are not enough for all", async () => {
    stage.answer = failed;
    await stage.tell(organizationId, [id], { count: 10 });
    await stage.work();
    stage.pass({ hours: 1 });
    await stage.tell(organizationId, [id], { count: 3 });
    const claimed = await stage.deliveryQueue.claim(256);
    const attempts = claimed.map(({ attempt }) => attempt).sort();
    expect(attempts).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
  });

  test("at most 8 attempts of a webhook are leased at the same time", async () => {
    await stage.tell(organizationId, [id], { count: 20 });
    const first = await stage.deliveryQueue.claim(5);
    const second = await stage.deliveryQueue.claim(256);
    expect([first.length, second.length]).toEqual([5, 3]);
    expect(await stage.deliveryQueue.claim(256)).toEqual([]);
    await settle([first[0]!, second[0]!]);
    expect(await stage.deliveryQueue.claim(256)).toHaveLength(2);
  });

  test("a test in flight takes one of the 8 places", async () => {
    await stage.tell(organizationId, [id], { count: 10 });
    const sample = { type: "webhook.test", appointmentId: null, body: "{}" } as const;
    const event = { ...sample, id: crypto.randomUUID(), createdAt: stage.now(), webhookIds: [id] };
    await stage.deliveryLog.startTest({ organizationId, id }, event, unaudited);
    expect(await stage.deliveryQueue.claim(256)).toHaveLength(7);
  });

  test("a claim takes attempts of all webhooks in turns, so a long queue does not delay the others", async () => {
    const others = [await stage.webhook(organizationId), await stage.webhook(organizationId)];
    await stage.tell(organizationId, [id], { count: 30 });
    stage.pass({ seconds: 1 });
    for (const other of others) await stage.tell(organizationId, [other], { count: 3 });
    const claimed = await stage.deliveryQueue.claim(9);
    const counts = [id, ...others]
      .map((one) => claimed.filter(({ webhookId }) => webhookId === one).length);
    expect(counts).toEqual([3, 3, 3]);
  });

  test("each attempt is claimed once, and not before it is due", async () => {
    await stage.tell(organizationId, [id], { count: 3 });
    expect(await stage.deliveryQueue.claim(2)).toHaveLength(2);
    expect(await stage.deliveryQueue.claim(2)).toHaveLength(1);
    expect(await stage.deliveryQueue.claim(2)).toEqual([]);
  });

  describe("a lease", () => {
    test("that ends frees its attempt within 30 seconds, and not before an attempt can end", async () => {
      await stage.tell(organizationId, [id]);
      const [lost] = await stage.deliveryQueue.claim(1);
      stage.pass({ seconds: 10 });
      expect(await stage.deliveryQueue.claim(1)).toEqual([]);
      stage.pass({ seconds: 20 });
      const [again] = await stage.deliveryQueue.claim(1);
      const { lease, ...same } = again!;
      expect({ ...same, lease: lost!.lease }).toEqual(lost);
      expect(lease).not.toBe(lost!.lease);
    });

    test("that ended frees its place among the 8", async () => {
      await stage.tell(organizationId, [id], { count: 16 });
      await stage.deliveryQueue.claim(8);
      stage.pass({ seconds: 30 });
      expect(await stage.deliveryQueue.claim(16)).toHaveLength(8);
    });

    test.each([
      ["before the other one has settled", false],
      ["after the other one has settled", true],
    ])("that is lost settles nothing %s", async (_, isLate) => {
      await stage.tell(organizationId, [id]);
      const lost = await stage.deliveryQueue.claim(1);
      stage.pass({ seconds: 30 });
      const held = await stage.deliveryQueue.claim(1);
      if (isLate) await settle(held);
      const before = await stage.log(organizationId, id);
      await settle(lost, failed);
      await stage.deliveryQueue.release(lost);
      expect(await stage.log(organizationId, id)).toEqual(before);
      expect((await stage.webhooks.find({ organizationId, id }))!.consecutiveFailures).toBe(0);
      if (!isLate) {
        expect(await stage.deliveryQueue.claim(1)).toEqual([]);
        await settle(held);
      }
      expect(await statuses()).toEqual([[1, "DELIVERED"]]);
    });

    test("that ended still settles if no other worker has claimed the attempt", async () => {
      await stage.tell(organizationId, [id]);
      const late = await stage.deliveryQueue.claim(1);
      stage.pass({ minutes: 1 });
      await settle(late);
      expect(await statuses()).toEqual([[1, "DELIVERED"]]);
    });

    test("settles once: the same result again changes nothing", async () => {
      await stage.tell(organizationId, [id]);
      const claimed = await stage.deliveryQueue.claim(1);
      for (let i = 0; i < 2; i += 1) await settle(claimed, failed);
      expect(await statuses()).toEqual([[1, "FAILED"], [2, "PENDING"]]);
      expect((await stage.webhooks.find({ organizationId, id }))!.consecutiveFailures).toBe(1);
    });

    test("that is released frees its attempt at once and no longer settles it", async () => {
      await stage.tell(organizationId, [id], { count: 3 });
      const claimed = await stage.deliveryQueue.claim(3);
      await stage.deliveryQueue.release(claimed.slice(0, 2));
      const again = await stage.deliveryQueue.claim(3);
      const idsOf = (some: ClaimedAttempt[]) => some.map((one) => one.id).sort();
      expect(idsOf(again)).toEqual(idsOf(claimed.slice(0, 2)));
      await settle(claimed.slice(0, 2), failed);
      expect(await statuses()).toEqual([[1, "PENDING"], [1, "PENDING"], [1, "PENDING"]]);
    });
  });

  test("nothing is claimed of an inactive or deleted webhook", async () => {
    const deleted = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id, deleted], { count: 2 });
    await stage.webhooks.change(
      { organizationId, id },
      (found) => void (found.isActive = false),
      unaudited,
    );
    await stage.webhooks.delete({ organizationId, id: deleted }, stage.now(), unaudited);
    expect(await stage.deliveryQueue.claim(256)).toEqual([]);
    await stage.deliveryQueue.settle([]);
    await stage.deliveryQueue.release([]);
    expect(await statuses()).toEqual([[1, "PENDING"], [1, "PENDING"]]);
  });
});
