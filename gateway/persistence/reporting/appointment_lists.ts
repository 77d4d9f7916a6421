import {
  type Environment,
  environments,
  type ListedAppointment,
  type ListFilter,
} from "../../../core/ports.ts";
import { appointmentIdsBetween } from "../credits/credit_ledger.ts";
import type { RowOf } from "../mapping/columns.ts";
import { readAppointments } from "../mapping/read_appointments.ts";
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
        createdBetween: (environment) =>
          appointmentIdsBetween("a.id", { from: filter.createdFrom, to: filter.createdTo }, {
            ofScope: `organization_id = $1 and environment = '${environment}'`,
            valueOf,
          }),
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

function oneOf(column: string, texts: readonly string[]): string {
  return texts.length > 0 ? `${column} in (${texts.join(", ")})` : "false";
}
