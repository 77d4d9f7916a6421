import type { UseCaseName } from "../../core/mod.ts";
import { booked, joined, setStage, type Stage } from "./audit_cases/audit_case.ts";
import { type Staff, useCases } from "./ids.ts";
import { staffOf } from "./staff_callers.ts";

const day = "2026-03-01";
const later = "2026-03-02T11:00";

/** What is in a department. Every text of a foreign one has the word "Foreign". */
interface Parts {
  department: number;
  worker: number;
  appointment: number;
  visit: number;
  entry: number;
  code: string;
}

/** The parts that nobody has. */
export const unknownParts: Parts = {
  department: 999_999,
  worker: 999_999,
  appointment: 999_999,
  visit: 999_999,
  entry: 999_999,
  code: "nobody-has-this-code",
};

/** Makes an organization with an own department, an empty own one and a foreign one, and callers bound to the own ones. */
export async function makeBound(
  { application, deliveryQueue }: Pick<Stage, "application" | "deliveryQueue">,
) {
  const stage = await setStage({ application, deliveryQueue, pass: () => {} });
  const { organizationId, departmentId, workerIds: [workerId], caller: owner } = stage;
  const { staff } = application;
  const partsOf = async (department: number, worker: number, word: string): Promise<Parts> => {
    const note = `${word} note`;
    const person = { ...stage.person, name: `${word} Person`, note };
    const workerIds: [number, number] = [worker, worker];
    const made = { ...stage, departmentId: department, workerIds, person };
    const appointment = await booked(made);
    const { qrCode } = await staff.getAppointment(owner, { id: appointment });
    const { id: visit } = await staff.arrive(owner, { departmentId: department, note });
    return { department, worker, appointment, visit, entry: await joined(made), code: qrCode };
  };
  const make = async (name: string) => {
    const { id } = await staff.createDepartment(owner, { name, slotCapacity: 1000 });
    return id;
  };
  const empty = await make("Second");
  const foreignDepartment = await make("Foreign desk");
  const foreignWorker = await staff.createWorker(owner, {
    departmentId: foreignDepartment,
    name: "Foreign worker",
  });
  const own = await partsOf(departmentId, workerId, "Own");
  const foreign = await partsOf(foreignDepartment, foreignWorker.id, "Foreign");
  const bound = (departmentIds: number[]) =>
    staffOf(organizationId, { ...owner, role: "STAFF", departmentIds });
  const callers = [bound([departmentId]), bound([departmentId, empty])];
  return { application, stage, staff, owner, own, foreign, callers };
}

const move = ({ appointment }: Pick<Parts, "appointment">, worker: number) => ({
  moves: [{
    id: appointment,
    from: { dateTime: `${day}T11:00`, workerId: worker },
    to: { dateTime: later, workerId: worker },
  }],
});

type Input = (parts: Parts, own: Parts) => object;

/** Inputs that name a department of others or what is in it, or that name nothing. */
const inputs: Partial<Record<UseCaseName, Input[]>> = {
  moveMany: [(parts) => move(parts, parts.worker)],
  undoMoves: [(parts) => move(parts, parts.worker)],
  rescheduleAppointment: [
    ({ department }, own) => ({ id: own.appointment, dateTime: later, departmentId: department }),
    ({ worker }, own) => ({ id: own.appointment, dateTime: later, workerId: worker }),
  ],
  updateAppointment: [({ worker }, own) => ({ id: own.appointment, workerId: worker })],
  createAppointment: [
    ({ worker }, own) => ({
      departmentId: own.department,
      dateTime: later,
      name: "A",
      workerId: worker,
    }),
  ],
  transferVisit: [({ department }, own) => ({ id: own.visit, departmentId: department })],
  callNext: [
    ({ department }) => ({ departmentIds: [department], desk: "7" }),
    ({ worker }, own) => ({ departmentIds: [own.department], desk: "7", workerId: worker }),
  ],
  callVisit: [({ worker }, own) => ({ id: own.visit, desk: "7", workerId: worker })],
  arrive: [({ department }) => ({ departmentId: department }), ({ code }) => ({ qrCode: code })],
  getAppointmentByQrCode: [({ code }) => ({ qrCode: code })],
  listAppointments: [
    () => ({}),
    () => ({ includeArchived: true, size: 1, page: 1 }),
    () => ({ search: "foreign" }),
    () => ({ startDate: day, endDate: day, sort: "name,desc" }),
    ({ department }) => ({ departmentId: department }),
    ({ department }) => ({ departmentId: department, search: "per" }),
    ({ worker }) => ({ workerId: worker }),
    ({ code }) => ({ qrCode: code }),
  ],
  listPerson: [(_, own) => ({ id: own.appointment })],
  suggestPeople: [() => ({ text: "foreign" }), () => ({ text: "person" })],
  listAffectedAppointments: [
    () => ({ from: day, to: day }),
    ({ department }) => ({ from: day, to: day, departmentIds: [department] }),
    ({ worker }) => ({ from: day, to: day, workerId: worker }),
  ],
  getDeskDay: [() => ({ date: day })],
  getCalendar: [() => ({ from: day }), ({ worker }) => ({ from: day, workerId: worker })],
  getWaitlist: [() => ({}), ({ department }) => ({ departmentId: department })],
  getQueue: [() => ({}), ({ department }) => ({ departmentIds: [department] })],
  listDepartments: [() => ({}), () => ({ search: "foreign" })],
  listWorkers: [() => ({})],
  listFreeSlots: [
    ({ worker }, own) => ({ id: own.department, from: day, to: day, workerId: worker }),
  ],
};

/** Every call that a bound user could try: a use case, and its input for the parts of a foreign department. */
export const boundCases: [name: UseCaseName, number, Input][] = [
  ...Object.entries(useCases).map(([name, { part, field = "id", more }]): [string, Input[]] => [
    name,
    [(parts) => ({ ...more, [field]: parts[part as keyof Parts] })],
  ]),
  ...Object.entries(inputs),
].flatMap(([name, all]) =>
  all.map((input, i): [UseCaseName, number, Input] => [name as UseCaseName, i, input])
);

/** Calls a use case. Returns its answer or its refusal as a text, without the ids that the input has named. */
export async function outcomeOf(
  staff: Staff,
  name: UseCaseName,
  { caller, input }: { caller: Parameters<Staff["getDay"]>[0]; input: object },
): Promise<string> {
  const call = staff[name] as (by: typeof caller, input: object) => Promise<unknown>;
  const outcome = await call(caller, input).catch((error: Error & { code?: string }) => ({
    code: error.code ?? "defect",
    message: error.message,
  }));
  return JSON.stringify(outcome ?? null).replaceAll(
    /"(refused|moved)":\[\{"id":\d+/g,
    '"$1":[{"id":0',
  );
}
