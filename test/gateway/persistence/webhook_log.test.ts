import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeliveryLogQuery, LoggedAttempt } from "../../../core/mod.ts";
import type { EventState } from "../../../core/webhooks/webhook_event.ts";
import { delivered, failed, type Stage, stages } from "../../support/webhook_stages.ts";
import { unaudited } from "../../support/unaudited.ts";

describe.each(stages)("in $place", ({ open }) => {
  let stage: Stage;
  let organizationId: number;
  let otherOrganizationId: number;
  let id: number;
  beforeAll(async () => {
    stage = await open();
    organizationId = await stage.organization();
    otherOrganizationId = await stage.organization();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    await stage.clear();
    id = await stage.webhook(organizationId);
  });

  const log = (webhookId = id) => stage.log(organizationId, webhookId);
  const name = (webhookId = id) => ({ organizationId, id: webhookId });

  /** Lets every attempt fail until each delivery has FAILED for good. */
  async function failForGood(): Promise<void> {
    stage.answer = failed;
    for (const minutes of [0, 1, 5, 30, 120]) {
      stage.pass({ minutes });
      await stage.work();
    }
  }

  /** The log's newest entry, which must be one that was made. */
  function expectMade(entry: LoggedAttempt | "unknown" | "busy"): LoggedAttempt {
    expect(entry).toBeTypeOf("object");
    return entry as LoggedAttempt;
  }

  describe("retrying", () => {
    test("schedules the same event and bytes at once, under another delivery id, with five attempts", async () => {
      const [event] = await stage.tell(organizationId, [id], { environment: "TEST" });
      await failForGood();
      stage.pass({ hours: 30 });
      const before = await log();
      const again = expectMade(
        await stage.deliveryLog.retry(organizationId, before[0]!.id, unaudited),
      );
      expect(again).toEqual({
        id: expect.any(Number),
        webhookId: id,
        eventId: event!.id,
        deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        eventType: "appointment.created",
        attempt: 1,
        status: "PENDING",
        statusCode: null,
        responseTimeMs: null,
        error: null,
        createdAt: stage.now(),
        nextRetryAt: null,
      });
      expect(before.map((entry) => entry.deliveryId)).not.toContain(again.deliveryId);
      expect(await log()).toEqual([...before, again]);
      const [claimed] = await stage.deliveryQueue.claim(8);
      await stage.deliveryQueue.release([claimed!]);
      const { eventId, deliveryId, body, environment } = claimed!;
      expect({ eventId, deliveryId, body, environment }).toEqual({
        eventId: event!.id,
        deliveryId: again.deliveryId,
        body: event!.body,
        environment: "TEST",
      });
      await failForGood();
      const attempts = (await log()).filter((entry) => entry.deliveryId === again.deliveryId);
      expect(attempts.map(({ attempt, status }) => `${attempt} ${status}`))
        .toEqual(["1 FAILED", "2 FAILED", "3 FAILED", "4 FAILED", "5 FAILED"]);
    });

    test("has 24 hours from then, however old the event is", async () => {
      await stage.tell(organizationId, [id]);
      await failForGood();
      stage.pass({ hours: 24 * 30 });
      await stage.deliveryLog.retry(organizationId, (await log())[0]!.id, unaudited);
      await stage.webhooks.change(name(), (found) => void (found.isActive = false), unaudited);
      stage.pass({ hours: 23, minutes: 59 });
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(0);
      stage.pass({ minutes: 1 });
      expect(await stage.deliveryQueue.abandonOverdue()).toBe(1);
    });

    test("makes a pending attempt now, whichever entry of the delivery is requested", async () => {
      await stage.tell(organizationId, [id]);
      stage.answer = failed;
      await stage.work();
      const [first, second] = await log();
      stage.pass({ seconds: 20 });
      expect(await stage.deliveryQueue.claim(8)).toEqual([]);
      const { deliveryLog } = stage;
      expect(await deliveryLog.retry(organizationId, first!.id, unaudited)).toEqual(second);
      expect(await deliveryLog.retry(organizationId, second!.id, unaudited)).toEqual(second);
      expect((await log())[0]!.nextRetryAt).toEqual(stage.now());
      const [claimed] = await stage.deliveryQueue.claim(8);
      expect(claimed).toMatchObject({ attempt: 2, deliveryId: first!.deliveryId });
      expect(await log()).toHaveLength(2);
    });

    test("is busy while an attempt is in flight", async () => {
      await stage.tell(organizationId, [id]);
      const [first] = await log();
      const claimed = await stage.deliveryQueue.claim(8);
      expect(await stage.deliveryLog.retry(organizationId, first!.id, unaudited)).toBe("busy");
      await stage.deliveryQueue.release(claimed);
      expectMade(await stage.deliveryLog.retry(organizationId, first!.id, unaudited));
      expect(await log()).toHaveLength(1);
    });

    test("is busy after the event was delivered, by this delivery or another", async () => {
      await stage.tell(organizationId, [id]);
      await failForGood();
      const [first] = await log();
      expectMade(await stage.deliveryLog.retry(organizationId, first!.id, unaudited));
      stage.answer = delivered;
      await stage.work();
      for (const entry of await log()) {
        expect(await stage.deliveryLog.retry(organizationId, entry.id, unaudited)).toBe("busy");
      }
    });

    test("twenty times at once creates one attempt", async () => {
      const events = await stage.tell(organizationId, [id], { count: 5 });
      await failForGood();
      // Several rounds: in the first the connections are still being made.
      for (const event of events) {
        const entry = (await log()).find(({ eventId }) => eventId === event.id)!;
        const all = await Promise.all(
          Array.from(
            { length: 20 },
            () => stage.deliveryLog.retry(organizationId, entry.id, unaudited),
          ),
        );
        expect(new Set(all.map((one) => expectMade(one).id)).size).toBe(1);
      }
      expect(await log()).toHaveLength(5 * 5 + 5);
    });

    test("finds no entry of another organization or of a deleted webhook, and no unknown entry", async () => {
      await stage.tell(organizationId, [id]);
      await failForGood();
      const [entry] = await log();
      expect(await stage.deliveryLog.retry(otherOrganizationId, entry!.id, unaudited)).toBe(
        "unknown",
      );
      for (const none of [0, 987_654_321, 999_999_999_999_999]) {
        expect(await stage.deliveryLog.retry(organizationId, none, unaudited)).toBe("unknown");
      }
      await stage.webhooks.delete(name(), stage.now(), unaudited);
      expect(await stage.deliveryLog.retry(organizationId, entry!.id, unaudited)).toBe("unknown");
      expect(await log()).toHaveLength(5);
    });
  });

  describe("recovering since a time", () => {
    test("schedules each event once whose delivery failed or was abandoned since, and no other", async () => {
      await stage.tell(organizationId, [id]);
      await failForGood();
      stage.pass({ hours: 1 });
      const since = stage.now();
      const failedEvents = await stage.tell(organizationId, [id], { count: 3 });
      await failForGood();
      const abandoned = await stage.tell(organizationId, [id], { count: 2 });
      stage.pass({ hours: 24 });
      await stage.deliveryQueue.abandonOverdue();
      stage.answer = delivered;
      await stage.tell(organizationId, [id], { count: 2 });
      await stage.work();
      await stage.tell(organizationId, [id]);
      const before = await log();
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(5);
      const added = (await log()).slice(before.length);
      expect(added.map((entry) => entry.eventId).sort())
        .toEqual([...failedEvents, ...abandoned].map((event) => event.id).sort());
      expect(added.map(({ status, attempt }) => `${attempt} ${status}`))
        .toEqual(added.map(() => "1 PENDING"));
      expect(new Set([...before, ...added].map((entry) => entry.deliveryId)).size).toBe(9 + 5);
    });

    test("skips tests and deliveries that are already retried, so a repetition adds nothing", async () => {
      stage.answer = failed;
      const sample = { type: "webhook.test", appointmentId: null, body: "{}" } as const;
      const event = {
        ...sample,
        id: crypto.randomUUID(),
        createdAt: stage.now(),
        webhookIds: [id],
      };
      const claimed = await stage.deliveryLog.startTest(name(), event, unaudited);
      const settled = await stage.application.attemptDelivery(claimed!);
      await stage.deliveryQueue.settle([settled]);
      await stage.tell(organizationId, [id]);
      await failForGood();
      const since = stage.now().subtract({ hours: 10 });
      const [one, other] = await Promise.all([
        stage.deliveryLog.retryFailedSince(name(), since, unaudited),
        stage.deliveryLog.retryFailedSince(name(), since, unaudited),
      ]);
      expect(one + other).toBe(1);
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(0);
    });

    test("does not depend on another webhook's delivery of the same event", async () => {
      const other = await stage.webhook(organizationId);
      await stage.webhooks.change(name(), (found) => void (found.isActive = false), unaudited);
      const since = stage.now();
      await stage.tell(organizationId, [id, other]);
      await stage.work();
      await stage.webhooks.change(name(), (found) => void (found.isActive = true), unaudited);
      await failForGood();
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(1);
      expect(await stage.deliveryLog.retryFailedSince(name(other), since, unaudited)).toBe(0);
    });

    test("makes attempts that wait after a failure now, and counts each once", async () => {
      const since = stage.now();
      await stage.tell(organizationId, [id], { count: 3 });
      stage.answer = failed;
      await stage.work();
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(3);
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(0);
      expect(await stage.deliveryQueue.claim(8)).toHaveLength(3);
    });

    test("changes no other webhook and no other organization", async () => {
      const other = await stage.webhook(organizationId);
      await stage.tell(organizationId, [id, other]);
      await failForGood();
      const since = stage.now().subtract({ hours: 10 });
      const foreign = { organizationId: otherOrganizationId, id };
      expect(await stage.deliveryLog.retryFailedSince(foreign, since, unaudited)).toBe(0);
      expect(await stage.deliveryLog.retryFailedSince(name(), since, unaudited)).toBe(1);
      expect(await log(other)).toHaveLength(5);
      await stage.webhooks.delete(name(other), stage.now(), unaudited);
      expect(await stage.deliveryLog.retryFailedSince(name(other), since, unaudited)).toBe(0);
    });
  });

  describe("a page of the log", () => {
    const newest = { field: "createdAt", direction: "desc" } as const;
    const page = (query: Partial<DeliveryLogQuery>, webhook = name()) =>
      stage.deliveryLog.page(webhook, { page: 0, size: 20, status: null, sort: newest, ...query });
    const numbersOf = ({ items }: { items: LoggedAttempt[] }) => items.map((entry) => entry.id);

    test("is in the requested order, then by id, and pages follow each other without gap or repetition", async () => {
      for (let i = 0; i < 3; i += 1) {
        await stage.tell(organizationId, [id], { count: 3 });
        stage.pass({ seconds: 1 });
      }
      const ascending = (await log()).map((entry) => entry.id);
      const descending = ascending.toReversed();
      for (const field of ["createdAt", "id"] as const) {
        expect(numbersOf(await page({ sort: { field, direction: "asc" } }))).toEqual(ascending);
        expect(numbersOf(await page({ sort: { field, direction: "desc" } }))).toEqual(descending);
      }
      const joined: number[] = [];
      for (let i = 0; i < 3; i += 1) joined.push(...numbersOf(await page({ page: i, size: 4 })));
      expect(joined).toEqual(descending);
    });

    test("counts all matching entries, also on a page past the end", async () => {
      await stage.tell(organizationId, [id], { count: 5 });
      for (const far of [1, 1000, Number.MAX_SAFE_INTEGER]) {
        expect(await page({ page: far, size: 100 })).toEqual({ items: [], totalElements: 5 });
      }
      expect((await page({ size: 2 })).totalElements).toBe(5);
    });

    test("has only the entries of the requested status, webhook and organization", async () => {
      const other = await stage.webhook(organizationId);
      await stage.tell(organizationId, [id, other]);
      await stage.work();
      stage.answer = failed;
      await stage.tell(organizationId, [id]);
      await stage.work();
      await stage.tell(organizationId, [id]);
      await stage.webhooks.delete(name(), stage.now(), unaudited);
      const found: Record<string, number> = {};
      for (const status of ["DELIVERED", "FAILED", "ABANDONED", "PENDING"] as const) {
        const { items, totalElements } = await page({ status });
        expect(items.map((entry) => entry.status)).toEqual(items.map(() => status));
        found[status] = totalElements;
        expect(items).toHaveLength(totalElements);
      }
      expect(found).toEqual({ DELIVERED: 1, FAILED: 1, ABANDONED: 2, PENDING: 0 });
      expect((await page({}, name(other))).totalElements).toBe(1);
      expect(await page({}, { organizationId: otherOrganizationId, id }))
        .toEqual({ items: [], totalElements: 0 });
    });
  });

  describe("the events of a webhook", () => {
    const events = async (state: EventState | null = null, page = 0) => {
      const found = await stage.deliveryLog.events(name(), { page, size: 2, state });
      const items = found.items.map(({ state, attempts, body }) => `${body} ${state} ${attempts}`);
      return [...items, found.totalElements];
    };

    test("are listed once each with their state, newest first", async () => {
      const bodies: string[] = [];
      const tell = async () => {
        stage.pass({ hours: 3 });
        const [event] = await stage.tell(organizationId, [id]);
        bodies.push(`${event!.id}`);
      };
      await tell();
      await failForGood();
      await stage.deliveryLog.retry(organizationId, (await log())[0]!.id, unaudited);
      await failForGood();
      stage.answer = delivered;
      await tell();
      await stage.work();
      stage.answer = failed;
      await tell();
      await stage.work();
      await tell();
      const { items } = await stage.deliveryLog.events(name(), { page: 0, size: 9, state: null });
      expect(items.map(({ eventId, state, attempts }) => [eventId, state, attempts])).toEqual([
        [bodies[3], "PENDING", 0],
        [bodies[2], "RETRYING", 1],
        [bodies[1], "DELIVERED", 1],
        [bodies[0], "FAILED", 10],
      ]);
      expect(items[1]).toMatchObject({ statusCode: 500, error: "Answered 500" });
      expect(items[1]!.nextAttemptAt).toEqual(items[1]!.createdAt.add({ minutes: 1 }));
      expect((await events(null, 1)).at(-1)).toBe(4);
      for (const state of ["PENDING", "RETRYING", "DELIVERED", "FAILED"] as const) {
        expect(await events(state)).toEqual([expect.stringContaining(` ${state} `), 1]);
      }
      expect(await events("ABANDONED")).toEqual([0]);
    });
  });

  describe("a delivery", () => {
    test("has the sent bytes and every attempt to this webhook, also retries, oldest first", async () => {
      const other = await stage.webhook(organizationId);
      const [event] = await stage.tell(organizationId, [id, other]);
      await failForGood();
      await stage.deliveryLog.retry(organizationId, (await log())[0]!.id, unaudited);
      const entries = await log();
      for (const entry of [entries[0]!, entries[5]!]) {
        expect(await stage.deliveryLog.find(organizationId, entry.id))
          .toEqual({
            body: event!.body,
            environment: "LIVE",
            attempts: entries.map((one) =>
              expect.objectContaining({
                id: one.id,
                status: one.status,
                attemptedAt: one.status === "PENDING" ? null : expect.anything(),
                responseHeaders: null,
              })
            ),
          });
      }
    });

    test("of another organization, or of none, is unknown", async () => {
      await stage.tell(organizationId, [id]);
      const [entry] = await log();
      expect(await stage.deliveryLog.find(otherOrganizationId, entry!.id)).toBeUndefined();
      expect(await stage.deliveryLog.find(organizationId, 0)).toBeUndefined();
    });
  });

  test("another organization's webhook can be neither found, changed, tested nor deleted", async () => {
    const foreign = { organizationId: otherOrganizationId, id };
    let isChanged = false;
    const [event] = await stage.tell(organizationId, []);
    expect(await stage.webhooks.find(foreign)).toBeUndefined();
    expect(await stage.webhooks.change(foreign, () => void (isChanged = true), unaudited))
      .toBeUndefined();
    expect(isChanged).toBe(false);
    expect(await stage.deliveryLog.startTest(foreign, event!, unaudited)).toBeUndefined();
    expect(await stage.webhooks.delete(foreign, stage.now(), unaudited)).toBe(false);
    expect(await stage.webhooks.list(otherOrganizationId)).toEqual([]);
    expect(await stage.webhooks.list(organizationId)).toHaveLength(1);
    for (const none of [0, 987_654, 2_147_483_648, 999_999_999_999_999]) {
      expect(await stage.webhooks.find(name(none))).toBeUndefined();
      expect(await stage.webhooks.change(name(none), () => {}, unaudited)).toBeUndefined();
      expect(await stage.webhooks.delete(name(none), stage.now(), unaudited)).toBe(false);
    }
  });
});
