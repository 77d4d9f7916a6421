import { notForBound, type OwnDepartments } from "../access/own_departments.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Departments } from "./departments.ts";
import type { HeldTimes } from "./held_times.ts";

/** Narrows the port to the departments of a bound user and to their workers (core/access/README.md 12). */
export function ownDepartmentsOf(departments: Departments, own: OwnDepartments): Departments {
  return {
    findSlot: async (scope, id, dateTime) =>
      own.has(id) ? await departments.findSlot(scope, id, dateTime) : undefined,
    findWithWorkers: async (organizationId, id) =>
      own.has(id) ? await departments.findWithWorkers(organizationId, id) : undefined,
    listWithWorkers: async (organizationId) =>
      (await departments.listWithWorkers(organizationId))
        .filter(({ department }) => own.has(department.id)),
    takenSlots: async (scope, id, query, signal) =>
      own.has(id) ? await departments.takenSlots(scope, id, query, signal) : [],
    page: (organizationId, query) =>
      departments.page(organizationId, { ...query, departmentIds: own.ids }),
    listWorkersOf: async (organizationId, departmentId) =>
      (await departments.listWorkersOf(organizationId, departmentId))
        .filter((worker) => own.has(worker.departmentId)),
    changeWorker: (ref, change, audit) =>
      departments.changeWorker(ref, (worker) => {
        if (!own.has(worker.departmentId)) throw workerNotFound();
        return change(worker);
      }, audit),
    changePerson: (ref, change, audit) =>
      departments.changePerson(ref, (worker, person) => {
        const named = person.find(({ id }) => id === ref.id) ?? worker;
        if (!own.has(named.departmentId)) throw workerNotFound();
        // Whoever does not see all hours of a person would plan the person in two places at once.
        if (person.some(({ departmentId }) => !own.has(departmentId))) {
          throw new DomainError("FORBIDDEN", say("worksElsewhere"));
        }
        return change(worker, person);
      }, audit),
    listActive: notForBound,
    findActive: notForBound,
    placesVersion: notForBound,
    changesOf: notForBound,
    list: notForBound,
    find: notForBound,
    add: notForBound,
    change: notForBound,
    changeClosures: notForBound,
    changeHolidays: notForBound,
    addWorker: notForBound,
  };
}

/** Narrows the times of holds. */
export function ownHeldTimesOf(holds: HeldTimes, own: OwnDepartments): HeldTimes {
  return {
    times: async (scope, query) =>
      (await holds.times(scope, query)).filter(({ departmentId }) => own.has(departmentId)),
  };
}

function workerNotFound(): DomainError {
  return new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
}
