import { operator } from "../../core/mod.ts";
import type { Dashboard } from "./dashboard.ts";

/** Books a day full past the service's surfaces, in the demo's department without rules; its date. */
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
  // After the hour at which a zone changes its clocks, on whatever day this runs.
  const morning = date.toPlainDateTime("05:00");
  await Promise.all(Array.from({ length: count }, (_, i) => {
    const dateTime = morning.add({ minutes: 5 * Math.floor(i / 10) }).toString();
    const wish = { departmentId: department.id, dateTime, name: `Person No. ${i}` };
    return application.bookAppointment(scope, wish);
  }));
  return date.toString();
}
