import { expect, test } from "vitest";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { eventsOfBookings } from "../../../core/booking/booking_events.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { openDesk } from "./front_desk.ts";
import { contextWith, departmentWith, requestWith } from "./samples.ts";

async function openWarnedDesk(lowCreditThreshold: number) {
  const desk = await openDesk({ slotCapacity: 20 });
  await desk.staff.updateOrganization(staffOf(desk.caller.organizationId), { lowCreditThreshold });
  const warnings = () => desk.published().filter(({ type }) => type === "credits.low");
  return { ...desk, warnings };
}

test("the booking that takes the credits to the threshold publishes credits.low, and the next one does not", async () => {
  const { book, warnings } = await openWarnedDesk(98);
  await book();
  expect(warnings()).toEqual([]);
  await book();
  expect(warnings()).toEqual([{ type: "credits.low", balance: 98, threshold: 98 }]);
  await book();
  expect(warnings()).toEqual([]);
});

test("the undo of a cancellation publishes credits.low after its refund took the credits above the threshold", async () => {
  const { book, caller, staff, warnings } = await openWarnedDesk(99);
  const { id } = await book();
  expect(warnings()).toHaveLength(1);
  await staff.cancelAppointment(caller, { id });
  expect(warnings()).toEqual([]);
  await staff.revertAppointment(caller, { id });
  expect(warnings()).toEqual([{ type: "credits.low", balance: 99, threshold: 99 }]);
});

test("TEST credits publish no credits.low", async () => {
  const { book, balance, warnings } = await openWarnedDesk(99);
  await book({ environment: "TEST" });
  expect([await balance("TEST"), warnings()]).toEqual([99, []]);
});

test("a batch publishes credits.low once, for the webhooks that subscribe to it, after its other events", () => {
  const context = contextWith({
    departments: [departmentWith({ slotCapacity: 9 })],
    balance: 4,
    lowCreditThreshold: 2,
    subscriptions: [{ webhookId: 1, events: ["CREDITS_LOW"] }, { webhookId: 2, events: [] }],
  });
  const verdicts = decideBookings(context, [1, 2, 3, 4].map(() => requestWith()));
  const events = eventsOfBookings(context, verdicts);
  expect(events.map(({ type }) => type)).toEqual([
    ...Array(4).fill("appointment.created"),
    "slot.availability_changed",
    "credits.low",
  ]);
  expect(events.at(-1)).toMatchObject({ appointmentId: null, webhookIds: [1] });
  expect(JSON.parse(events.at(-1)!.body).data.object).toEqual({ balance: 2, threshold: 2 });
});
