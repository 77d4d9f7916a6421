import type { ClientBase, Pool } from "pg";
import type {
  AppointmentChange,
  ChangeContext,
  LegalHold,
  LegalHolds,
} from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { lostClaim } from "./count_expired.ts";

type HoldRow = Omit<LegalHold, "appointmentId" | "createdAt"> & {
  appointmentId: string;
  createdAt: string;
};

const select = `
  select id, organization_id as "organizationId", environment, appointment_id as "appointmentId",
    name, phone, external_user_id as "externalUserId", reason, placed_by as "placedBy",
    created_at as "createdAt"
  from legal_holds where organization_id = $1`;

/** Finds the legal holds of a scope. */
export const findLegalHolds: Statement<HoldRow> = {
  name: "find the legal holds of a scope",
  text: `${select} and environment = $2 order by id`,
};

const list: Statement<HoldRow> = { name: "list legal holds", text: `${select} order by id` };

/** Converts a row of `findLegalHolds`. */
export function legalHoldOf({ appointmentId, createdAt, ...hold }: HoldRow): LegalHold {
  return {
    ...hold,
    appointmentId: Number(appointmentId),
    createdAt: instantFromDatabase(createdAt),
  };
}

/**
 * Returns SQL that is true if an appointment `a` is of a held person. `isHeld` of core decides; this condition leaves held
 * ones out before.
 */
export const isHeldSql = `exists (
  select from legal_holds h
  where h.organization_id = a.organization_id and h.environment = a.environment and (
    h.appointment_id = a.id or h.external_user_id = a.external_user_id
    or h.phone <> '' and h.phone = a.phone and h.name = a.name
  )
)`;

/** Returns SQL that is true if an entry `e` of the audit is about the appointment of a held person. */
export const isOfHeldSql = `(e.subject_kind = 'appointment' and exists (
  select from appointments a
  where a.organization_id = e.organization_id and a.environment = e.environment
    and a.id = e.subject_id and ${isHeldSql}
))`;

const place: Statement<never> = {
  text: `
    insert into legal_holds (organization_id, environment, appointment_id, name, phone,
      external_user_id, reason, placed_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Places a hold in a transaction that holds the gate, as an erasure does. */
export async function placeLegalHold(
  client: ClientBase,
  { organizationId, environment, appointment, now }: ChangeContext,
  { reason, placedBy }: NonNullable<AppointmentChange["placesLegalHold"]>,
): Promise<void> {
  const { id, name, phone, externalUserId } = appointment;
  const person = [id, name, phone, externalUserId];
  await rowsIn(client, place, [
    organizationId,
    environment,
    ...person,
    reason,
    placedBy,
    now.toString(),
  ]);
}

const lift: Statement<never> = {
  text: `delete from legal_holds where organization_id = $1 and id = $2`,
};

// The appointments and events of the person are before what is done, so the next run looks at all again. A present
// run loses its claim: it would note again that they are done.
const lookAgain: Statement<never> = {
  text: `
    update retention_runs set appointments_until = null, events_until = null, feed_live = 0,
      feed_test = 0, audit_position = 0, ${lostClaim}
    where organization_id = $1`,
};

/** Lifts a hold in a transaction that holds the gate. */
export async function liftLegalHold(
  client: ClientBase,
  { organizationId }: Pick<ChangeContext, "organizationId">,
  id: number,
): Promise<void> {
  await rowsIn(client, lift, [organizationId, id]);
  await rowsIn(client, lookAgain, [organizationId]);
}

/** Implements core's `LegalHolds` in Postgres. */
export function createLegalHolds(pool: Pool): LegalHolds {
  return {
    list: async (organizationId) => (await rowsOf(pool, list, [organizationId])).map(legalHoldOf),
  };
}
