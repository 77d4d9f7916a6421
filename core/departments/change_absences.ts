import type { Caller } from "../access/caller.ts";
import { answering, recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import { idInput, parseInput } from "../input.ts";
import type { Clock } from "../platform.ts";
import { type Absence, absenceField, isSameAbsence } from "./absence.ts";
import type { Departments } from "./departments.ts";
import { changePresence, type StaffWorkerView, toStaffWorkerView, type Worker } from "./worker.ts";
import { say } from "../messages.ts";

/** The maximum number of absences of a worker. */
const maxAbsences = 200;

/** Input of one absence: the id of the worker, and the dates and times. */
export const absenceInput = absenceField.safeExtend(idInput.shape);

/**
 * Adds an absence of a worker. From then on nobody can book the worker at these times; existing appointments stay. Throws
 * VALIDATION_ERROR, also if the worker has an absence at the same times, WORKER_NOT_FOUND, or CONFLICT if the worker has
 * the maximum number of absences.
 */
export async function addAbsence(
  ports: Clock & { departments: Departments },
  caller: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffWorkerView> {
  const { id, ...absence } = parseInput(absenceInput, input);
  return await changeAbsences(ports, caller, id, (absences) => {
    if (absences.some((one) => isSameAbsence(one, absence))) {
      throw validationError({ field: "from", message: say("absenceExists") });
    }
    if (absences.length >= maxAbsences) {
      throw new DomainError(
        "CONFLICT",
        say("tooManyAbsences", { max: maxAbsences }),
      );
    }
    return {
      absences: [...absences, absence].toSorted((a, b) => a.from < b.from ? -1 : 1),
      change: { after: timesOf(absence) },
    };
  });
}

/** Removes an absence of a worker. Throws VALIDATION_ERROR, WORKER_NOT_FOUND, or CONFLICT if it is already removed. */
export async function removeAbsence(
  ports: Clock & { departments: Departments },
  caller: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<StaffWorkerView> {
  const { id, ...absence } = parseInput(absenceInput, input);
  return await changeAbsences(ports, caller, id, (absences) => {
    const kept = absences.filter((one) => !isSameAbsence(one, absence));
    if (kept.length === absences.length) {
      throw new DomainError("CONFLICT", say("absenceRemoved"));
    }
    return { absences: kept, change: { before: timesOf(absence) } };
  });
}

async function changeAbsences(
  { now, departments }: Clock & { departments: Departments },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  id: number,
  decide: (
    absences: readonly Absence[],
  ) => { absences: Absence[]; change: { before?: object; after?: object } },
): Promise<StaffWorkerView> {
  let changes: { field: string; before?: object; after?: object }[] = [];
  const apply = (worker: Worker) => {
    const { absences, change } = decide(worker.absences.filter(({ isOffDuty }) => !isOffDuty));
    changes = [{ field: "absence", ...change }];
    const offDuty = worker.absences.filter(({ isOffDuty }) => isOffDuty);
    return changePresence(worker, () => worker.absences = [...absences, ...offDuty]);
  };
  const worker = await departments.changeWorker(
    { id, organizationId },
    apply,
    (after) =>
      recordOf(after, {
        actor: answering(actor, toStaffWorkerView(after)),
        action: "worker.updated",
        changes,
        at: now(),
      }),
  );
  if (!worker) throw new DomainError("WORKER_NOT_FOUND", say("workerNotFound"));
  return toStaffWorkerView(worker);
}

/** Leaves out the reason: it may say something about the health of the worker, and the audit log is kept for good. */
function timesOf({ from, to, starts, ends }: Absence): object {
  return { from, to, ...(starts !== null && { starts, ends }) };
}
