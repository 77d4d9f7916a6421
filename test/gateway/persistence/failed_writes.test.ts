import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { refusalOf } from "../../core/refusal.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { subscribe } from "../../support/webhooks.ts";

const dateTime = "2038-03-01T10:00";

// The statements of one packet. Those after the refused one are refused too, with an error that does not say why.
test.each(["webhook_events", "feed_entries"])(
  "whatever cannot write %s because the disk is full is answered as unavailable and writes nothing",
  async (table) => {
    const url = await freshDatabase();
    await using service = await openService(url);
    const { application } = service;
    const seeded = await seedOrganization(service, { slotCapacity: 9 });
    const { organizationId, departmentId } = seeded;
    await subscribe(service, seeded, {
      url: "https://receiver.example",
      events: [
        "APPOINTMENT_CREATED",
        "APPOINTMENT_UPDATED",
        "APPOINTMENT_COMPLETED",
        "VISIT_CALLED",
        "VISIT_ARRIVED",
      ],
    });
    const booking = { departmentId, dateTime, name: "Ada" };
    const { appointment: { id } } = await application.bookAppointment(seeded, booking);
    const staff = staffOf(organizationId);
    const written = () =>
      inDatabase(
        url,
        `select (select json_agg(a) from appointments a) as appointments,
           (select json_agg(b) from balances b) as balances,
           (select count(*) from visits) as visits, (select count(*) from holds) as holds`,
      );
    const before = await written();
    await inDatabase(
      url,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
       create trigger refuse before insert on ${table} execute function refuse()`,
    );
    const caller = { ...seeded, apiKeyId: 1, lineageId: randomUUID() };
    const writes = {
      booking: () => application.bookAppointment(seeded, booking),
      move: () =>
        application.moveAppointment(seeded, { id, departmentId, dateTime: "2038-03-01T11:00" }),
      completion: () =>
        application.staff.completeAppointment(staff, { id, overrideReason: "Early" }),
      arrival: () => application.staff.arrive(staff, { departmentId }),
      ...(table === "feed_entries" && {
        hold: () => application.holdPlace(caller, { departmentId, dateTime }),
      }),
    };
    const unavailable: string[] = [];
    for (const [name, write] of Object.entries(writes)) {
      const { code } = await refusalOf(write);
      if (code === "SERVICE_UNAVAILABLE") unavailable.push(name);
    }
    expect(unavailable).toEqual(Object.keys(writes));
    expect(await written()).toEqual(before);
  },
);
