import { client } from "../../api/client.ts";
import type { Appointment, Environment, Output } from "../../api/types.ts";

/** The departments or the worker, and the dates, of a closure or an absence. */
export interface AffectedQuery {
  departmentIds: number[] | null;
  workerId?: number;
  from: string;
  to: string;
  /** The hours of an absence. Null or absent: all day. */
  starts?: string | null;
  ends?: string | null;
}

/** Loads all affected appointments. An appointment that was moved or cancelled is no longer affected. */
export async function loadAffected(
  query: AffectedQuery,
  environment: Environment,
): Promise<Appointment[]> {
  const all: Appointment[] = [];
  for (let page = 0;; page += 1) {
    const input = { ...query, environment, page, size: 100 };
    const { items, isLast } = await client.query("appointments.affected", input) as Output<
      "appointments.affected"
    >;
    all.push(...items);
    if (isLast) return all;
  }
}
