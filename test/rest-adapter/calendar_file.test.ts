import ICAL from "ical.js";
import { expect, test } from "vitest";
import { openApi } from "./support.ts";

test("GET /api/v1/appointments/{id}/calendar.ics is a file that calendars read", async () => {
  const { send, bookingBody } = await openApi();
  const json = bookingBody({ dateTime: "2026-03-05T14:30" });
  const { id } = await (await send("POST", "/api/v1/appointments", { json })).json();
  const answer = await send("GET", `/api/v1/appointments/${id}/calendar.ics`, { key: "reader" });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": `attachment; filename="appointment-${id}.ics"`,
    "cache-control": "no-store",
  });
  const root = new ICAL.Component(ICAL.parse(await answer.text()));
  ICAL.TimezoneService.register(root.getFirstSubcomponent("vtimezone")!);
  const event = new ICAL.Event(root.getFirstSubcomponent("vevent")!);
  expect(event.summary).toBe("Appointment: Dental Care");
  expect(new Date(event.startDate.toUnixTime() * 1000).toISOString())
    .toBe("2026-03-05T13:30:00.000Z");
});
