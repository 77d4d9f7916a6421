import {
  type Appointment,
  type AppointmentQuery,
  type AppointmentSelection,
  matchesSearch,
  maxCounted,
  maxFound,
  type PlacedAppointment,
  type Ports,
  slotOf,
} from "../../../core/mod.ts";
import { isSamePerson } from "../../../core/booking/person.ts";
import type { Memory } from "./memory.ts";
import { inScope, of } from "./rows.ts";
import { isUpTo, isWithin } from "./taken_slots.ts";

const batchSize = 3;

/** The appointments in memory. */
export function appointmentsIn(memory: Memory): Ports["appointments"] {
  const read = (appointment: Appointment): PlacedAppointment => {
    const department = memory.departments.find(({ id }) => id === appointment.departmentId)!;
    const worker = memory.workers.find(({ id }) => id === appointment.workerId);
    const workerName = worker?.name ?? null;
    return { ...appointment, departmentName: department.name, workerName };
  };
  const overlaps = (
    minutes: { start: number; stop: number },
    { departmentId, dateTime }: Appointment,
  ) => {
    const department = memory.departments.find(({ id }) => id === departmentId)!;
    const slot = slotOf(dateTime, department);
    const start = slot.start.hour * 60 + slot.start.minute;
    return start < minutes.stop && minutes.start < start + slot.minutes;
  };
  return {
    async find(scope, id) {
      const appointment = inScope(memory, scope).find((one) => one.id === id);
      return appointment && read(appointment);
    },
    async findByQrCode(organizationId, qrCode) {
      const appointment = of(memory.appointments, organizationId)
        .find((one) => one.qrCode === qrCode);
      return appointment && read(appointment);
    },
    async list(scope, query) {
      const found = inScope(memory, scope)
        .filter((one) => !one.archivedAt && matches(one, query))
        .sort((a, b) => compare(a, b, query.sort));
      const first = query.page * query.size;
      const items = found.slice(first, first + query.size).map(read);
      return { items, totalElements: found.length };
    },
    async search(scope, query) {
      const { search } = query;
      const found = inScope(memory, scope)
        .filter((one) => matches(one, query) && isSearched(one, query))
        .sort((a, b) => compare(a, b, query.sort));
      const first = query.page * query.size;
      const counted = found.slice(0, search ? maxFound : maxCounted);
      const items = counted.slice(first, first + query.size).map(read);
      return { items, totalElements: counted.length };
    },
    async *batches(scope, selection) {
      const found = inScope(memory, scope)
        .filter((one) => matches(one, selection) && isSearched(one, selection))
        .sort((a, b) => compare(a, b, selection.sort));
      for (let first = 0; first < found.length; first += batchSize) {
        yield found.slice(first, first + batchSize).map(read);
      }
    },
    async after(scope, selection, { position, limit }) {
      const field = selection.sort.field === "createdAt" ? "id" : selection.sort.field;
      const sort = { ...selection.sort, field };
      return inScope(memory, scope)
        .filter((one) => matches(one, selection) && isSearched(one, selection))
        .filter((one) => compare(position as Appointment, one, sort) < 0)
        .sort((a, b) => compare(a, b, sort))
        .slice(0, limit)
        .map(read);
    },
    async changed(scope, selection, { since, after, limit }) {
      const changes = memory.audit.map((entry, i) => ({ ...entry, id: i + 1 }))
        .filter(({ action, organizationId, environment }) =>
          action.startsWith("appointment.") && organizationId === scope.organizationId &&
          environment === scope.environment
        );
      const found = changes.filter(({ id, at, subjectId }) =>
        id > after && Temporal.Instant.compare(at, since) >= 0 &&
        !changes.some((later) => later.subjectId === subjectId && later.id > id)
      ).flatMap(({ id: change, subjectId }) => {
        const one = inScope(memory, scope).find(({ id }) => id === subjectId)!;
        const isFound = matches(one, selection) && isSearched(one, selection);
        return isFound ? [{ change, item: read(one) }] : [];
      });
      const page = found.slice(0, limit);
      return {
        items: page.map(({ item }) => item),
        next: found.length > limit ? page.at(-1)!.change : null,
      };
    },
    async ofPerson(scope, { id, departmentIds, page, size, ...person }) {
      const found = inScope(memory, scope)
        .filter((one) => isOf(one, departmentIds))
        .filter((one) => one.id === id || isSamePerson(one, person))
        .sort((a, b) => compare(a, b, { field: "dateTime", direction: "desc" }));
      const items = found.slice(page * size, (page + 1) * size).map(read);
      return { items, totalElements: found.length };
    },
    ofDepartment: async (scope, departmentId, { limit, ...span }) =>
      inScope(memory, scope)
        .filter((one) =>
          one.departmentId === departmentId && !one.archivedAt && isWithin(span, one.dateTime)
        )
        .sort((a, b) => compare(a, b, { field: "dateTime", direction: "asc" }))
        .slice(0, limit)
        .map(read),
    between: async (scope, { limit, departmentIds, ...span }) =>
      inScope(memory, scope)
        .filter((one) => isOf(one, departmentIds))
        .filter((one) => !one.archivedAt && isWithin(span, one.dateTime))
        .sort((a, b) => compare(a, b, { field: "dateTime", direction: "asc" }))
        .slice(0, limit)
        .map(read),
    async scheduled(scope, { departmentIds, workerId, minutes, page, size, ...span }) {
      const found = inScope(memory, scope)
        .filter((one) =>
          !one.archivedAt && one.status === "SCHEDULED" && isWithin(span, one.dateTime) &&
          (departmentIds === null || departmentIds.includes(one.departmentId)) &&
          (workerId === null || one.workerId === workerId) &&
          (minutes === null || overlaps(minutes, one))
        )
        .sort((a, b) => compare(a, b, { field: "dateTime", direction: "asc" }));
      const items = found.slice(page * size, (page + 1) * size).map(read);
      return { items, totalElements: found.length };
    },
    takenTimes: async (scope, { departmentIds, ...span }) =>
      inScope(memory, scope)
        .filter((one) => isOf(one, departmentIds))
        .filter((one) => !one.archivedAt && isWithin(span, one.dateTime))
        .map(({ departmentId, dateTime, status, workerId }) => {
          const takesPlace = status !== "CANCELLED";
          return {
            departmentId,
            dateTime,
            listed: 1,
            booked: Number(takesPlace),
            workerIds: takesPlace && workerId !== null ? [workerId] : [],
          };
        }),
  };
}

