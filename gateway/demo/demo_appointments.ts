import type { DemoDepartments } from "./demo_departments.ts";

/** A booking request of the demo. */
export interface DemoAppointment {
  departmentId: number;
  dateTime: string;
  name: string;
  workerId?: number;
  externalUserId?: string;
}

const days = 7;
const sunday = 7;

/** The people of the demo. */
export const demoNames = [
  "Ada Lovelace",
  "Alan Turing",
  "Grace Hopper",
  "Emmy Noether",
  "Konrad Zuse",
  "Mary Jackson",
  "Carl Gauss",
  "Lise Meitner",
  "Ibn al-Haytham",
  "Sofja Kowalewskaja",
  "Chien-Shiung Wu",
  "Max Planck",
  "Rosalind Franklin",
];

// No time zone changes its clocks at these hours, and Saturday's opening hours contain them.
const openTimes = ["08:30:00", "09:40:00", "10:07:00", "13:15:00", "16:00:00"];
const clinicTimes = ["10:20:00", "11:40:00"];
const studioTimes = ["14:00:00"];

/** Returns 60 booking requests for today and the next 7 days. The departments' rules accept all of them. */
export function demoAppointments(
  { open, clinic, studio, workers }: DemoDepartments,
  today: Temporal.PlainDate,
): DemoAppointment[] {
  const appointments: DemoAppointment[] = [];
  for (let day = 0; day <= days; day += 1) {
    const date = today.add({ days: day });
    const add = (time: string, place: { departmentId: number; workerId?: number }) => {
      const turn = appointments.length;
      appointments.push({
        ...place,
        dateTime: `${date.toString()}T${time}`,
        name: demoNames[turn % demoNames.length]!,
        ...(turn % 3 === 0 && { externalUserId: `user-${1000 + turn}` }),
      });
    };
    for (const time of openTimes) add(time, { departmentId: open.id });
    // The clinic refuses times in the past, so today may have no valid time left.
    if (day > 0 && date.dayOfWeek !== sunday) {
      for (const time of clinicTimes) add(time, { departmentId: clinic.id });
    }
    const worker = workers[day % workers.length]!;
    for (const time of studioTimes) add(time, { departmentId: studio.id, workerId: worker.id });
  }
  return appointments;
}
