import type { Appointment, AppointmentPage } from "./types.ts";

/**
 * Yields the appointments of a list, page by page. Each page continues after the last appointment of the page before, so
 * what leaves the list meanwhile moves nothing (rest-adapter/client/README.md 5).
 */
export async function* allAppointments(
  read: (query: { after: string }) => Promise<AppointmentPage>,
): AsyncGenerator<Appointment, void> {
  let after: string | null = "";
  while (after !== null) {
    const { appointments, nextCursor }: AppointmentPage = await read({ after });
    // A service that is older than this client has no cursors, and would answer with its first page again.
    if (nextCursor === undefined) throw new Error("The service is too old: it has no cursors");
    yield* appointments;
    after = nextCursor;
  }
}
