import type { FieldChange } from "../../../core/audit/audit_record.ts";
import { type AuditCase, auditCase, type Left, type Stage } from "./audit_case.ts";

interface Known {
  id: number;
  number: number;
  desk: string | null;
}

/** Returns the name of a counter that no other case uses. */
function newDesk(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** Lets a person without an appointment arrive. */
async function arrived({ application, caller, departmentId }: Stage): Promise<Known> {
  return await application.staff.arrive(caller, { departmentId });
}

/** Lets a person arrive and calls them some times. */
async function called(stage: Stage, calls = 1): Promise<Known> {
  const { application: { staff }, caller } = stage;
  const { id } = await arrived(stage);
  const visit = await staff.callVisit(caller, { id, desk: newDesk() });
  for (let call = 1; call < calls; call += 1) await staff.callAgain(caller, { id });
  return visit;
}

const about = ({ id, number }: Known) =>
  ({ subjectId: id, subjectName: String(number), environment: "LIVE" }) as const;

const changed = (field: string, before: unknown, after: unknown): FieldChange => ({
  field,
  before,
  after,
});

const toCounter = (desk: string | null) => [
  changed("state", "WAITING", "CALLED"),
  changed("desk", null, desk),
  changed("calls", null, 1),
];

/** A change of a visit that is called to a counter. */
function calledCase(
  useCase:
    | "callAgain"
    | "startService"
    | "finishVisit"
    | "missVisit"
    | "leaveVisit"
    | "returnToQueue",
  { calls = 1, leaves }: {
    calls?: number;
    leaves(desk: string | null): Pick<Left, "action" | "changes">;
  },
): AuditCase {
  return auditCase({
    useCase: `staff.${useCase}`,
    given: (stage: Stage) => called(stage, calls),
    act: ({ application, caller }, { id }) => application.staff[useCase](caller, { id }),
    leaves: (_, { given }) => ({ ...about(given), ...leaves(given.desk) }),
  });
}

const ended = (outcome: string, before = "CALLED") => [
  changed("state", before, "ENDED"),
  changed("outcome", null, outcome),
];

/** Changes of visits and of the rules of queues. */
export const visitCases: AuditCase[] = [
  auditCase({
    useCase: "staff.arrive",
    act: (stage) => arrived(stage),
    leaves: ({ departmentId }, { result }) => ({
      ...about(result),
      action: "visit.arrived",
      changes: [
        changed("departmentId", null, departmentId),
        changed("state", null, "WAITING"),
        changed("arrivedAt", null, "2026-03-01T13:00:00"),
      ],
    }),
  }),
  auditCase({
    useCase: "staff.callNext",
    given: arrived,
    act: async ({ application, caller, departmentId }) => {
      const desk = newDesk();
      return (await application.staff.callNext(caller, { departmentIds: [departmentId], desk }))!;
    },
    leaves: (_, { result }) => ({
      ...about(result),
      action: "visit.called",
      changes: toCounter(result.desk),
    }),
  }),
  auditCase({
    useCase: "staff.callVisit",
    given: arrived,
    act: ({ application, caller, workerIds: [workerId] }, { id }) =>
      application.staff.callVisit(caller, { id, desk: newDesk(), workerId }),
    leaves: ({ workerIds: [workerId] }, { result }) => {
      const [state, desk, calls] = toCounter(result.desk);
      const changes = [state!, desk!, changed("workerId", null, workerId), calls!];
      return { ...about(result), action: "visit.called", changes };
    },
  }),
  calledCase("callAgain", {
    leaves: () => ({ action: "visit.called", changes: [changed("calls", 1, 2)] }),
  }),
  calledCase("startService", {
    leaves: () => ({
      action: "visit.started",
      changes: [changed("state", "CALLED", "IN_SERVICE")],
    }),
  }),
  calledCase("finishVisit", {
    leaves: () => ({ action: "visit.finished", changes: ended("SERVED") }),
  }),
  calledCase("missVisit", {
    calls: 3,
    leaves: () => ({ action: "visit.finished", changes: ended("NO_SHOW") }),
  }),
  calledCase("leaveVisit", {
    leaves: () => ({ action: "visit.finished", changes: ended("LEFT") }),
  }),
  auditCase({
    useCase: "staff.cancelVisit",
    given: arrived,
    act: ({ application, caller }, { id }) => application.staff.cancelVisit(caller, { id }),
    leaves: (_, { given }) => ({
      ...about(given),
      action: "visit.finished",
      changes: ended("CANCELLED", "WAITING"),
    }),
  }),
  calledCase("returnToQueue", {
    leaves: (desk) => ({
      action: "visit.returned",
      changes: [
        changed("state", "CALLED", "WAITING"),
        changed("desk", desk, null),
        changed("calls", 1, null),
      ],
    }),
  }),
  auditCase({
    useCase: "staff.transferVisit",
    given: async (stage) => {
      const { application, organizationId } = stage;
      const other = await application.createDepartment(organizationId, { name: "Cars" });
      return { ...await arrived(stage), departmentId: other.id };
    },
    act: ({ application, caller }, { id, departmentId }) =>
      application.staff.transferVisit(caller, { id, departmentId }),
    leaves: ({ departmentId }, { given }) => ({
      ...about(given),
      action: "visit.transferred",
      changes: [changed("departmentId", departmentId, given.departmentId)],
    }),
  }),
  auditCase({
    useCase: "staff.updateVisit",
    given: arrived,
    act: ({ application, caller, person }, { id }) =>
      application.staff.updateVisit(caller, { id, note: person.name }),
    leaves: (_, { given }) => ({
      ...about(given),
      action: "visit.updated",
      changes: [{ field: "note" }],
    }),
  }),
  auditCase({
    useCase: "staff.changeQueueRules",
    given: async ({ application, organizationId }) =>
      (await application.createDepartment(organizationId, { name: "Passports" })).id,
    act: ({ application, caller }, id) =>
      application.staff.changeQueueRules(caller, {
        id,
        checkIn: "COMPLETE",
        priorities: ["Child"],
        version: 1,
      }),
    leaves: (_, { given }) => ({
      subjectId: given,
      subjectName: "Passports",
      action: "department.queue_changed",
      changes: [
        changed("checkIn", "ARRIVE", "COMPLETE"),
        changed("priorities", [], ["Child"]),
      ],
    }),
  }),
];
