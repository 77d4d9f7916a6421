import { z } from "zod";
import type { WaitingCaller } from "../access/caller.ts";
import { requiredDay } from "../calendar.ts";
import type { Departments, DepartmentWithWorkers } from "../departments/departments.ts";
import { addHeldTimes, type HeldTimes } from "../departments/held_times.ts";
import { closureOn } from "../departments/opening_hours.ts";
import { type BookingScope, environmentField } from "../environment.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace } from "../heavy_work.ts";
import { parseInput } from "../input.ts";
import type { Clock } from "../platform.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import type { Appointments, PlacedAppointment, TakenTime } from "./appointments.ts";
import { type DaySlotView, slotsOfDay, sumOf, takenSlotsOf, takenTimeOf } from "./day_slots.ts";

/** The maximum number of appointments in a desk day. Further ones are in the list of appointments. */
const maxAppointments = 5000;

/** The maximum number of slots in a desk day. Departments after it have their counts only. */
const maxSlots = 20_000;

/** Input of a desk day: a date and an environment. */
export const getDeskDayInput = z.object({ date: requiredDay, environment: environmentField });

/** A department on the date of a desk day. */
export interface DeskDepartmentView {
  id: number;
  name: string;
  /** Whether it can be booked. If not, it is here because it holds appointments on the date. */
  isActive: boolean;
  showAdminsInBooking: boolean;
  /** Why it is closed on the whole date, "" without a reason; null if it is not closed. */
  closure: string | null;
  /** Number of appointments that are not archived. It includes cancelled appointments. */
  totalAppointments: number;
  /** The sums over all slots of the date. */
  capacity: number;
  booked: number;
  remainingSlots: number;
  /** Null if the answer has no room for them; `departments.day` has the slots of one department. */
  slots: DaySlotView[] | null;
}

/** A day of all departments, as the front desk needs it. */
export interface DeskDayView {
  /** `YYYY-MM-DD`. */
  date: string;
  timeZone: string;
  /** By id: every active department, and every inactive one that holds appointments on the date. */
  departments: DeskDepartmentView[];
  /** The first `maxAppointments` appointments that are not archived, by `dateTime` and `id`. */
  appointments: StaffAppointmentView[];
  totalAppointments: number;
}

type DeskPorts = Clock & {
  departments: Departments;
  holds: HeldTimes;
  appointments: Appointments;
  heavyWork?: HeavyWork;
};
type DeskCaller = WaitingCaller;

/**
 * Returns a day of the whole organization: the slots of each department, and the appointments of all departments. Nobody
 * is left out because the department or the worker is inactive, or because the day is closed. Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function getDeskDay(
  ports: DeskPorts,
  caller: DeskCaller,
  input: unknown,
): Promise<DeskDayView> {
  const query = parseInput(getDeskDayInput, input);
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => deskDayOf(ports, caller, { ...query, pace }));
}

async function deskDayOf(
  ports: DeskPorts,
  { organizationId, timeZone }: DeskCaller,
  { date, environment, pace }: z.output<typeof getDeskDayInput> & { pace: Pace },
): Promise<DeskDayView> {
  const now = ports.now();
  const scope = { organizationId, environment };
  const [all, held, booked] = await Promise.all([
    ports.departments.listWithWorkers(organizationId),
    ports.holds.times(scope, { departmentId: null, from: date, to: date, now }),
    bookedOn(ports, scope, date),
  ]);
  const heldBy = Map.groupBy(held, ({ departmentId }) => departmentId);
  const shown = all.filter(({ department: { id, isActive } }) => isActive || booked.times.has(id));
  let slotsLeft = maxSlots;
  const departments = await mapAtPace(shown, pace, (found) => {
    const times = booked.times.get(found.department.id) ?? [];
    const listed = takenSlotsOf(times, { date, grid: found.department });
    const taken = addHeldTimes(listed, heldBy.get(found.department.id) ?? [], found.department);
    const slots = slotsOfDay(found, { date, timeZone, now, taken });
    const hasRoom = slots.length <= slotsLeft;
    if (hasRoom) slotsLeft -= slots.length;
    return toDeskDepartmentView(found, { date, slots, times, hasRoom });
  });
  return {
    date: date.toString(),
    timeZone,
    departments,
    appointments: await mapAtPace(
      booked.appointments,
      pace,
      (one) => toStaffAppointmentView(one, timeZone),
    ),
    totalAppointments: sumOf(departments.map(({ totalAppointments }) => totalAppointments)),
  };
}

function toDeskDepartmentView(
  { department }: DepartmentWithWorkers,
  { date, slots, times, hasRoom }: {
    date: Temporal.PlainDate;
    slots: DaySlotView[];
    times: readonly TakenTime[];
    hasRoom: boolean;
  },
): DeskDepartmentView {
  const { id, name, isActive, showAdminsInBooking, closures } = department;
  return {
    id,
    name,
    isActive,
    showAdminsInBooking,
    closure: closureOn(closures, date)?.reason ?? null,
    totalAppointments: sumOf(times.map(({ listed }) => listed)),
    capacity: sumOf(slots.map(({ capacity }) => capacity)),
    booked: sumOf(slots.map(({ booked }) => booked)),
    remainingSlots: sumOf(slots.map(({ remainingSlots }) => remainingSlots)),
    slots: hasRoom ? slots : null,
  };
}

/** Returns the appointments of a date and the counts of each department. Queries the counts only if there are more. */
async function bookedOn(
  ports: { appointments: Appointments },
  scope: BookingScope,
  date: Temporal.PlainDate,
): Promise<{ appointments: PlacedAppointment[]; times: Map<number, TakenTime[]> }> {
  const range = { from: date.toPlainDateTime(), to: date.add({ days: 1 }).toPlainDateTime() };
  const read = await ports.appointments.between(scope, { ...range, limit: maxAppointments + 1 });
  const appointments = read.slice(0, maxAppointments);
  const times = read.length === appointments.length
    ? appointments.map(takenTimeOf)
    : await ports.appointments.takenTimes(scope, range);
  return { appointments, times: Map.groupBy(times, ({ departmentId }) => departmentId) };
}
