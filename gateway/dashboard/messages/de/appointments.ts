import type { appointments as english } from "../en/appointments.ts";
import type { Translated } from "../translated.ts";

export const appointments: Translated<typeof english> = {};
