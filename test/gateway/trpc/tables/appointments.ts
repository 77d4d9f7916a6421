import { expect } from "vitest";
import { DomainError } from "../../../../core/mod.ts";
import type { TrpcApi } from "../support.ts";
import { localDateTime, type ProcedureTest, type TestsOf } from "./procedure_test.ts";

const appointment = {
  id: expect.any(Number),
  dateTime: "2026-03-05T14:30:00",
  status: "SCHEDULED" as const,
  name: "Ada Lovelace",
  qrCode: expect.any(String),
  departmentId: 1,
  departmentName: "Dental Care",
  createdAt: expect.stringMatching(localDateTime),
  environment: "LIVE" as const,
  phone: "",
  workerId: null,
};
const readAppointment = { ...appointment, workerName: null };
const malformedName: ProcedureTest["faults"] = [
  [undefined, ["body"]],
  [{}, ["id"]],
  [{ id: "1", environment: "live" }, ["id", "environment"]],
];
const malformedFilters = {
  page: -1,
  size: 0,
  status: "LOST",
  departmentId: "1",
  externalUserId: 1,
  startDate: "1 March",
  endDate: 1,
  sort: "id",
  environment: "live",
  search: 1,
  qrCode: 1,
  workerId: "1",
  includeArchived: "yes",
};
const named = {
  code: "APPOINTMENT_NOT_FOUND",
  foreignId: async ({ other }: TrpcApi) => (await other.book()).id,
};

const booked = async ({ own }: TrpcApi, more: object = {}) => ({ id: (await own.book(more)).id });

/** One that moves no more. */
async function cancelled({ application, own }: TrpcApi) {
  const { id } = await own.book();
  await application.staff.cancelAppointment(own.caller, { id });
  return { id };
}

async function closeDepartment({ application, own }: TrpcApi): Promise<void> {
  await application.updateDepartment(own.dental.id, { isActive: false });
}

/** What is done of an appointment, by staff of whom STAFF are not told the address. */
const done = {
  id: expect.any(Number),
  actor: {
    kind: "STAFF" as const,
    id: 1,
    name: "Ada Lovelace",
    ipAddress: expect.toBeOneOf([null, "203.0.113.9"]),
  },
  subjectId: expect.any(Number),
  subjectName: "",
  environment: "LIVE" as const,
  at: "2026-03-01T09:00:00",
};

