import {
  type Environment,
  environments,
  type ListedAppointment,
  type ListFilter,
} from "../../../core/ports.ts";
import { maxClockDifference, maxId } from "../credits/credit_ledger.ts";
import type { RowOf } from "../mapping/columns.ts";
import { readAppointments } from "../mapping/read_appointments.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { conditionsBy, given, type ListSource } from "./list_source.ts";

const listed = readAppointments.without("note");

/** Appointments of both environments, listed and archived. */
export const appointments: ListSource<"appointments", RowOf<ListedAppointment>> = {
  table: "appointments",
  isKeyedByEnvironment: true,
  columns: listed.select("a"),
  orders: {
    DATE_TIME: [["date_time", "timestamp"], ["id", "bigint"]],
    // The order of the ids: both are given under the lock of the balance.
    CREATED_AT: [["id", "bigint"]],
  },
  owners: { departmentId: "department_id", workerId: "worker_id" },
  conditions({ filter, order }, { valueOf, owner }) {
    const { is, between } = conditionsBy(valueOf);
    const timestamp = (dateTime: Temporal.PlainDateTime) =>
      `${valueOf(dateTime.toString())}::timestamp`;
    return {
      where: [
        ...is("department_id", "bigint", filter.departmentId),
        ...is("worker_id", "bigint", filter.workerId),
        ...is("external_user_id", "text", filter.externalUserId),
        ...is("qr_code", "text", filter.qrCode),
        ...given(filter.dateTimeFrom, (from) => `a.date_time >= ${timestamp(from)}`),
        ...given(filter.dateTimeTo, (to) => `a.date_time < ${timestamp(to)}`),
        ...between("created_at", { from: filter.createdFrom, to: filter.createdTo }),
      ],
      parts: partsOf(filter, {
        isByStatus: order.by === "DATE_TIME" && !owner,
        createdBetween: (environment) => idsBetween(filter, { environment, valueOf }),
      }),
    };
  },
  item: (row) => listed.fromRow(row),
};

/**
 * Divides the list into parts that each have an index in the requested order: by environment, by listed and archived,
 * and by requested status if the list is in the order of time. Each part is read as far as the page needs, and all are merged.
 */
function partsOf(
  { environment, archived, status }: ListFilter<"appointments">,
  { isByStatus, createdBetween }: {
    isByStatus: boolean;
    createdBetween(environment: Environment): string[];
  },
): string[] {
  const kinds = ["not a.is_archived", "a.is_archived"];
  const ofKind = typeof archived === "boolean" ? [kinds[archived ? 1 : 0]!] : kinds;
  const statuses = [...new Set(status)].map((one) => `'${one}'`);
  // With no status the one part is empty, but it still uses the parameters of the other conditions.
  const ofStatus = isByStatus && statuses.length > 0
    ? statuses.map((one) => `a.status = ${one}`)
    : [status ? oneOf("a.status", statuses) : "true"];
  return (environment ? [environment] : environments).flatMap((environment) => {
    const inEnvironment = [`a.environment = '${environment}'`, ...createdBetween(environment)];
    return ofKind.flatMap((kind) =>
      ofStatus.map((ofStatus) => [...inEnvironment, kind, ofStatus].join(" and "))
    );
  });
}

/**
 * Returns conditions that limit the ids to appointments that may have been created between two times.
 *
 * There is no index on the time of creation: it would be one more index entry for each booking. But each appointment has
 * an entry in the ledger, which has one (`entriesBetween`). The cost is one index lookup for each bound.
 */
function idsBetween(
  { createdFrom, createdTo }: ListFilter<"appointments">,
  { environment, valueOf }: { environment: Environment; valueOf(value: unknown): string },
): string[] {
  // A later round is the charge of an undone cancellation.
  const ofScope =
    `organization_id = $1 and environment = '${environment}' and kind = 'CONSUMED' and round = 0`;
  const bound = (condition: string, way: "asc" | "desc") => `
    select appointment_id from credit_entries where ${ofScope} and created_at ${condition}
    order by created_at ${way}, id ${way} limit 1`;
  const time = (instant: Temporal.Instant) => `${valueOf(instantValue(instant))}::timestamptz`;
  return [
    ...given(
      createdFrom,
      (from) => `a.id > coalesce((${bound(`< ${time(from)} - ${maxClockDifference}`, "desc")}), 0)`,
    ),
    ...given(
      createdTo,
      (to) =>
        `a.id < coalesce((${bound(`>= ${time(to)} + ${maxClockDifference}`, "asc")}), ${maxId})`,
    ),
  ];
}

function oneOf(column: string, texts: readonly string[]): string {
  return texts.length > 0 ? `${column} in (${texts.join(", ")})` : "false";
}
