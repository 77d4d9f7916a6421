import type { booking as english } from "../en/booking.ts";
import type { Translated } from "../translated.ts";

export const booking: Translated<typeof english> = {};
