import { Booking } from "./20261120_booking.ts";
import { Usage } from "./20261121_usage.ts";

/** Every migration, oldest first. Append only: one that has been applied anywhere is never changed. */
export const migrations = [
  { name: "20261120_booking", class: Booking },
  { name: "20261121_usage", class: Usage },
];
