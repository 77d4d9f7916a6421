import type { PoolClient } from "pg";
import type { Department, Worker } from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import type { RowOf } from "../mapping/columns.ts";
import { departments, workers } from "../mapping/tables.ts";

const findDepartment: Statement<RowOf<Department>> = {
  name: "read a department at the gate",
  text:
    `select ${departments.select()} from departments where organization_id = $1 and id = $2::bigint`,
};

const workersAtGate = workers.without("createdAt", "version");

const findWorkers: Statement<Worker> = {
  name: "read the workers of a department at the gate",
  text:
    `select ${workersAtGate.select()} from workers where organization_id = $1 and department_id = $2::bigint`,
};

/**
 * Reads a department and its workers, if it exists, in a transaction that holds a gate of the organization. They do not change before
 * the transaction ends, because a change of settings waits for the gates (migrations/README.md 11).
 */
export async function readDepartment(
  client: PoolClient,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<{ department: Department; workers: Worker[] } | undefined> {
  const values = [organizationId, id];
  const [[row], found] = await together(client, () => [
    rowsIn(client, findDepartment, values),
    rowsIn(client, findWorkers, values),
  ]);
  return row && { department: departments.fromRow(row), workers: found };
}
