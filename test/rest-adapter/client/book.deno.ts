// Books with the client on Deno; deno.test.ts runs it. Prints the appointment, and the code of a second booking.
import { BookingApiError, BookingClient } from "../../../rest-adapter/client/mod.ts";

const [baseUrl, apiKey, departmentId] = Deno.args as [string, string, string];
const client = new BookingClient({ baseUrl, apiKey });
const booking = {
  departmentId: Number(departmentId),
  dateTime: "2026-03-06T14:30:00",
  name: "Grace Hopper",
};
const made = await client.appointments.create(booking);
const code = await client.appointments.create(booking)
  .catch((error) => error instanceof BookingApiError ? error.code : error);
Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ name: made.name, code })}\n`));
