import { z } from "zod";
import { requiredOr } from "./input.ts";

/** LIVE and TEST never see each other's appointments, occupancy or credits. */
export const environments = ["LIVE", "TEST"] as const;

/** One of the two worlds that an organization books in. */
export type Environment = (typeof environments)[number];

/** The environment that staff work in; LIVE where it is left out or null. */
export const environmentField = z
  .enum(environments, { error: requiredOr(`Must be ${environments.join(" or ")}`) })
  .nullish()
  .transform((environment): Environment => environment ?? "LIVE");

/** One environment of one organization. Each scope has its own balance, places and batches of bookings. */
export interface BookingScope {
  organizationId: number;
  environment: Environment;
}
