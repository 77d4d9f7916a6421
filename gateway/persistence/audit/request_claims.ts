import type { Pool } from "pg";
import {
  type AuditRecord,
  DomainError,
  type DoneRequest,
  type DoneRequests,
  requestHours,
  say,
} from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

// Takes the key of the request. Returns no row if another request has it: then this transaction must not commit. It waits
// for a transaction that has taken the key and is still open. An expired key is free. A request may take its own key
// several times, once for each audit record that it writes.
const columns = `organization_id, staff_user_id, key, fingerprint, request_id, action, subject_id,
  environment, answer, created_at`;

/** Returns the statement that claims a key; `placeholder` gives the placeholder of the value at a position from 1. */
export function claimKey(placeholder: (position: number) => string): string {
  const ref = ["int", "int", "text", "text", "text"];
  const types = [...ref, "text", "bigint", "text", "text", "timestamptz"];
  const values = types.map((type, i) => `${placeholder(i + 1)}::${type}`).join(", ");
  return `insert into staff_requests as r (${columns}) values (${values})
    on conflict (organization_id, staff_user_id, key) do update
      set fingerprint = excluded.fingerprint,
        action = case when r.request_id = excluded.request_id then r.action else excluded.action end,
        subject_id = case when r.request_id = excluded.request_id
          then r.subject_id else excluded.subject_id end,
        environment = case when r.request_id = excluded.request_id
          then r.environment else excluded.environment end,
        answer = case when r.request_id = excluded.request_id then r.answer else excluded.answer end,
        created_at = excluded.created_at, request_id = excluded.request_id
      where r.request_id = excluded.request_id
        or r.created_at <= excluded.created_at - interval '${requestHours} hours'
    returning 1 as claimed`;
}

/** Returns the values of `claimKey`, or undefined if the record has no claim. */
export function claimValues(record: AuditRecord): (string | number | null)[] | undefined {
  const { actor: { claim }, action, subjectId, environment, at } = record;
  if (!claim) return undefined;
  const { organizationId, staffUserId, key, fingerprint, requestId } = claim;
  const ref = [organizationId, staffUserId, key, fingerprint, requestId];
  return [...ref, action, subjectId, environment, toJson(claim.answer), at.toString()];
}

/** Returns null without an answer. */
function toJson(answer: unknown): string | null {
  return answer === undefined ? null : JSON.stringify(answer);
}

/** Throws unless the key was claimed. The use case then answers what the first request did. */
export function requireClaimed(rows: readonly unknown[]): void {
  if (rows.length > 0) return;
  throw new DomainError("CONFLICT", say("doneByRepeat"));
}

const find: Statement<Omit<DoneRequest, "subjectId"> & { subjectId: string }> = {
  name: "find a request of staff",
  text: `
    select fingerprint, action, subject_id as "subjectId", environment, answer from staff_requests
    where organization_id = $1 and staff_user_id = $2 and key = $3 and created_at > $4::timestamptz`,
};

/** Implements core's `DoneRequests` in Postgres. */
export function createDoneRequests(pool: Pool): DoneRequests {
  return {
    async find({ organizationId, staffUserId, key }, since) {
      const values = [organizationId, staffUserId, key, since.toString()];
      const [row] = await rowsOf(pool, find, values);
      return row && { ...row, subjectId: Number(row.subjectId) };
    },
  };
}
