import type { DemoDepartments } from "./demo_departments.ts";

/** What is asked of the booking use case. */
export interface DemoAppointment {
  departmentId: number;
  dateTime: string;
  name: string;
  workerId?: number;
  externalUserId?: string;
}

const days = 7;
const sunday = 7;

const names = [
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

// All of them at hours at which no zone changes its clocks, and within Saturday's hours too.
const openTimes = ["08:30:00", "09:40:00", "10:07:00", "13:15:00", "16:00:00"];
const clinicTimes = ["10:20:00", "11:40:00"];
const studioTimes = ["14:00:00"];

/** 60 appointments, of today and the week after it, every one of which the departments' own rules accept. */
export function demoAppointments(
  { open, clinic, studio, workers }: DemoDepartments,
  today: Temporal.PlainDate,
): DemoAppointment[] {
  const appointments: DemoAppointment[] = [];
  for (let day = 0; day <= days; day += 1) {
    const date = today.add({ days: day });
    const add = (time: string, wish: { departmentId: number; workerId?: number }) => {
      const turn = appointments.length;
      appointments.push({
        ...wish,
        dateTime: `${date.toString()}T${time}`,
        name: names[turn % names.length]!,
        ...(turn % 3 === 0 && { externalUserId: `user-${1000 + turn}` }),
      });
    };
    for (const time of openTimes) add(time, { departmentId: open.id });
    // Where nobody books for the past, there might be nothing left of today.
    if (day > 0 && date.dayOfWeek !== sunday) {
      for (const time of clinicTimes) add(time, { departmentId: clinic.id });
    }
    const worker = workers[day % workers.length]!;
    for (const time of studioTimes) add(time, { departmentId: studio.id, workerId: worker.id });
  }
  return appointments;
}
