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
const malformedName: ProcedureTest["faults"] = [
  [undefined, ["body"]],
  [{}, ["id"]],
  [{ id: "1", environment: "live" }, ["id", "environment"]],
];
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

export const appointmentTests: TestsOf<"appointments"> = {
  byId: {
    role: "STAFF",
    input: booked,
    output: appointment,
    faults: malformedName,
    named,
  },
  byQrCode: {
    role: "STAFF",
    input: async ({ own }) => ({ qrCode: ` ${(await own.book()).qrCode}` }),
    output: appointment,
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
};

function unavailable(): never {
  throw new DomainError("SERVICE_UNAVAILABLE", "Too many bookings are waiting");
}
