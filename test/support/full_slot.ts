import { freshDatabase } from "./fresh_database.ts";
import { inDatabase } from "./published_events.ts";
import { openService, seedOrganization } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";

export const start = "2026-11-30T08:00:00Z";
export const date = "2026-12-01";
export const dateTime = `${date}T10:00:00`;

/**
 * Opens a service with a stopped clock and a department whose slot at 10:00 is full. An entry waits for this slot if
 * nothing else is given.
 */
export async function openFull(
  { slotCapacity = 1, workers = 0, ...settings }: {
    slotCapacity?: number;
    workers?: number;
    [setting: string]: unknown;
  } = {},
) {
  await using opened = new AsyncDisposableStack();
  const url = await freshDatabase();
  const service = opened.use(await openService(url));
  service.setNow(start);
  const { application, persistence } = service;
  const seeded = await seedOrganization(service, { slotCapacity, ...settings });
  const { organizationId, departmentId } = seeded;
  const staff = staffOf(organizationId, { timeZone: seeded.timeZone });
  const workerIds: number[] = [];
  for (let i = 0; i < workers; i += 1) {
    const worker = { departmentId, name: `Worker ${i}` };
    workerIds.push((await application.staff.createWorker(staff, worker)).id);
  }
  const openKey = async (name: string) => {
    const scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"];
    const made = await application.createApiKey(organizationId, {
      name,
      environment: "LIVE",
      scopes,
    });
    return { ...seeded, ...await application.authenticateApiKey(made.key) };
  };
  const caller = await openKey("Website");
  const booking = { departmentId, dateTime, name: "Ada" };
  const ids = await Promise.all(Array.from({ length: slotCapacity }, async (_, i) => {
    const workerId = workerIds[i];
    const one = { ...booking, ...(workerId !== undefined && { workerId }) };
    return (await application.bookAppointment(caller, one)).appointment.id;
  }));
  const everything = opened.move();
  return {
    url,
    service,
    application,
    persistence,
    caller,
    staff,
    booking,
    ids,
    workerIds,
    openKey,
    join: async (given: Record<string, unknown> = {}, by = caller) => {
      const slot = { fromDate: date, toDate: date, fromTime: "10:00", toTime: "10:30" };
      const fields = { departmentId, ...slot, ...given };
      return (await application.joinWaitlist(by, fields)).entry.id;
    },
    /** Each entry with its state, and each offer with its outcome. */
    state: async () => ({
      entries: await inDatabase<{ id: number; state: string; appointment: number | null }>(
        url,
        "select id::int, state, appointment_id::int as appointment from waitlist_entries order by id",
      ),
      offers: await inDatabase<{ entry: number; hold: number; outcome: string | null }>(
        url,
        "select entry_id::int as entry, hold_id::int as hold, outcome from waitlist_offers order by hold_id",
      ),
      waiting: (await inDatabase<{ waiting: number }>(
        url,
        "select waiting from balances where environment = 'LIVE'",
      ))[0]!.waiting,
    }),
    /** The events of the waiting list in the feed: what happened, of which entry, and at which time of which hold. */
    events: async () => {
      const rows = await inDatabase<{ bodies: string }>(
        url,
        "select bodies from feed_entries where environment = 'LIVE' order by position",
      );
      return rows.flatMap(({ bodies }) => bodies.split("\n")).map((one) => JSON.parse(one))
        .filter(({ type }) => type.startsWith("waitlist."))
        .map(({ type, data: { object } }) => Object.assign(object, { type }));
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
