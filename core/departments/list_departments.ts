import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { requireOrganization } from "../access/organizations.ts";
import { inTurn } from "../heavy_work.ts";
import { DomainError } from "../errors.ts";
import { parseInput, queriedDateTime } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import { judgeSlot } from "./availability.ts";
import type { Department } from "./department.ts";
import type { DepartmentView } from "./departments.ts";
import type { BookingScope } from "../environment.ts";
import { slotOf } from "./slot.ts";
import type { Worker } from "./worker.ts";

const departmentsAtOnce = 200;

/** Lists the active departments by id, in batches; at least one batch (rest-adapter/README.md 6.1). */
export async function* listDepartments(
  ports: Pick<Ports, "departments" | "heavyWork">,
  { organizationId }: Pick<ApiCaller, "organizationId">,
): AsyncGenerator<DepartmentView[], void> {
  let afterId = 0;
  for (;;) {
    const page = { afterId, limit: departmentsAtOnce };
    const read = () => ports.departments.listActive(organizationId, page);
    // The first batch is most often all; a longer list waits for its turn, and is not broken off for that.
    const work = { kind: "desk" as const, organizationId, isPatient: true };
    const batch = afterId === 0 ? await read() : await inTurn(ports, work, read);
    yield batch;
    if (batch.length < departmentsAtOnce) return;
    afterId = batch.at(-1)!.id;
  }
}

/** One active department (interface, "GET /departments/{id}"). Throws DEPARTMENT_NOT_FOUND. */
export async function getDepartment(
  { departments }: Pick<Ports, "departments">,
  caller: Pick<ApiCaller, "organizationId">,
  id: number,
): Promise<DepartmentView> {
  const department = await departments.findActive(caller.organizationId, id);
  if (!department) throw departmentNotFound();
  return department;
}

/** Whether one slot is free (interface, "Availability result"). */
export interface Availability {
  /** The `dateTime` asked, in the wire form. */
  slotTime: string;
  available: boolean;
  /** 0 when unavailable for any reason. */
  remainingSlots: number;
  unavailabilityReason: string | null;
}

/** The query of an availability check. */
export const checkAvailabilityInput = z.object({ dateTime: queriedDateTime });

/**
 * Whether an appointment at `dateTime` would be accepted now, by the rule that also decides creation.
 * Throws INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND.
 */
export async function checkAvailability(
  ports: Pick<Ports, "departments" | "now">,
  caller: Pick<ApiCaller, "organizationId" | "environment" | "timeZone">,
  input: { departmentId: number; dateTime: unknown },
): Promise<Availability> {
  const { dateTime } = parseInput(checkAvailabilityInput, { dateTime: input.dateTime });
  return await availabilityOf(ports, caller, { departmentId: input.departmentId, dateTime });
}

/** The availability of an active department of an organization at a time. Throws DEPARTMENT_NOT_FOUND. */
export async function availabilityOf(
  { departments, now }: Pick<Ports, "departments" | "now">,
  { timeZone, ...scope }: BookingScope & { timeZone: string },
  { departmentId, dateTime }: { departmentId: number; dateTime: Temporal.PlainDateTime },
): Promise<Availability> {
  const found = await departments.findBookable(scope.organizationId, departmentId);
  if (!found) throw departmentNotFound();
  const slot = slotOf(dateTime, found.department);
  const occupancy = await departments.occupancy(scope, found.department.id, slot);
  const verdict = judgeSlot({ ...found, dateTime, timeZone, now: now(), occupancy });
  return {
    slotTime: formatLocalDateTime(dateTime),
    available: verdict.unavailabilityReason === null,
    remainingSlots: verdict.remainingSlots,
    unavailabilityReason: verdict.unavailabilityReason,
  };
}

/** Every department of an organization with its settings, by id. Throws ORGANIZATION_NOT_FOUND. */
export async function listAllDepartments(
  ports: Pick<Ports, "departments" | "organizations">,
  organizationId: number,
): Promise<Department[]> {
  await requireOrganization(ports, organizationId);
  return ports.departments.list(organizationId);
}

/** Every worker of a department, inactive ones too, by id. Throws DEPARTMENT_NOT_FOUND. */
export async function listWorkers(
  { departments }: Pick<Ports, "departments">,
  departmentId: number,
): Promise<Worker[]> {
  if (!(await departments.find(departmentId))) throw departmentNotFound();
  return departments.listWorkers(departmentId);
}

/** The refusal of an id that no active department of the caller's has. */
export function departmentNotFound(): DomainError {
  return new DomainError("DEPARTMENT_NOT_FOUND", "There is no department with this id");
}