export const appointmentTests: TestsOf<"appointments"> = {
  list: {
    role: "STAFF",
    input: async ({ own, other }) => {
      await own.book();
      await own.book({ name: "Grace Hopper" });
      await own.book({ environment: "TEST" });
      await other.book();
      return { page: 0, size: 20, sort: "dateTime,asc", search: "LOVE", startDate: "2026-03-05" };
    },
    output: {
      items: [readAppointment],
      page: 0,
      size: 20,
      totalElements: 1,
      totalPages: 1,
      isLast: true,
    },
    faults: [
      [undefined, ["body"]],
      [malformedFilters, Object.keys(malformedFilters)],
    ],
    refusals: { INVALID_DATE_FORMAT: () => ({ startDate: "1 March", endDate: "2026-02-30" }) },
  },
  byId: {
    role: "STAFF",
    input: booked,
    output: readAppointment,
    faults: malformedName,
    named,
  },
  byQrCode: {
    role: "STAFF",
    input: async ({ own }) => ({ qrCode: ` ${(await own.book()).qrCode}` }),
    output: readAppointment,
    faults: [[{}, ["qrCode"]], [{ qrCode: " " }, ["qrCode"]]],
    refusals: {
      APPOINTMENT_NOT_FOUND: async ({ other }) => ({ qrCode: (await other.book()).qrCode }),
    },
  },
  create: {
    role: "STAFF",
    input: ({ own }) => ({ ...own.wish, phone: "+47 22 33 44 55", externalUserId: "u-1" }),
    output: { ...appointment, phone: "+47 22 33 44 55", externalUserId: "u-1" },
    faults: [
      [{}, ["departmentId", "dateTime", "name"]],
      [
        { departmentId: "1", dateTime: "2026-03-05T14:30:00Z", name: " ", phone: 1 },
        ["departmentId", "dateTime", "name", "phone"],
      ],
      [{ departmentId: 2, dateTime: "2026-03-05T14:30", name: "Ada" }, ["workerId"]],
    ],
    refusals: {
      DEPARTMENT_NOT_FOUND: ({ own, other }) => ({ ...own.wish, departmentId: other.dental.id }),
      INSUFFICIENT_CREDITS: ({ own, ports }) => {
        ports.memory.balances.set(`${own.organizationId} LIVE`, 0);
        return own.wish;
      },
      // The slot is full.
      VALIDATION_ERROR: async ({ own }) => {
        await own.book();
        await own.book();
        return own.wish;
      },
      SERVICE_UNAVAILABLE: ({ own, ports }) => {
        ports.gate.book = unavailable;
        return own.wish;
      },
    },
  },
  update: {
    role: "STAFF",
    input: async (api) => ({ ...await booked(api), name: "Grace Hopper", phone: "110" }),
    output: { ...appointment, name: "Grace Hopper", phone: "110" },
    faults: [...malformedName, [{ id: 1, name: "", phone: 1 }, ["name", "phone"]]],
    named,
    refusals: {
      CONFLICT: async (api) => ({ ...await cancelled(api), name: "Grace" }),
      VALIDATION_ERROR: async (api) => ({
        ...await booked(api),
        workerId: api.own.byWorker.workerIds[0],
      }),
    },
  },
  reschedule: {
    role: "STAFF",
    input: async (api) => ({ ...await booked(api), dateTime: "2026-03-05T15:00:00" }),
    output: { ...appointment, dateTime: "2026-03-05T15:00:00" },
    faults: [
      [{}, ["id", "dateTime"]],
      [{ id: 1, dateTime: "tomorrow" }, ["dateTime"]],
    ],
    named,
    refusals: {
      CONFLICT: async (api) => ({ ...await cancelled(api), dateTime: "2026-03-05T15:00" }),
      DEPARTMENT_NOT_FOUND: async (api) => {
        const name = await booked(api);
        await closeDepartment(api);
        return { ...name, dateTime: "2026-03-05T15:00" };
      },
      // The slot that it would move to is full.
      VALIDATION_ERROR: async (api) => {
        const dateTime = "2026-03-05T15:00";
        await booked(api, { dateTime });
        await booked(api, { dateTime });
        return { ...await booked(api), dateTime };
      },
    },
  },
  cancel: {
    role: "STAFF",
    input: booked,
    output: { ...appointment, status: "CANCELLED" },
    faults: malformedName,
    named,
    refusals: { CONFLICT: cancelled },
  },
  complete: {
    role: "STAFF",
    input: booked,
    output: { ...appointment, status: "COMPLETED" },
    faults: malformedName,
    named,
    refusals: { CONFLICT: cancelled },
  },
  markMissed: {
    role: "STAFF",
    input: booked,
    output: { ...appointment, status: "MISSED" },
    faults: malformedName,
    named,
    refusals: { CONFLICT: cancelled },
  },
  erase: {
    role: "ADMIN",
    input: (api) =>
      booked(api, { dateTime: "2026-03-01T08:30:00", phone: "110", externalUserId: "u-1" }),
    output: { ...appointment, dateTime: "2026-03-01T08:30:00", name: "Erased" },
    faults: malformedName,
    named,
    // Neither past nor archived.
    refusals: { CONFLICT: booked },
  },
  history: {
    role: "STAFF",
    input: cancelled,
    output: [
      { ...done, action: "appointment.created", changes: [] },
      {
        ...done,
        action: "appointment.cancelled",
        changes: [{ field: "status", before: "SCHEDULED", after: "CANCELLED" }],
      },
    ],
    faults: malformedName,
    named,
  },
};

function unavailable(): never {
  throw new DomainError("SERVICE_UNAVAILABLE", "Too many bookings are waiting");
}
