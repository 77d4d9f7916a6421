import type { CountedRows } from "../../core/mod.ts";
import type { Statement } from "./statement.ts";

const conditions: Record<CountedRows, string> = {
  departments: "departments where organization_id = $1",
  // By way of the departments, by which workers have their index.
  workers: `workers where department_id in (select id from departments where organization_id = $1)`,
  apiKeys: "api_keys where organization_id = $1 and revoked_at is null",
  webhooks: "webhooks where organization_id = $1 and deleted_at is null",
  staffUsers: "staff_users where organization_id = $1",
  reportingTokens: "reporting_tokens where organization_id = $1 and revoked_at is null",
};

/** Counts the rows of a kind of an organization. */
export function countRows(what: CountedRows): Statement<{ count: number }> {
  return { name: `count ${what}`, text: `select count(*)::int as count from ${conditions[what]}` };
}
