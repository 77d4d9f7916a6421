import type { ActiveWorker } from "../../../core/departments/absence.ts";
import {
  type Department,
  type DepartmentView,
  type Ports,
  slotOf,
  type SlotSettings,
  slotSettingsOf,
  startMinuteOf,
} from "../../../core/mod.ts";
import { personOf } from "../../../core/departments/worker.ts";
import {
  type ChangedDepartment,
  type ClosuresChange,
  maxChanges,
  placeOfEvent,
} from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { liveHolds } from "./holds.ts";
import { addIn, changeIn, inScope, of, owned, record, scopeKey } from "./rows.ts";
import { addSlotChangeJobs, addSlotChangeJobsOfWorker } from "./slot_changes.ts";
import { isWithin, takenIn } from "./taken_slots.ts";

/** The departments and their workers in memory. */
export function departmentsIn(memory: Memory, now: Ports["now"]): Ports["departments"] {
  const active = (organizationId: number) =>
    of(memory.departments, organizationId).filter(({ isActive }) => isActive);
  return {
    listActive: async (organizationId, { afterId, limit }) =>
      active(organizationId).filter(({ id }) => id > afterId).slice(0, limit).map(view),
    async findActive(organizationId, id) {
      const department = active(organizationId).find((one) => one.id === id);
      return department && view(department);
    },
    async findSlot(scope, id, dateTime) {
      const department = active(scope.organizationId).find((one) => one.id === id);
      if (!department) return undefined;
      const workers = memory.workers.filter((one) => one.departmentId === id && one.isActive);
      const slot = slotOf(dateTime, department);
      return {
        department,
        activeWorkers: workers,
        occupancy: takenIn(memory, scope, { departmentId: id, slot, now: now() }),
      };
    },
    placesVersion: async (scope) => ({
      position: memory.feed.get(scopeKey(scope))?.length ?? 0,
      settings: JSON.stringify([
        of(memory.departments, scope.organizationId),
        of(memory.workers, scope.organizationId),
        liveHolds(memory, scope, scope.now),
      ]),
    }),
    async changesOf({ since, upTo, ...scope }) {
      const entries = (memory.feed.get(scopeKey(scope)) ?? []).slice(since, upTo);
      const areKnown = entries.every(({ bodies }) =>
        bodies.length > 0 && bodies.length <= maxChanges.events
      );
      if (!areKnown) return null;
      return entries.flatMap(({ bodies }) => bodies).flatMap((body) => placeOfEvent(body) ?? []);
    },
    async findWithWorkers(organizationId, id) {
      const department = of(memory.departments, organizationId).find((one) => one.id === id);
      if (!department) return undefined;
      const workers = memory.workers.filter((one) => one.departmentId === id && one.isActive);
      return { department, activeWorkers: workers };
    },
    listWithWorkers: async (organizationId) =>
      of(memory.departments, organizationId).map((department) => ({
        department,
        activeWorkers: memory.workers
          .filter((one) => one.departmentId === department.id && one.isActive),
      })),
    async takenSlots(scope, departmentId, { from, to, grid }) {
      const span = { from: from.toPlainDateTime(), to: to.add({ days: 1 }).toPlainDateTime() };
      const found = inScope(memory, scope).filter((one) =>
        one.departmentId === departmentId && !one.archivedAt && isWithin(span, one.dateTime)
      );
      const bySlot = Map.groupBy(
        found,
        ({ dateTime }) => `${dateTime.toPlainDate().toString()} ${startMinuteOf(dateTime, grid)}`,
      );
      return [...bySlot].map(([key, held]) => {
        const taking = held.filter(({ status }) => status !== "CANCELLED");
        return {
          date: key.split(" ")[0]!,
          minute: Number(key.split(" ")[1]),
          listed: held.length,
          booked: taking.length,
          workerIds: taking.flatMap(({ workerId }) => workerId ?? []),
        };
      });
    },
    list: async (organizationId) => of(memory.departments, organizationId),
    async page(organizationId, { page, size, search, isActive, departmentIds }) {
      const found = of(memory.departments, organizationId).filter((one) =>
        (search === null || one.name.toLowerCase().includes(search.toLowerCase())) &&
        (isActive === null || one.isActive === isActive) &&
        (departmentIds?.includes(one.id) ?? true)
      );
      const items = found.slice(page * size, (page + 1) * size);
      return { items, totalElements: found.length };
    },
    find: async (ref) => owned(memory.departments, ref),
    async add(department, audit) {
      addIn(memory, memory.departments, department, audit);
    },
    async change(ref, change, audit) {
      let before: SlotSettings | null = null;
      const department = changeIn(memory, owned(memory.departments, ref), {
        change: (row) => void (before = change(row)),
        audit,
      });
      if (department && before) addSlotChangeJobs(memory, department, before);
      return department;
    },
    async changeClosures(organizationId, departmentIds, change, audit) {
      const locked = of(memory.departments, organizationId)
        .filter(({ id }) => departmentIds === null || departmentIds.includes(id));
      const changes = changeClosures(memory, change(locked));
      for (const one of audit(changes)) record(memory, one);
      return changes.map(({ after }) => after);
    },
    async changeHolidays(organizationId, change, audit) {
      const organization = memory.organizations.find(({ id }) => id === organizationId);
      const before = organization?.holidays ?? null;
      const decided = organization && change(before, of(memory.departments, organizationId));
      if (!decided) return null;
      const { holidays } = decided;
      changeIn(memory, organization, {
        change: (row) => void (row.holidays = holidays),
        audit: () => null,
      });
      const departments = changeClosures(memory, decided.closures);
      const changed = { before, organization: { ...organization, holidays }, departments };
      for (const one of audit(changed)) record(memory, one);
      return changed;
    },
    listWorkersOf: async (organizationId, departmentId) =>
      of(memory.workers, organizationId)
        .filter((one) => departmentId === null || one.departmentId === departmentId),
    async addWorker(worker, audit) {
      addIn(memory, memory.workers, worker, audit);
    },
    async changeWorker(ref, change, audit) {
      let before: ActiveWorker[] | null = null;
      const worker = changeIn(memory, owned(memory.workers, ref), {
        change: (row) => void (before = change(row)),
        audit,
      });
      if (worker && before) addSlotChangeJobsOfWorker(memory, worker, before);
      return worker;
    },
    async changePerson({ organizationId, id }, change, audit) {
      const workers = of(memory.workers, organizationId);
      const worker = workers.find((one) => one.id === id);
      if (!worker) return undefined;
      const person = workers.filter((one) => personOf(one) === personOf(worker));
      for (const one of person) {
        let before: ActiveWorker[] | null = null;
        changeIn(memory, one, { change: (row) => void (before = change(row, person)), audit });
        if (before) addSlotChangeJobsOfWorker(memory, one, before);
      }
      return person;
    },
  };
}

function changeClosures(memory: Memory, changes: ClosuresChange[]): ChangedDepartment[] {
  return changes.map(({ department, closures }) => {
    const before = { ...department };
    addSlotChangeJobs(memory, department, slotSettingsOf(department));
    changeIn(memory, department, {
      change: (row) => void (row.closures = closures),
      audit: () => null,
    });
    return { after: department, before };
  });
}

function view(department: Department): DepartmentView {
  const { id, name, address, phoneNumber, slotInterval, workingHours } = department;
  return { id, name, address, phoneNumber, slotInterval, workingHours };
}
