import { test } from "vitest";
import { environments, reports } from "../../../core/mod.ts";
import { countIf, expectRecount, plainPercentile, zonesAtChanges } from "../../support/recount.ts";
import { pick, randomFrom } from "../../support/random.ts";
import { localTimes, openReportingDatabase, type ReportingTenant } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

type Item = ReturnType<typeof itemsOf>[number];

/** Entries, of which about half have had an offer at another time. */
function itemsOf(
  { timeZone, departmentIds }: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
) {
  const random = randomFrom(seed);
  const instants = localTimes(day, count, random).map((local) =>
    local.toZonedDateTime(timeZone).toInstant()
  );
  return instants.flatMap((at, i) => {
    const of = {
      id: i + 1,
      departmentId: pick(departmentIds, random),
      environment: pick(environments, random),
    };
    const entry = { ...of, at, outcome: null, endedAt: null, isOffer: false };
    if (random() < 0.5) return [entry];
    const offeredAt = pick(instants, random);
    const outcome = pick(["ACCEPTED", "ACCEPTED", "DECLINED", "EXPIRED", null] as const, random);
    const endedAt = outcome && offeredAt.add({ milliseconds: Math.floor(random() * 7e6) });
    return [entry, { ...of, at: offeredAt, outcome, endedAt, isOffer: true }];
  });
}

async function write({ organizationId }: ReportingTenant, items: readonly Item[]) {
  const [offers, entries] = [true, false].map((is) =>
    items.filter(({ isOffer }) => isOffer === is)
  );
  await database.pool.query(
    `insert into waitlist_entries (id, organization_id, environment, api_key_id, lineage_id,
      department_id, from_date, to_date, weekdays, state, created_at)
    select id, $1, environment, 1, gen_random_uuid(), department_id, date '2026-01-01',
      date '2026-01-31', '{}', 'ENDED', at
    from unnest($2::bigint[], $3::text[], $4::int[], $5::timestamptz[])
      as made (id, environment, department_id, at)`,
    [
      organizationId,
      entries!.map(({ id }) => id),
      entries!.map(({ environment }) => environment),
      entries!.map(({ departmentId }) => departmentId),
      entries!.map(({ at }) => at.toString()),
    ],
  );
  await database.pool.query(
    `insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
      offered_at, expires_at, outcome, ended_at)
    select $1, environment, id, id, timestamp '2026-01-31 10:00', at, at, outcome, ended_at
    from unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::timestamptz[])
      as made (id, environment, at, outcome, ended_at)`,
    [
      organizationId,
      offers!.map(({ id }) => id),
      offers!.map(({ environment }) => environment),
      offers!.map(({ at }) => at.toString()),
      offers!.map(({ outcome }) => outcome),
      offers!.map(({ endedAt }) => endedAt?.toString() ?? null),
    ],
  );
}

test.each(zonesAtChanges)("the waiting list: $timeZone, $day", async ({ timeZone, day }) => {
  const tenant = await database.tenant(timeZone);
  const items = itemsOf(tenant, { day, count: 250, seed: 12 });
  await write(tenant, items);
  const other = await database.tenant(timeZone);
  await write(other, itemsOf(other, { day, count: 50, seed: 13 }));
  await database.pool.query("analyze waitlist_entries, waitlist_offers");
  await expectRecount(day, {
    groups: reports.waitlistReport.groups,
    items,
    localOf: ({ at }) => at.toZonedDateTimeISO(timeZone).toPlainDateTime(),
    environmentOf: ({ environment }) => environment,
    keysOf: ({ departmentId }) => ({ DEPARTMENT: departmentId }),
    rowOf(group, { isDetailed }) {
      const offers = group.filter(({ isOffer }) => isOffer);
      const ended = offers.filter(({ outcome }) => outcome !== null);
      const accepted = offers.filter(({ outcome }) => outcome === "ACCEPTED");
      return {
        joined: group.length - offers.length,
        offered: offers.length,
        accepted: accepted.length,
        declined: countIf(offers, ({ outcome }) => outcome === "DECLINED"),
        expired: countIf(offers, ({ outcome }) => outcome === "EXPIRED"),
        pending: offers.length - ended.length,
        acceptanceRate: ended.length === 0 ? null : accepted.length / ended.length,
        medianAcceptSeconds: !isDetailed ? null : plainPercentile(
          accepted.map(({ at, endedAt }) => Math.round(at.until(endedAt!).total("seconds"))),
          50,
        ),
      };
    },
    report: ({ isDetailed, ...request }) =>
      database.report(
        tenant,
        ({ waitlistReport }) => waitlistReport({ ...request, withTimes: isDetailed }),
      ),
  });
});
