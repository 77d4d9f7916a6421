import type { Appointment, CalendarSlot } from "../../gateway/dashboard/api/types.ts";
import type { Column } from "../../gateway/dashboard/pages/calendar/columns.ts";

export const date = "2027-03-01";

/** Makes an appointment of worker 1 in department 1. */
export function appointmentAt(time: string, more: Partial<Appointment> = {}): Appointment {
  return {
    id: 1,
    dateTime: `${date}T${time}:00`,
    status: "SCHEDULED",
    name: "Ada",
    qrCode: "",
    departmentId: 1,
    departmentName: "Desk",
    createdAt: `${date}T00:00:00`,
    environment: "LIVE",
    phone: "",
    email: null,
    locale: null,
    metadata: null,
    cancelReason: null,
    note: "",
    workerId: 1,
    ...more,
  };
}

/** Makes a free slot of half an hour. */
export function slotFrom(minute: number, more: Partial<CalendarSlot> = {}): CalendarSlot {
  const free = { state: "FREE" as const, reason: null, remainingSlots: 1, freeWorkerIds: [1] };
  return { minute, endMinute: minute + 30, ...free, ...more };
}

/** Makes the column of worker 1 on a day from 10:00 to 12:00 in half hours. */
export function columnWith(more: {
  department?: Partial<Column["department"]>;
  day?: Partial<Column["day"]>;
  column?: Partial<Column>;
} = {}): Column {
  const day = {
    date,
    closure: null,
    hours: [{ opens: "10:00", closes: "12:00" }],
    slots: [600, 630, 660, 690].map((minute) => slotFrom(minute)),
    ...more.day,
  };
  return {
    key: "worker-1",
    date,
    department: {
      id: 1,
      name: "Desk",
      isActive: true,
      showAdminsInBooking: true,
      slotInterval: 30,
      slotOffset: 0,
      slotCapacity: 2,
      days: [day],
      ...more.department,
    },
    day,
    worker: { id: 1, departmentId: 1, name: "Vera", isActive: true, absences: [] },
    isOfWorker: true,
    appointments: [],
    absences: [],
    ...more.column,
  };
}
