import { z } from "zod";
import type { Appointments } from "../booking/appointments.ts";
import { appointmentNotFound } from "../booking/appointment_views.ts";
import type { BookingScope } from "../environment.ts";
import { count, id, instant, text } from "../view_fields.ts";
import { visitObject } from "../webhooks/event_body.ts";
import { visitOutcomes, visitStates } from "./visit.ts";
import { visitNotFound } from "./visit_views.ts";
import type { Visits } from "./visits.ts";

const notYet = (description: string) =>
  instant(description, "2026-02-27T08:31:02.000Z").nullable().meta({ examples: [null] });

/** A visit as the public API and the events show it (core/webhooks/README.md 15). It names nobody. Times are in UTC. */
export const publicVisitView = z
  .object({
    id: id("Id of the visit", 1),
    departmentId: id("Id of the department", 1),
    number: count("The number by which the person is called", 42),
    part: count("From 1; more after a transfer to another department during the service", 1),
    appointmentId: id("Id of the appointment; null without one", 61).nullable(),
    state: z.enum(visitStates).meta({ description: "State now", examples: ["CALLED"] }),
    outcome: z.enum(visitOutcomes).nullable().meta({
      description: "How the visit ended; null while it lasts",
      examples: [null],
    }),
    desk: text("The counter that called last; null before the first call", "4").nullable(),
    workerId: id("Id of the worker who called last; null if none was named", 3).nullable(),
    arrivedAt: instant("When the person came to the department", "2026-02-27T08:02:10.000Z"),
    calledAt: instant("The first call; null before it", "2026-02-27T08:12:44.000Z").nullable(),
    startedAt: notYet("The start of the service; null before it"),
    endedAt: notYet("The end; null while the visit lasts"),
  })
  .meta({ id: "Visit", description: "A visit in the office" });
type PublicVisitView = z.output<typeof publicVisitView>;

/** Returns one visit. Throws VISIT_NOT_FOUND. */
export async function getPublicVisit(
  { visits }: { visits: Visits },
  caller: BookingScope,
  visitId: number,
): Promise<PublicVisitView> {
  const visit = await visits.find(caller, visitId);
  if (!visit) throw visitNotFound();
  return visitObject(visit);
}

/**
 * Lists the visits of an appointment, the first arrival first: at most the last `maxOfAppointment`. Throws
 * APPOINTMENT_NOT_FOUND.
 */
export async function listVisitsOfAppointment(
  { appointments, visits }: { appointments: Appointments; visits: Visits },
  caller: BookingScope,
  appointmentId: number,
): Promise<PublicVisitView[]> {
  if (!(await appointments.find(caller, appointmentId))) throw appointmentNotFound();
  return (await visits.ofAppointment(caller, appointmentId)).map(visitObject);
}
