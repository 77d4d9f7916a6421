import { z } from "zod";
import { idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";

const calendarSchema = z.string().meta({
  description: "A calendar by RFC 5545 with one event",
  examples: ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"],
});
const utf8 = new TextEncoder();

/** Returns an appointment as a calendar file (rest-adapter/README.md 9.11). */
export const calendarFileEndpoint: PublicEndpoint = {
  method: "GET",
  path: "/api/v1/appointments/{id}/calendar.ics",
  operationId: "getCalendarFile",
  tag: "Extensions",
  summary: "Read an appointment as a calendar file",
  description:
    "Returns a file (RFC 5545) for the calendar of the person. It has the department and the time, and no name. " +
    "A later file of the same appointment replaces the event in the calendar: its UID stays and its SEQUENCE grows " +
    "with each change. A cancelled or archived appointment has STATUS:CANCELLED.",
  scopes: ["READ_APPOINTMENTS"],
  request: { path: idPath("Id of the appointment", 61) },
  success: {
    status: 200,
    description: "The calendar file",
    body: calendarSchema,
    contentType: "text/calendar",
  },
  refusals: ["APPOINTMENT_NOT_FOUND"],
  async handle({ application, caller, id }) {
    const file = await application.getCalendarFile(caller, id);
    return {
      status: 200,
      json: utf8.encode(file),
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": `attachment; filename="appointment-${id}.ics"`,
      },
    };
  },
};
