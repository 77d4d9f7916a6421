import type { OwnDepartments } from "../access/own_departments.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { subjectKindOf } from "../audit/audit_record.ts";
import type { ChangeEntry, ChangeFeed } from "../audit/change_feed.ts";
import type { Appointments } from "../booking/appointments.ts";
import type { Departments } from "../departments/departments.ts";
import type { Environment } from "../environment.ts";
import type { Visits } from "./visits.ts";

/** What finds the department of a subject. None of these ports is narrowed. */
interface Lookup {
  appointments: Appointments;
  visits: Visits;
  departments: Departments;
  auditLog: AuditLog;
  own: OwnDepartments;
}

/**
 * Narrows the feed to changes in a bound user's departments (core/access/README.md 12). A change that moves an appointment
 * or a visit out of them is among these, so that pages do not keep it. The others of the organization stay.
 */
export function ownChangesOf(changeFeed: ChangeFeed, lookup: Lookup): ChangeFeed {
  return {
    async follow(organizationId, after) {
      const reader = await changeFeed.follow(organizationId, after);
      return {
        async next() {
          const batch = await reader.next();
          if (!batch) return undefined;
          const isOwn = createCheck(organizationId, lookup);
          const areOwn = await Promise.all(batch.changes.map(isOwn));
          return { ...batch, changes: batch.changes.filter((_, i) => areOwn[i]) };
        },
        close: () => reader.close(),
      };
    },
  };
}

/** Makes the check of the changes of one batch. It looks each subject up once. */
function createCheck(organizationId: number, lookup: Lookup) {
  const { appointments, visits, departments, own } = lookup;
  const departmentIds = new Map<string, Promise<number | undefined>>();
  let workers: ReturnType<Departments["listWorkersOf"]> | undefined;

  async function departmentOfWorker(id: number): Promise<number | undefined> {
    workers ??= departments.listWorkersOf(organizationId, null);
    return (await workers).find((one) => one.id === id)?.departmentId;
  }
  function departmentOf(kind: "appointment" | "visit", change: ChangeEntry) {
    const { subjectId: id } = change;
    const environment = change.environment as Environment;
    const scope = { organizationId, environment };
    const key = `${kind} ${environment} ${id}`;
    const known = departmentIds.get(key);
    if (known) return known;
    const found = (kind === "appointment" ? appointments.find(scope, id) : visits.find(scope, id))
      .then((one) => one?.departmentId);
    departmentIds.set(key, found);
    return found;
  }
  return async (change: ChangeEntry): Promise<boolean> => {
    const { action, subjectId } = change;
    const kind = subjectKindOf(action);
    if (kind === "department") return own.has(subjectId);
    if (kind === "worker") return own.has(await departmentOfWorker(subjectId) ?? 0);
    if (kind !== "appointment" && kind !== "visit") return true;
    if (own.has(await departmentOf(kind, change) ?? 0)) return true;
    const mayLeave = action === "appointment.rescheduled" || action === "visit.transferred";
    return mayLeave && own.has(await departmentBefore(organizationId, { kind, change }, lookup));
  };
}

/** Returns the department that a change has moved its subject from; 0 if it was not moved to another one. */
async function departmentBefore(
  organizationId: number,
  { kind, change }: { kind: "appointment" | "visit"; change: ChangeEntry },
  { auditLog }: Lookup,
): Promise<number> {
  const history = await auditLog.historyOf(organizationId, { kind, id: change.subjectId });
  const entry = history.find(({ id }) => id === change.id);
  return Number(entry?.changes.find(({ field }) => field === "departmentId")?.before ?? 0);
}
