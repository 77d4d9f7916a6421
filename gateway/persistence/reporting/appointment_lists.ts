import { environments, type ListedAppointment, type ListFilter } from "../../../core/ports.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { conditionsBy, given, type ListSource } from "./list_source.ts";

interface AppointmentRow
  extends Omit<ListedAppointment, "id" | "dateTime" | "createdAt" | "archivedAt"> {
  id: string;
  dateTime: string;
  createdAt: string;
  archivedAt: string | null;
}

/** Appointments of both environments, listed and archived. */
export const appointments: ListSource<"appointments", AppointmentRow> = {
  table: "appointments",
  isKeyedByEnvironment: true,
  columns: `a.id, a.environment, a.date_time as "dateTime", a.status, a.name, a.phone,
    a.qr_code as "qrCode", a.department_id as "departmentId", a.worker_id as "workerId",
    a.external_user_id as "externalUserId", a.created_at as "createdAt",
    a.archived_at as "archivedAt"`,
  orders: {
    DATE_TIME: [["date_time", "timestamp"], ["id", "bigint"]],
    CREATED_AT: [["created_at", "timestamptz"], ["date_time", "timestamp"], ["id", "bigint"]],
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
        isOfWorker: owner === "worker_id" || typeof filter.workerId === "number",
        isByStatus: order.by === "DATE_TIME" && !owner,
      }),
    };
  },
  item: (row) => ({
    id: Number(row.id),
    environment: row.environment,
    dateTime: localDateTimeFromDatabase(row.dateTime),
    status: row.status,
    name: row.name,
    phone: row.phone,
    qrCode: row.qrCode,
    departmentId: row.departmentId,
    workerId: row.workerId,
    externalUserId: row.externalUserId,
    createdAt: instantFromDatabase(row.createdAt),
    archivedAt: row.archivedAt === null ? null : instantFromDatabase(row.archivedAt),
  }),
};

/**
 * Divides the list into parts that each have an index in the requested order: by environment, by listed and archived,
 * and by status if the list is in the order of time. Each part is read as far as the page needs, and all are merged.
 */
function partsOf(
  filter: ListFilter<"appointments">,
  { isOfWorker, isByStatus }: { isOfWorker: boolean; isByStatus: boolean },
): string[] {
  const { environment, archived, status } = filter;
  const ofEnvironment = (environment ? [environment] : environments)
    .map((one) => `a.environment = '${one}'`);
  const kinds = ["a.archived_at is null", "a.archived_at is not null"];
  // The index by worker contains listed and archived appointments.
  const ofKind = typeof archived === "boolean"
    ? [kinds[archived ? 1 : 0]!]
    : isOfWorker
    ? ["true"]
    : kinds;
  const statuses = [...new Set(status)].map((one) => `'${one}'`);
  const ofStatus = status
    ? (isByStatus ? statuses.map((one) => `a.status = ${one}`) : [oneOf("a.status", statuses)])
    : ["true"];
  const parts = ofEnvironment.flatMap((environment) =>
    ofKind.flatMap((kind) => ofStatus.map((status) => `${environment} and ${kind} and ${status}`))
  );
  return parts.length > 0 ? parts : ["false"];
}

function oneOf(column: string, texts: readonly string[]): string {
  return texts.length > 0 ? `${column} in (${texts.join(", ")})` : "false";
}
