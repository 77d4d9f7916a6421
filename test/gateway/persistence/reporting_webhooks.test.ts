import { randomUUID } from "node:crypto";
import { test } from "vitest";
import { environments, reports } from "../../../core/mod.ts";
import {
  countIf,
  expectRecount,
  plainMedian,
  plainPercentile,
  zonesAtChanges,
} from "../../support/recount.ts";
import { pick, randomFrom } from "../../support/random.ts";
import { localTimes, openReportingDatabase, type ReportingTenant } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

type Delivery = ReturnType<typeof deliveriesOf>[number];

const laterSeconds = [0, 60, 300, 1800, 7200];

/** Deliveries of up to five attempts, each but the last failed, at the times of the schedule. */
function deliveriesOf(
  { timeZone }: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
) {
  const random = randomFrom(seed);
  return localTimes(day, count, random).map((local) => {
    const attempts = pick([1, 1, 1, 2, 3, 4, 5], random);
    const end = pick(["DELIVERED", "DELIVERED", "FAILED", "ABANDONED", "PENDING"] as const, random);
    let at = local.toZonedDateTime(timeZone).toInstant();
    return {
      deliveryId: randomUUID(),
      webhookId: pick([101, 102], random),
      eventType: pick(["appointment.created", "appointment.updated", "webhook.test"], random),
      environment: pick(environments, random),
      end,
      attempts: Array.from({ length: attempts }, (_, i) => {
        const isLast = i === attempts - 1;
        at = at.add({ seconds: laterSeconds[i]! + Math.floor(random() * 5) });
        const isSent = !isLast || end === "DELIVERED" || end === "FAILED";
        const isAnswered = isSent && (random() < 0.7 || end === "DELIVERED");
        return {
          at,
          status: isLast ? end : "FAILED",
          statusCode: isAnswered ? 500 : null,
          responseTimeMs: isSent ? Math.floor(random() * 5000) : null,
          nextRetryAt: isLast ? null : at.add({ seconds: 60 }),
        };
      }),
    };
  });
}

async function write({ organizationId }: ReportingTenant, deliveries: readonly Delivery[]) {
  const rows = deliveries.flatMap(({ attempts, ...delivery }) =>
    attempts.map((attempt, i) => ({ ...delivery, ...attempt, attempt: i + 1 }))
  );
  await database.pool.query(
    `insert into webhook_attempts (organization_id, webhook_id, environment, event_id, event_type,
      event_created_at, delivery_id, attempt, status, status_code, response_time_ms, created_at,
      due_at, abandon_at, next_retry_at)
    select $1, webhook_id, environment, gen_random_uuid(), event_type, created_at, delivery_id, attempt,
      status, status_code, response_time_ms, created_at, created_at, created_at, next_retry_at
    from unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::int[], $7::text[], $8::int[],
      $9::int[], $10::timestamptz[], $11::timestamptz[]) as made (webhook_id, environment, event_type,
      delivery_id, attempt, status, status_code, response_time_ms, created_at, next_retry_at)`,
    [
      organizationId,
      rows.map(({ webhookId }) => webhookId),
      rows.map(({ environment }) => environment),
      rows.map(({ eventType }) => eventType),
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ attempt }) => attempt),
      rows.map(({ status }) => status),
      rows.map(({ statusCode }) => statusCode),
      rows.map(({ responseTimeMs }) => responseTimeMs),
      rows.map(({ at }) => at.toString()),
      rows.map(({ nextRetryAt }) => nextRetryAt?.toString() ?? null),
    ],
  );
}

test.each(zonesAtChanges)("webhooks: $timeZone, $day", async ({ timeZone, day }) => {
  const tenant = await database.tenant(timeZone);
  const deliveries = deliveriesOf(tenant, { day, count: 250, seed: 7 });
  await write(tenant, deliveries);
  const other = await database.tenant(timeZone);
  await write(other, deliveriesOf(other, { day, count: 50, seed: 8 }));
  await database.pool.query("analyze webhook_attempts");
  const localOf = ({ attempts: [first] }: Delivery) =>
    first!.at.toZonedDateTimeISO(timeZone).toPlainDateTime();
  await expectRecount(day, {
    groups: reports.webhookReport.groups,
    items: deliveries,
    localOf,
    environmentOf: ({ environment }) => environment,
    keysOf: ({ webhookId, eventType }) => ({ WEBHOOK: webhookId, EVENT_TYPE: eventType }),
    rowOf: (items, { isDetailed }) => ({
      deliveries: items.length,
      delivered: countIf(items, ({ end }) => end === "DELIVERED"),
      failed: countIf(items, ({ end }) => end === "FAILED"),
      abandoned: countIf(items, ({ end }) => end === "ABANDONED"),
      pending: countIf(items, ({ end }) => end === "PENDING"),
      medianAttempts: plainMedian(
        items.filter(({ end }) => end !== "PENDING").map(({ attempts }) => attempts.length),
      ),
      p95ResponseTimeMs: !isDetailed ? null : plainPercentile(
        items.flatMap(({ attempts }) =>
          attempts.filter(({ statusCode }) => statusCode !== null)
            .map(({ responseTimeMs }) => responseTimeMs!)
        ),
        95,
      ),
    }),
    report: ({ isDetailed, ...request }) =>
      database.report(
        tenant,
        ({ webhookReport }) => webhookReport({ ...request, withTimes: isDetailed }),
      ),
  });
});
