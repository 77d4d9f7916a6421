import {
  type BookedAppointment,
  BookingApiError,
  type BookingClient,
  type CreateAppointmentBody,
} from "../../rest-adapter/client/mod.ts";

/** A booking that looks like a repetition of an earlier one. */
export class RepeatedBookingError extends Error {
  override name = "RepeatedBookingError";

  constructor(id: number) {
    super(
      `Not booked: appointment ${id} has the same name, department and time already. If the user wants a further one, ` +
        "call book_appointment again with isAnother true.",
    );
  }
}

/** Books an appointment unless the person has one at this time in the department. Throws RepeatedBookingError. */
export async function bookOnce(
  client: BookingClient,
  body: CreateAppointmentBody,
): Promise<BookedAppointment> {
  const id = await findSame(client, body);
  if (id !== undefined) throw new RepeatedBookingError(id);
  return await client.appointments.create(body);
}

/** Returns the id of an appointment for the same name, department and time. */
async function findSame(
  client: BookingClient,
  { departmentId, dateTime, name }: CreateAppointmentBody,
): Promise<number | undefined> {
  const query = {
    departmentId,
    startDate: dateTime,
    endDate: dateTime,
    status: "SCHEDULED",
  } as const;
  try {
    for await (const one of client.appointments.all(query)) {
      if (sameText(one.name) === sameText(name)) return one.id;
    }
  } catch (error) {
    // The key may not read, or the time is wrong: the creation then says so.
    if (!(error instanceof BookingApiError) || error.status >= 429) throw error;
  }
  return undefined;
}

function sameText(name: string): string {
  return name.trim().replace(/\s+/g, " ").normalize("NFC").toLowerCase();
}
