import { client } from "../../api/client.ts";
import { readPages } from "../../api/read_pages.ts";
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
  const { rows } = await readPages((page) =>
    client.query("appointments.affected", { ...query, environment, page, size: 100 }) as Promise<
      Output<"appointments.affected">
    >
  );
  return rows;
}
