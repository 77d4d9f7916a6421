import { test } from "vitest";
import { reports } from "../../../core/mod.ts";
import { evaluateSlot } from "../../../core/departments/availability.ts";
import type { DepartmentWithWorkers } from "../../../core/departments/departments.ts";
import { slotOf } from "../../../core/departments/slot.ts";
import { slotsOfDate } from "../../support/slots_of_date.ts";
import { expectRecount, total, zonesAtChanges } from "../../support/recount.ts";
import { writeAppointments } from "./made_appointments.ts";
import { openReportingDatabase, type ReportingTenant } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

/** Settings that each leave something out. */
async function changeSettings(tenant: ReportingTenant, day: string): Promise<void> {
  const { application } = database.service;
  const [first, second] = tenant.departmentIds;
  const around = Temporal.PlainDate.from(day);
  await application.updateDepartment(first!, {
    slotInterval: 50,
    slotOffset: 40,
    slotCapacity: 3,
    closures: [{
      from: around.add({ days: 2 }).toString(),
      to: around.add({ days: 2 }).toString(),
    }],
  });
  await application.updateDepartment(second!, {
    showAdminsInBooking: true,
    slotCapacity: 5,
    bookingWindow: { refusePast: true },
    openingHours: {
      monday: [{ opens: "08:00", closes: "12:00" }, { opens: "13:15", closes: "17:00" }],
      saturday: [{ opens: "00:00", closes: "24:00" }],
      sunday: [{ opens: "01:00", closes: "03:30" }],
    },
  });
  await application.updateWorker(tenant.workerIds[1]!, { isActive: false });
  const { id } = await application.createDepartment(tenant.organizationId, { name: "Given up" });
  tenant.departmentIds.push(id);
  await application.updateDepartment(id, { isActive: false });
}

test.each(zonesAtChanges)("utilization: $timeZone, $day", async ({ timeZone, day }) => {
  const { pool, service } = database;
  const tenant = await database.tenant(timeZone);
  const other = await database.tenant(timeZone);
  await changeSettings(tenant, day);
  const made = await writeAppointments(pool, tenant, { day, count: 500, seed: 3 });
  await writeAppointments(pool, other, { day, count: 50, seed: 4 });
  const departments = await Promise.all(
    tenant.departmentIds.map((id) =>
      service.persistence.departments.findWithWorkers(tenant.organizationId, id)
    ),
  ) as DepartmentWithWorkers[];
  const question = {
    timeZone,
    now: Temporal.Instant.from("2026-01-01T00:00Z"),
    occupancy: { places: [], workerIds: [] },
  };
  const placesAt = (one: DepartmentWithWorkers, dateTime: Temporal.PlainDateTime) => {
    const department = { ...one.department, bookingWindow: null };
    return evaluateSlot({ ...question, ...one, department, dateTime }).remainingSlots;
  };
  const dates = Array.from(
    { length: 26 },
    (_, i) => Temporal.PlainDate.from(day).add({ days: i - 10 }),
  );
  const offered = departments.flatMap((one) =>
    dates.flatMap((date) => slotsOfDate(date, one.department)).map(({ start }) => ({
      start,
      departmentId: one.department.id,
      environment: undefined,
      capacity: placesAt(one, start),
      booked: 0,
    }))
  ).filter(({ capacity }) => capacity > 0);
  const taken = made.filter(({ isArchived, status }) => !isArchived && status !== "CANCELLED")
    .map(({ dateTime, departmentId, environment }) => {
      const { department } = departments.find((one) => one.department.id === departmentId)!;
      const { start } = slotOf(dateTime, department);
      return { start, departmentId, environment, capacity: 0, booked: 1 };
    });
  await expectRecount(day, {
    groups: reports.utilizationReport.groups,
    items: [...offered, ...taken],
    localOf: ({ start }) => start,
    environmentOf: ({ environment }) => environment,
    keysOf: ({ departmentId }) => ({ DEPARTMENT: departmentId }),
    environments: ["LIVE", "TEST"],
    rowOf(items) {
      const capacity = total(items, (item) => item.capacity);
      const booked = total(items, (item) => item.booked);
      return { capacity, booked, utilization: capacity === 0 ? null : booked / capacity };
    },
    report: ({ environment, ...request }) =>
      database.report(
        tenant,
        (reports) => reports.utilizationReport({ ...request, environment: environment! }),
      ),
  });
});
