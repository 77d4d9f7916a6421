import { operator } from "../../core/mod.ts";
import type { Dashboard } from "./dashboard.ts";
import { inTurns } from "./in_turns.ts";

/** Books many appointments on one day through the use case, in a new department. Returns the date. */
export async function bookFullDay(
  { api, demo, tomorrow }: Dashboard,
  count: number,
): Promise<string> {
  const { application } = api.seeding;
  const department = await application.createDepartment(demo.organizationId, {
    name: "Vaccination Centre",
    slotInterval: 5,
    slotCapacity: 10,
  });
  const date = Temporal.PlainDate.from(tomorrow).add({ days: 30 });
  const scope = {
    organizationId: demo.organizationId,
    environment: "LIVE",
    actor: operator,
  } as const;
  // After the hour in which clocks change, in case the day is such a day.
  const morning = date.toPlainDateTime("05:00");
  const book = (i: number) => {
    const dateTime = morning.add({ minutes: 5 * Math.floor(i / 10) }).toString();
    const request = { departmentId: department.id, dateTime, name: `Person No. ${i}` };
    return application.bookAppointment(scope, request);
  };
  await inTurns(Array.from({ length: count }, (_, i) => i), book);
  return date.toString();
}
