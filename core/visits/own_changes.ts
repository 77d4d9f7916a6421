import type { OwnDepartments } from "../access/own_departments.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { subjectKindOf } from "../audit/audit_record.ts";
import type { ChangeEntry, ChangeFeed } from "../audit/change_feed.ts";
import type { Appointments } from "../booking/appointments.ts";
import type { Departments } from "../departments/departments.ts";
import type { Visits } from "./visits.ts";

/** What finds the department of a subject. None of these ports is narrowed. */
interface Lookup {
  appointments: Appointments;
  visits: Visits;
  departments: Departments;
  auditLog: AuditLog;
}

/** The departments that a change is about; null if it is about none. All readers of a process share the entries. */
const lookedUp = new WeakMap<ChangeEntry, Promise<readonly number[] | null>>();

/**
 * Narrows the feed to changes in a bound user's departments (core/access/README.md 12). A change that moves an appointment
 * or a visit out of them is among these, so that pages do not keep it. The others of the organization stay. The departments
 * of a change are looked up once, however many bound users follow it.
 */
export function ownChangesOf(
  changeFeed: ChangeFeed,
  { own, ...lookup }: Lookup & { own: OwnDepartments },
): ChangeFeed {
  return {
    async follow(organizationId, after) {
      const reader = await changeFeed.follow(organizationId, after);
      async function isOwn(change: ChangeEntry): Promise<boolean> {
        const ids = await departmentsOf(organizationId, change, lookup);
        return ids === null || ids.some((id) => own.has(id));
      }
      return {
        async next() {
          const batch = await reader.next();
          if (!batch) return undefined;
          const areOwn = await Promise.all(batch.changes.map(isOwn));
          return { ...batch, changes: batch.changes.filter((_, i) => areOwn[i]) };
        },
        close: () => reader.close(),
      };
    },
  };
}

function departmentsOf(
  organizationId: number,
  change: ChangeEntry,
  lookup: Lookup,
): Promise<readonly number[] | null> {
  const known = lookedUp.get(change);
  if (known) return known;
  const found = lookUp(organizationId, change, lookup);
  lookedUp.set(change, found);
  // The next reader tries again.
  found.catch(() => lookedUp.delete(change));
  return found;
}

async function lookUp(
  organizationId: number,
  { id: changeId, action, subjectId: id, environment }: ChangeEntry,
  { appointments, visits, departments, auditLog }: Lookup,
): Promise<readonly number[] | null> {
  const kind = subjectKindOf(action);
  if (kind === "department") return [id];
  if (kind === "worker") {
    const workers = await departments.listWorkersOf(organizationId, null);
    return workers.filter((worker) => worker.id === id).map(({ departmentId }) => departmentId);
  }
  if (kind !== "appointment" && kind !== "visit") return null;
  const scope = { organizationId, environment: environment! };
  const subject = kind === "appointment"
    ? await appointments.find(scope, id)
    : await visits.find(scope, id);
  const present = subject ? [subject.departmentId] : [];
  if (action !== "appointment.rescheduled" && action !== "visit.transferred") return present;
  const history = await auditLog.historyOf(organizationId, { kind, id });
  const entry = history.find((one) => one.id === changeId);
  const before = entry?.changes.find(({ field }) => field === "departmentId")?.before;
  return typeof before === "number" ? [...present, before] : present;
}
