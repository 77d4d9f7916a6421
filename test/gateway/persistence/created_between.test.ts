import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("a list of the appointments created between two times has exactly those", async () => {
  await using service = await openService(await freshDatabase());
  const seeded = await seedOrganization(service, { slotCapacity: 100 });
  const { application } = service;
  const made: { id: number; at: Temporal.Instant }[] = [];
  for (let i = 0; i < 60; i += 1) {
    // The clocks of two processes, one of them 9 minutes behind.
    const at = Temporal.Instant.from("2026-03-01T08:00:00Z")
      .add({ minutes: 2 * i - (i % 2 === 0 ? 0 : 9) });
    service.setNow(at.toString());
    const { appointment } = await application.bookAppointment(
      { ...seeded, environment: i % 3 === 0 ? "TEST" : "LIVE" },
      { departmentId: seeded.departmentId, dateTime: "2026-12-01T10:00:00", name: "A" },
    );
    made.push({ id: appointment.id, at });
  }
  const time = (minutes: number | null) =>
    minutes === null ? null : Temporal.Instant.from("2026-03-01T08:00:00Z").add({ minutes });
  for (const [start, end] of [[30, 60], [0, 1], [31, null], [null, 45], [-60, 500], [200, 300]]) {
    const [createdFrom, createdTo] = [time(start!), time(end!)];
    const reports = application.openReports(seeded);
    const page = await reports.page("appointments", {
      first: 100,
      orderBy: { by: "CREATED_AT", direction: "ASC" },
      filter: { createdFrom, createdTo },
    }).finally(() => reports.close());
    const expected = made.filter(({ at }) =>
      (!createdFrom || Temporal.Instant.compare(at, createdFrom) >= 0) &&
      (!createdTo || Temporal.Instant.compare(at, createdTo) < 0)
    );
    expect(page.edges.map(({ node }) => node.id)).toEqual(expected.map(({ id }) => id));
  }
});