function isOf(
  { departmentId }: Appointment,
  departmentIds: readonly number[] | undefined,
): boolean {
  return departmentIds?.includes(departmentId) ?? true;
}

function matches(
  appointment: Appointment,
  query: Omit<AppointmentQuery, "page" | "size">,
): boolean {
  const { status, departmentId, departmentIds, externalUserId, startDate, endDate } = query;
  return (status === null || status.includes(appointment.status)) &&
    (departmentId === null || appointment.departmentId === departmentId) &&
    isOf(appointment, departmentIds) &&
    (externalUserId === null || appointment.externalUserId === externalUserId) &&
    (startDate === null || isUpTo(startDate, appointment.dateTime)) &&
    (endDate === null || isUpTo(appointment.dateTime, endDate));
}

function isSearched(appointment: Appointment, query: AppointmentSelection): boolean {
  const { qrCode, workerId, archivedAt, createdAt } = appointment;
  return (query.qrCode === null || qrCode === query.qrCode) &&
    (query.workerId === null || workerId === query.workerId) &&
    (query.search === null || matchesSearch(appointment, query.search)) &&
    (query.includeArchived || !archivedAt) &&
    (!query.createdFrom || Temporal.Instant.compare(createdAt, query.createdFrom) >= 0);
}

/** Ties are broken by dateTime and then id, in the same direction. */
function compare(a: Appointment, b: Appointment, { field, direction }: AppointmentQuery["sort"]) {
  const byTime = field === "createdAt" || field === "id" ? 0 : ascending(a.dateTime, b.dateTime);
  const order = ascending(a[field], b[field]) || byTime || a.id - b.id;
  return direction === "asc" ? order : -order;
}

function ascending<T extends Appointment[AppointmentQuery["sort"]["field"]]>(a: T, b: T): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof Temporal.Instant && b instanceof Temporal.Instant) {
    return Temporal.Instant.compare(a, b);
  }
  // Local date-times of whole seconds sort as their texts do.
  return a.toString() < b.toString() ? -1 : Number(a.toString() > b.toString());
}
