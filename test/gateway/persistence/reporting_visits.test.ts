import { expect, test } from "vitest";
import { reports } from "../../../core/mod.ts";
import { expectRecount, regroup, zonesAtChanges } from "../../support/recount.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { writeVisits } from "../../support/written_visits.ts";
import { countVisits, visitPercentiles } from "../../support/visit_recount.ts";
import { type MadeVisit, visitsOf } from "./made_visits.ts";
import { openReportingDatabase } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

test.each(zonesAtChanges)("visits: $timeZone, $day", async ({ timeZone, day }) => {
  const tenant = await database.tenant(timeZone);
  const visits = visitsOf(tenant, { day, count: 400, seed: 9 });
  await writeVisits(database.pool, tenant.organizationId, visits);
  const other = await database.tenant(timeZone);
  await writeVisits(
    database.pool,
    other.organizationId,
    visitsOf(other, { day, count: 50, seed: 10 }),
  );
  await expectRecount(day, {
    groups: reports.visitReport.groups,
    items: visits.filter(isCounted),
    localOf: ({ date, arrival }) => date.toPlainDateTime({ hour: arrival.hour }),
    environmentOf: ({ environment }) => environment,
    keysOf: ({ departmentId, workerId, desk }) => ({
      DEPARTMENT: departmentId,
      WORKER: workerId,
      DESK: desk,
    }),
    rowOf: (items, { isDetailed }) => ({
      ...countVisits(items),
      ...(isDetailed ? visitPercentiles(items) : noPercentiles),
    }),
    report: ({ isDetailed, ...request }) =>
      database.report(
        tenant,
        (reports) => reports.visitReport({ ...request, withTimes: isDetailed }),
      ),
  });
});

test.each(zonesAtChanges)(
  "the overview equals a recount, with and without a department: $timeZone, $day",
  async ({ timeZone, day }) => {
    const tenant = await database.tenant(timeZone);
    const made = visitsOf(tenant, { day, count: 600, seed: 11 });
    await writeVisits(database.pool, tenant.organizationId, made);
    const caller = staffOf(tenant.organizationId, { timeZone });
    for (const period of ["DAY", "WEEK"] as const) {
      for (const departmentId of [null, tenant.departmentIds[0]!]) {
        const visits = made.filter((visit) =>
          isCounted(visit) && visit.environment === "LIVE" &&
          (departmentId === null || visit.departmentId === departmentId)
        );
        const { staff } = database.service.application;
        const overview = await staff.getVisitOverview(caller, { period, date: day, departmentId });
        expect(overview).toEqual(recountOf(visits, overview));
      }
    }
  },
);

const isCounted = ({ outcome }: MadeVisit) => outcome !== "CANCELLED";
const figuresOf = (visits: readonly MadeVisit[]) => ({
  ...countVisits(visits),
  ...visitPercentiles(visits),
});

/** Counts the visits of an overview one after another. Takes only its days from it. */
function recountOf(
  visits: readonly MadeVisit[],
  { timeZone, from, to, beforeFrom, beforeTo }: Record<
    "timeZone" | "from" | "to" | "beforeFrom" | "beforeTo",
    string
  >,
) {
  const between = (first: string, last: string) =>
    visits.filter(({ date }) => date.toString() >= first && date.toString() <= last);
  const [now, before] = [between(from, to), between(beforeFrom, beforeTo)];
  const groupsOf = (keyOf: (visit: MadeVisit) => unknown) =>
    regroup(now, ["DESK"], (visit) => ({ DESK: keyOf(visit) }))
      .toSorted((a, b) =>
        Number(a.keys[0] === null) - Number(b.keys[0] === null) || b.items.length - a.items.length
      )
      .map(({ keys: [key], items }) => ({ key, figures: figuresOf(items) }));
  const arrivals = [...now, ...before].map(({ arrival }) => arrival.hour);
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
    .slice(Math.min(...arrivals), Math.max(...arrivals) + 1);
  const dates = from === to ? [] : Array.from(
    { length: 7 },
    (_, i) => Temporal.PlainDate.from(from).add({ days: i }),
  );
  return {
    timeZone,
    from,
    to,
    beforeFrom,
    beforeTo,
    dataAsOf: null,
    totals: figuresOf(now),
    before: figuresOf(before),
    hours: hours.map((hour) => {
      const visitsBefore = before.filter(({ arrival }) => arrival.hour === hour).length;
      const items = now.filter(({ arrival }) => arrival.hour === hour);
      return Object.assign({ hour, visitsBefore }, figuresOf(items));
    }),
    days: dates.map((day) => {
      const visitsBefore = before.filter(({ date }) => date.add({ days: 7 }).equals(day)).length;
      const items = now.filter(({ date }) => date.equals(day));
      return Object.assign({ date: day.toString(), visitsBefore }, figuresOf(items));
    }),
    departments: groupsOf(({ departmentId }) => departmentId).map(({ key, figures }) =>
      Object.assign({ id: key, name: expect.any(String) }, figures)
    ),
    workers: groupsOf(({ workerId }) => workerId).map(({ key, figures }) =>
      Object.assign({ id: key, name: key === null ? null : "W" }, figures)
    ),
    desks: groupsOf(({ desk }) => desk).map(({ key, figures }) =>
      Object.assign({ desk: key }, figures)
    ),
  };
}

const noPercentiles = {
  p50WaitingSeconds: null,
  p90WaitingSeconds: null,
  p50HandlingSeconds: null,
  p90HandlingSeconds: null,
};
