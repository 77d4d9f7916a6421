import { expect, test } from "vitest";
import type { Appointment } from "../../../core/booking/appointment.ts";
import { at, now } from "./samples.ts";
import { toAppointmentView } from "../../../core/booking/appointment_views.ts";
import { noContact } from "../../../core/contact.ts";

const appointment: Appointment = {
  id: 5,
  organizationId: 1,
  environment: "LIVE",
  departmentId: 2,
  dateTime: at("2026-03-02T10:07"),
  slotStart: at("2026-03-02T10:00"),
  slotMinutes: 30,
  place: 1,
  slotCapacity: 1,
  status: "SCHEDULED",
  name: "Ada",
  phone: "+49 30 5",
  workerId: 9,
  workerIsExclusive: true,
  externalUserId: "user-1",
  qrCode: "code",
  note: "",
  ...noContact,
  createdAt: now,
  archivedAt: null,
  cancelReason: null,
};

const view = {
  id: 5,
  dateTime: "2026-03-02T10:07:00",
  status: "SCHEDULED",
  name: "Ada",
  qrCode: "code",
  departmentId: 2,
  departmentName: "Desk",
  externalUserId: "user-1",
  createdAt: "2026-03-01T12:00:00",
};

function viewOf(change: Partial<Appointment>, timeZone = "UTC") {
  return toAppointmentView({ ...appointment, ...change, departmentName: "Desk" }, timeZone);
}

test("the view of an appointment has exactly the fields of the contract, without worker and phone", () => {
  expect(viewOf({})).toStrictEqual(view);
});

test("externalUserId is absent if it was not supplied, and present if it is empty", () => {
  const { externalUserId: _, ...without } = view;
  expect(viewOf({ externalUserId: null })).toStrictEqual(without);
  expect(viewOf({ externalUserId: "" })).toStrictEqual({ ...view, externalUserId: "" });
});

test("only an archived appointment has archivedAt", () => {
  const archivedAt = Temporal.Instant.from("2026-03-01T13:00:00.999Z");
  expect(viewOf({ archivedAt })).toStrictEqual({ ...view, archivedAt: "2026-03-01T13:00:00" });
});

test.each([
  ["America/New_York", "2026-03-01T07:00:00"],
  ["Pacific/Kiritimati", "2026-03-02T02:00:00"],
])(
  "instants are shown in the local time of %s, and dateTime is not converted",
  (zone, createdAt) => {
    expect(viewOf({}, zone)).toStrictEqual({ ...view, createdAt });
  },
);
