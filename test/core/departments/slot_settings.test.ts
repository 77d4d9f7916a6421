import { describe, expect, test } from "vitest";
import type { Department, DepartmentSettings } from "../../../core/departments/department.ts";
import { slotOf } from "../../../core/departments/slot.ts";
import { isSameSettings, slotSettingsOf } from "../../../core/departments/slot_settings.ts";
import { at, departmentWith, now } from "../booking/samples.ts";
import { eventsOfSettings } from "../../../core/booking/booking_events.ts";

const changes: Partial<DepartmentSettings>[] = [
  { slotCapacity: 3 },
  { slotInterval: 60 },
  { slotOffset: 5 },
  { openingHours: {} },
  { closures: [{ from: "2026-03-02", to: "2026-03-02", reason: "Flood" }] },
  { bookingWindow: { maxDaysAhead: 0 } },
  { showAdminsInBooking: true },
  { isActive: false },
];

test.each(changes)("the change %j affects how slots are evaluated", (change) => {
  const [before, after] = [departmentWith(), departmentWith(change)];
  expect(isSameSettings(slotSettingsOf(before), slotSettingsOf(after))).toBe(false);
  expect(isSameSettings(slotSettingsOf(after), slotSettingsOf(departmentWith(change)))).toBe(true);
});

test("changes of names and texts, and another order of keys, do not affect how slots are evaluated", () => {
  const texts = { name: "B", address: "B", phoneNumber: "1", workingHours: "9 to 5" };
  const [before, after] = [departmentWith(), departmentWith(texts)];
  expect(isSameSettings(slotSettingsOf(before), slotSettingsOf(after))).toBe(true);
  const hours = [{ opens: "09:00", closes: "10:00" }];
  const [one, other] = [{ monday: hours, friday: hours }, { friday: hours, monday: hours }]
    .map((openingHours) => slotSettingsOf(departmentWith({ openingHours })));
  expect(isSameSettings(one!, other!)).toBe(true);
});

test("a copy of the settings does not change with the department", () => {
  const department = departmentWith({ closures: [] });
  const kept = slotSettingsOf(department);
  department.closures.push({ from: "2026-03-02", to: "2026-03-02", reason: "" });
  department.slotCapacity = 9;
  expect(kept).toMatchObject({ closures: [], slotCapacity: 1 });
});

const workers = [{ id: 7, absences: [] }, { id: 8, absences: [] }];

/** Returns the events of the slot of 10:00, which has one booked place. */
function eventsAfter(
  [was, is]: [Department, Department],
  { occupancyBefore = { places: [1], workerIds: [7] }, events = ["SLOT_AVAILABILITY_CHANGED"] }: {
    occupancyBefore?: { places: number[]; workerIds: number[] };
    events?: string[];
  } = {},
) {
  const context = {
    department: is,
    before: slotSettingsOf(was),
    timeZone: "UTC",
    now,
    activeWorkers: workers,
    workersBefore: workers,
    subscriptions: [{ webhookId: 5, events: events as ["SLOT_AVAILABILITY_CHANGED"] }],
  };
  const slot = slotOf(at("2026-03-02T10:00"), is);
  const occupancy = { places: [1], workerIds: [7] };
  return eventsOfSettings(context, [{ slot, occupancy, occupancyBefore }])
    .map(({ type, webhookIds, body }) =>
      Object.assign(JSON.parse(body).data.object, { type, webhookIds })
    );
}

describe("changed settings publish a slot", () => {
  test.each<[Partial<DepartmentSettings>, number, string | null]>([
    [{ slotCapacity: 5 }, 4, null],
    [{ slotCapacity: 1 }, 0, "Slot is full (1/1 booked)"],
    [{ openingHours: {} }, 0, "Closed at 10:00 on Monday"],
    [
      { closures: [{ from: "2026-03-02", to: "2026-03-02", reason: "Flood" }] },
      0,
      "Closed on 2026-03-02: Flood",
    ],
    [
      { bookingWindow: { maxDaysAhead: 0 } },
      0,
      "Outside the booking window: more than 0 days ahead",
    ],
    [{ showAdminsInBooking: true }, 1, null],
    [{ isActive: false }, 0, "The department takes no bookings"],
  ])(
    "after the change %j: %i places remain, with the reason %s",
    (change, remainingSlots, unavailabilityReason) => {
      const departments: [Department, Department] = [
        departmentWith({ slotCapacity: 3 }),
        departmentWith({ slotCapacity: 3, ...change }),
      ];
      expect(eventsAfter(departments)).toEqual([{
        type: "slot.availability_changed",
        webhookIds: [5],
        departmentId: 1,
        slotTime: "2026-03-02T10:00:00",
        available: unavailabilityReason === null,
        remainingSlots,
        unavailabilityReason,
      }]);
      expect(eventsAfter([departments[1], departments[1]])).toEqual([]);
    },
  );

  test("whose start was in another slot before, if its availability differs", () => {
    const departments: [Department, Department] = [
      departmentWith({ slotCapacity: 3, slotInterval: 60 }),
      departmentWith({ slotCapacity: 3 }),
    ];
    expect(eventsAfter(departments)).toEqual([]);
    const occupancyBefore = { places: [1, 2], workerIds: [] };
    expect(eventsAfter(departments, { occupancyBefore })).toMatchObject([{ remainingSlots: 2 }]);
  });

  test("for no webhook if none subscribes to it", () => {
    const departments: [Department, Department] = [
      departmentWith(),
      departmentWith({ slotCapacity: 9 }),
    ];
    expect(eventsAfter(departments, { events: ["APPOINTMENT_UPDATED"] }))
      .toMatchObject([{ webhookIds: [] }]);
  });
});
