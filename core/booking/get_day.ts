import type { z } from "zod";
import type { StaffCaller, WaitingCaller } from "../access/caller.ts";
import { booleanField, parseInput } from "../input.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace } from "../heavy_work.ts";
import { requiredDay } from "../calendar.ts";
import type { Appointments, PlacedAppointment } from "./appointments.ts";
import type { Departments, DepartmentWithWorkers, TakenSlot } from "../departments/departments.ts";
import { environmentField } from "../environment.ts";
import {
  requireDepartment,
  staffDepartmentInput,
} from "../departments/list_department_settings.ts";
import { type DaySlotView, slotsOfDay, sumOf, takenSlotsOf, takenTimeOf } from "./day_slots.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import { addHeldTimes, type HeldTimes } from "../departments/held_times.ts";
import type { Clock } from "../platform.ts";

type Ports = Clock & { departments: Departments; holds: HeldTimes; appointments: Appointments };

/** The maximum number of appointments in a day view. Further ones are in the list of appointments. */
const maxAppointmentsOfDay = 1000;

/** Input of a day view: a department and a date. */
export const getDayInput = staffDepartmentInput.extend({
  date: requiredDay,
  environment: environmentField,
  allSlots: booleanField("Whether to include empty slots outside the opening hours").nullish()
    .transform((allSlots) => allSlots ?? false),
});

/** A day of a department. */
export interface DayView {
  /** `YYYY-MM-DD`. */
  date: string;
  timeZone: string;
  /** Whether the department is inactive. */
  isInactive: boolean;
  slots: DaySlotView[];
  /** The first `maxAppointmentsOfDay` appointments that are not archived, by `dateTime` and `id`. */
  appointments: StaffAppointmentView[];
  totalAppointments: number;
}

/**
 * Returns the slots of a date with the availability of their starts, and the appointments of the date. Leaves out empty
 * slots outside the opening hours unless `allSlots` is set. Throws VALIDATION_ERROR, INVALID_DATE_FORMAT or
 * DEPARTMENT_NOT_FOUND.
 */
export async function getDay(
  ports: Ports & { heavyWork?: HeavyWork },
  caller: WaitingCaller,
  input: unknown,
): Promise<DayView> {
  const query = parseInput(getDayInput, input);
  const found = await requireDepartment(ports, caller.organizationId, query.id);
  // Waits for a turn, because a client can request many days at once.
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => dayOf(ports, caller, { ...query, found, pace }));
}

async function dayOf(
  ports: Ports,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  { found, date, environment, allSlots, pace }: z.output<typeof getDayInput> & {
    found: DepartmentWithWorkers;
    pace: Pace;
  },
): Promise<DayView> {
  const now = ports.now();
  const query = { organizationId, environment, date, found };
  const [held, { appointments, listed }] = await Promise.all([
    ports.holds.times(query, { departmentId: found.department.id, from: date, to: date, now }),
    bookedOn(ports, query),
  ]);
  const taken = addHeldTimes(listed, held, found.department);
  return {
    date: date.toString(),
    timeZone,
    isInactive: !found.department.isActive,
    slots: slotsOfDay(found, { date, timeZone, now, taken, allSlots }),
    appointments: await mapAtPace(
      appointments,
      pace,
      (one) => toStaffAppointmentView(one, timeZone),
    ),
    totalAppointments: sumOf(taken.map(({ listed }) => listed)),
  };
}

/** Returns the appointments of a date and the taken slots. Queries the slots only if there are more appointments. */
async function bookedOn(
  ports: Pick<Ports, "departments" | "appointments">,
  { organizationId, environment, date, found: { department } }: {
    organizationId: number;
    environment: "LIVE" | "TEST";
    date: Temporal.PlainDate;
    found: DepartmentWithWorkers;
  },
): Promise<{ appointments: PlacedAppointment[]; listed: TakenSlot[] }> {
  const scope = { organizationId, environment };
  const range = { from: date.toPlainDateTime(), to: date.add({ days: 1 }).toPlainDateTime() };
  const limit = maxAppointmentsOfDay + 1;
  const read = await ports.appointments.ofDepartment(scope, department.id, { ...range, limit });
  const appointments = read.slice(0, maxAppointmentsOfDay);
  if (read.length === appointments.length) {
    const times = appointments.map(takenTimeOf);
    return { appointments, listed: takenSlotsOf(times, { date, grid: department }) };
  }
  const query = { from: date, to: date, grid: department, isByWorker: true };
  return {
    appointments,
    listed: await ports.departments.takenSlots(scope, department.id, query),
  };
}
