import { z } from "zod";
import { requiredOr } from "./input.ts";

/** LIVE and TEST never see each other's appointments, occupancy or credits. */
export const environments = ["LIVE", "TEST"] as const;

export type Environment = (typeof environments)[number];

/** The environment of a request of staff. Absent or null means LIVE. */
export const environmentField = z
  .enum(environments, { error: requiredOr("mustBe", { what: environments.join(" or ") }) })
  .nullish()
  .transform((environment): Environment => environment ?? "LIVE");

/** One environment of one organization. Each scope has its own balance, places and batches of bookings. */
export interface BookingScope {
  organizationId: number;
  environment: Environment;
}
