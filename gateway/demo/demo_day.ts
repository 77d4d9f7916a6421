import {
  type Application,
  type AppointmentView,
  DomainError,
  operator,
  type StaffCaller,
} from "../../core/mod.ts";
import type { DemoHistory } from "../persistence/mod.ts";
import { demoNames } from "./demo_appointments.ts";

/** A person who is in the office when the demo is made, or comes soon. */
interface Person {
  /** The slot of the appointment, from the one that runs now. Undefined: without an appointment. */
  slot?: number;
  /** In the department whose workers have their own times. */
  isWithWorker?: boolean;
  /** So many minutes ago. Undefined: the person is still to come. */
  arrived?: number;
  called?: number;
  started?: number;
  desk?: string;
}

const people: readonly Person[] = [
  { slot: -1, arrived: 34, called: 12, started: 11, desk: "1" },
  { isWithWorker: true, arrived: 26, called: 8, started: 7, desk: "3" },
  { slot: 0, arrived: 9, called: 1, desk: "2" },
  { arrived: 14 },
  { arrived: 8 },
  { slot: 0, arrived: 6 },
  { slot: 1, arrived: 3 },
  { slot: 1 },
  { slot: 2 },
  { slot: 3 },
  { slot: 4 },
];

/** The credits that the people with an appointment cost. */
export const creditsOfDay = people.filter(({ slot }) => slot !== undefined).length;

interface DayOptions {
  /** The first is open at any hour. */
  departments: readonly [open: { id: number }, ...{ id: number }[]];
  /** A worker and the department. */
  worker: { id: number; departmentId: number };
}

/**
 * Lets the demo live around now, whatever the hour: people wait, are called and in service, and others come soon. Can be repeated after a killed start: it then leaves the queue as it is.
 */
export async function addDemoDay(
  application: Application,
  caller: StaffCaller,
  { departments: [open], worker, history }: DayOptions & { history: DemoHistory },
): Promise<void> {
  const now = application.now();
  const { waiting, called, inService } = await application.staff.getQueue(caller, {});
  const hasPeople = waiting.length + called.length + inService.length > 0;
  const times = [];
  for (const [turn, person] of people.entries()) {
    const place = { turn, departmentId: open.id, worker };
    const visit = await addPerson(application, caller, { person, place, hasPeople });
    if (!visit) continue;
    const ago = (minutes: number | undefined) =>
      minutes === undefined ? null : now.subtract({ minutes });
    times.push({
      id: visit.id,
      arrivedAt: ago(person.arrived)!,
      calledAt: ago(person.called),
      startedAt: ago(person.started),
    });
  }
  await history.backdate(caller, times);
}

/**
 * Completes the appointments that were more than half an hour ago today, except of a few who did not come. Returns all
 * that are completed.
 */
export async function settleEarlier(
  application: Application,
  caller: StaffCaller,
): Promise<AppointmentView[]> {
  const { staff } = application;
  const local = application.now().toZonedDateTimeISO(caller.timeZone).toPlainDateTime();
  const date = local.toPlainDate().toString();
  const ofToday = { startDate: date, endDate: date, size: 50 };
  const { items } = await staff.listAppointments(caller, { ...ofToday, status: "SCHEDULED" });
  const latest = local.subtract({ minutes: 30 }).toString();
  const earlier = items.filter(({ dateTime }) => dateTime < latest);
  await Promise.all(earlier.map(({ id }, turn) => {
    const settle = turn % 4 === 2 ? staff.markMissed : staff.completeAppointment;
    return settle(caller, { id }).catch(ignoreRefusal);
  }));
  return (await staff.listAppointments(caller, { ...ofToday, status: "COMPLETED" })).items;
}

/** Books the appointment of a person, and brings the person as far as they are. Returns the visit of a person who is here. */
async function addPerson(
  application: Application,
  caller: StaffCaller,
  { person, place: { turn, departmentId, worker }, hasPeople }: {
    person: Person;
    place: { turn: number; departmentId: number; worker: DayOptions["worker"] };
    hasPeople: boolean;
  },
): Promise<{ id: number } | undefined> {
  const { staff } = application;
  const appointmentId = person.slot === undefined
    ? undefined
    : await book(application, caller, { slot: person.slot, turn, departmentId });
  if (person.arrived === undefined || hasPeople) return undefined;
  const walkIn = { departmentId: person.isWithWorker ? worker.departmentId : departmentId };
  const arrived = await staff.arrive(caller, appointmentId ? { appointmentId } : walkIn)
    .catch(ignoreRefusal);
  if (!arrived || person.desk === undefined) return arrived;
  const { id } = arrived;
  await staff.callVisit(caller, {
    id,
    desk: person.desk,
    ...(person.isWithWorker && { workerId: worker.id }),
  });
  return person.started === undefined ? arrived : await staff.startService(caller, { id });
}

/** Books in a slot around now. Returns the id, or undefined if the slot is refused. */
async function book(
  application: Application,
  { organizationId, timeZone }: StaffCaller,
  { slot, turn, departmentId }: { slot: number; turn: number; departmentId: number },
): Promise<number | undefined> {
  const running = application.now().toZonedDateTimeISO(timeZone)
    .round({ smallestUnit: "minute", roundingIncrement: 30, roundingMode: "floor" });
  const wanted = running.add({ minutes: slot * 30 });
  // Nobody waits today for an appointment of yesterday.
  const isToday = slot >= 0 || wanted.toPlainDate().equals(running.toPlainDate());
  const dateTime = (isToday ? wanted : running).toPlainDateTime().toString();
  const scope = { organizationId, environment: "LIVE", actor: operator } as const;
  const booked = await application.bookAppointment(scope, {
    departmentId,
    dateTime,
    name: demoNames[(turn * 5 + 3) % demoNames.length]!,
    // Without the time: a start that is repeated in the next slot must not book everybody again.
    "Idempotency-Key": `demo-day-${turn}`,
  }).catch(ignoreRefusal);
  return booked?.appointment.id;
}

/** Ignores what the rules refuse, such as a full slot: the demo lives without it. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error;
  return undefined;
}
