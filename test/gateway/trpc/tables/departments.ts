import { expect } from "vitest";
import type { TrpcApi } from "../support.ts";
import type { ProcedureTest, TestsOf } from "./procedure_test.ts";

const department = {
  id: expect.any(Number),
  name: "Dental Care",
  address: "",
  phoneNumber: "",
  slotInterval: 30,
  workingHours: "",
  showAdminsInBooking: false,
  slotCapacity: 2,
  slotOffset: 0,
  openingHours: null,
  closures: [],
  bookingWindow: null,
  isActive: true,
};
const thursdays = { thursday: [{ opens: "14:00", closes: "15:00" }] };
const settings = {
  name: "Eye Care",
  address: "Harbour Street 1",
  phoneNumber: "+47 22 33 44 55",
  slotInterval: 20,
  workingHours: "Thursdays from two to three",
  showAdminsInBooking: true,
  slotCapacity: 3,
  slotOffset: 10,
  openingHours: thursdays,
  closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
  bookingWindow: { minLeadMinutes: 60, maxDaysAhead: 90, refusePast: true },
  isActive: false,
};
const malformedSettings = {
  name: " ",
  address: 1,
  phoneNumber: "1".repeat(51),
  slotInterval: 0,
  workingHours: 1,
  showAdminsInBooking: "yes",
  slotCapacity: 1.5,
  slotOffset: -1,
  openingHours: { someday: [] },
  closures: "never",
  bookingWindow: 1,
  isActive: 1,
};
const malformedId: ProcedureTest["faults"] = [[undefined, ["body"]], [{ id: "1" }, ["id"]]];
const malformedMore = { id: "1", environment: "live" };
const named = {
  code: "DEPARTMENT_NOT_FOUND",
  foreignId: ({ other }: TrpcApi) => other.dental.id,
};

const dental = ({ own }: TrpcApi) => ({ id: own.dental.id });

/** Open on Thursdays from 14:00 to 15:00, with an appointment then and one that was made before. */
async function openOnThursdays({ application, own, other }: TrpcApi) {
  const { id } = own.dental;
  await other.book();
  await own.book();
  await own.book({ dateTime: "2026-03-05T16:10:00", name: "Grace Hopper" });
  await own.book({ dateTime: "2026-03-05T14:00:00", environment: "TEST" });
  await application.updateDepartment(id, { openingHours: thursdays });
  return { id };
}

function slotAt(start: string, end: string, { booked }: { booked: number }) {
  return {
    slotTime: `2026-03-05T${start}:00`,
    endTime: `2026-03-05T${end}:00`,
    capacity: 2,
    booked,
    remainingSlots: 2 - booked,
    available: true,
    unavailabilityReason: null,
  };
}

function appointmentAt(time: string, name: string) {
  return {
    id: expect.any(Number),
    dateTime: `2026-03-05T${time}:00`,
    status: "SCHEDULED" as const,
    name,
    qrCode: expect.any(String),
    departmentId: 1,
    departmentName: "Dental Care",
    createdAt: "2026-03-01T09:00:00",
    environment: "LIVE" as const,
    phone: "",
    workerId: null,
    workerName: null,
  };
}

