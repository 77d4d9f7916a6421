import type { Appointment, AppointmentPage, ListAppointmentsQuery } from "./types.ts";

/** Reads one page of a list. `size` and `sort` replace those of the list. */
type ReadPage = (
  query: Pick<ListAppointmentsQuery, "page" | "size" | "sort">,
) => Promise<AppointmentPage>;

/**
 * Yields every appointment of a list once. When an appointment leaves the list, all after it move up, and the next page
 * begins after some that nobody has read. So a list of several pages is read again from the start, until nothing new
 * comes of what it had at the beginning (rest-adapter/client/README.md 5).
 */
export async function* allAppointments(read: ReadPage): AsyncGenerator<Appointment, void> {
  const yielded = new Set<number>();
  let newestId: number | undefined;
  for (let isComplete = false; !isComplete;) {
    isComplete = true;
    for (let page = 0;; page += 1) {
      const { appointments, isLast } = await read({ page });
      // One answer is of one moment, so it has everything.
      if (page === 0 && isLast) {
        yield* unseen(appointments, yielded);
        return;
      }
      newestId ??= await newestIn(read);
      for (const appointment of unseen(appointments, yielded)) {
        // Later bookings come too, but do not keep the loop from ending.
        if (appointment.id <= newestId) isComplete = false;
        yield appointment;
      }
      if (isLast) break;
    }
  }
}

async function newestIn(read: ReadPage): Promise<number> {
  const { appointments } = await read({ page: 0, size: 1, sort: "id,desc" });
  return appointments[0]?.id ?? 0;
}

function* unseen(
  appointments: readonly Appointment[],
  yielded: Set<number>,
): Generator<Appointment, void> {
  for (const appointment of appointments) {
    if (yielded.has(appointment.id)) continue;
    yielded.add(appointment.id);
    yield appointment;
  }
}