export const departmentTests: TestsOf<"departments"> = {
  list: {
    role: "STAFF",
    input: () => ({ size: 2 }),
    output: {
      items: [
        { ...department, id: 1 },
        { ...department, id: 2, name: "Physiotherapy", slotCapacity: 1, showAdminsInBooking: true },
      ],
      page: 0,
      size: 2,
      totalElements: 2,
      totalPages: 1,
      isLast: true,
    },
    faults: [
      [{ page: -1, size: 0, search: 1, isActive: 1 }, ["page", "size", "search", "isActive"]],
    ],
  },
  byId: {
    role: "STAFF",
    // Active or not.
    input: async (api) => {
      await api.application.updateDepartment(api.own.dental.id, { isActive: false });
      return dental(api);
    },
    output: { ...department, id: 1, isActive: false },
    faults: malformedId,
    named,
  },
  create: {
    role: "ADMIN",
    input: () => settings,
    output: { id: expect.any(Number), ...settings },
    faults: [
      [undefined, ["body"]],
      [{}, ["name"]],
      [malformedSettings, Object.keys(malformedSettings)],
      [{ name: "Eye Care", slotInterval: 20, slotOffset: 20 }, ["slotOffset"]],
    ],
  },
  update: {
    role: "ADMIN",
    input: (api) => ({ ...dental(api), slotCapacity: 4, openingHours: thursdays }),
    output: { ...department, id: 1, slotCapacity: 4, openingHours: thursdays },
    faults: [
      ...malformedId,
      [{ ...malformedSettings, id: "1" }, [...Object.keys(malformedSettings), "id"]],
    ],
    named,
    refusals: {
      // Beyond the interval that it has.
      VALIDATION_ERROR: (api) => ({ ...dental(api), slotOffset: 30 }),
    },
  },
  availability: {
    role: "STAFF",
    input: async (api) => ({ ...await openOnThursdays(api), dateTime: "2026-03-05T14:40" }),
    output: {
      slotTime: "2026-03-05T14:40:00",
      available: true,
      remainingSlots: 1,
      unavailabilityReason: null,
    },
    faults: [
      [undefined, ["body"]],
      [{}, ["id", "dateTime"]],
      [{ ...malformedMore, dateTime: "2026-03-05T14:40" }, ["id", "environment"]],
    ],
    named,
    refusals: {
      INVALID_DATE_FORMAT: (api) => ({ ...dental(api), dateTime: "2026-03-05T14:40Z" }),
      // An inactive one takes no bookings.
      DEPARTMENT_NOT_FOUND: async (api) => {
        await api.application.updateDepartment(api.own.dental.id, { isActive: false });
        return { ...dental(api), dateTime: "2026-03-05T14:40" };
      },
    },
  },
  day: {
    role: "STAFF",
    input: async (api) => ({ ...await openOnThursdays(api), date: "2026-03-05" }),
    output: {
      date: "2026-03-05",
      timeZone: "Europe/Oslo",
      isInactive: false,
      slots: [
        slotAt("14:00", "14:30", { booked: 0 }),
        slotAt("14:30", "15:00", { booked: 1 }),
        {
          ...slotAt("16:00", "16:30", { booked: 1 }),
          remainingSlots: 0,
          available: false,
          unavailabilityReason: "Closed at 16:00 on Thursday",
        },
      ],
      appointments: [
        appointmentAt("14:30", "Ada Lovelace"),
        appointmentAt("16:10", "Grace Hopper"),
      ],
      totalAppointments: 2,
    },
    faults: [
      [undefined, ["body"]],
      [{}, ["id", "date"]],
      [{ ...malformedMore, date: "2026-03-05", allSlots: 1 }, ["id", "environment", "allSlots"]],
    ],
    named,
    refusals: { INVALID_DATE_FORMAT: (api) => ({ ...dental(api), date: "2026-02-30" }) },
  },
  range: {
    role: "STAFF",
    input: async (api) => ({
      ...await openOnThursdays(api),
      from: "2026-03-05",
      to: "2026-03-06",
    }),
    output: {
      timeZone: "Europe/Oslo",
      days: [
        {
          date: "2026-03-05",
          slots: [
            { slotTime: "2026-03-05T14:00:00", remainingSlots: 2 },
            { slotTime: "2026-03-05T14:30:00", remainingSlots: 1 },
          ],
        },
        { date: "2026-03-06", slots: [] },
      ],
    },
    faults: [
      [undefined, ["body"]],
      [{}, ["id", "from", "to"]],
      [
        { ...malformedMore, from: "2026-03-05", to: "2026-03-05", workerId: "1" },
        ["id", "environment", "workerId"],
      ],
      [{ id: 1, from: "2026-03-05", to: "2026-03-04" }, ["to"]],
      // 32 days.
      [{ id: 1, from: "2026-03-01", to: "2026-04-01" }, ["to"]],
    ],
    named,
    refusals: {
      INVALID_DATE_FORMAT: (api) => ({ ...dental(api), from: "2026-03-05", to: "tomorrow" }),
      // A worker of another organization.
      VALIDATION_ERROR: ({ own, other }) => ({
        id: own.byWorker.id,
        from: "2026-03-05",
        to: "2026-03-05",
        workerId: other.byWorker.workerIds[0],
      }),
    },
  },
};
