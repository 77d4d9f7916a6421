import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appointmentStatuses } from "../../../core/booking/appointment.ts";
import {
  appointmentEventBody,
  maxEventBytes,
  slotEventBody,
  testEventBody,
} from "../../../core/webhooks/event_body.ts";
import { eventCatalogue, eventNames } from "../../../core/webhooks/event_catalogue.ts";
import { say } from "../../../core/messages.ts";

const created = Temporal.Instant.from("2026-03-05T14:30:00.123456789Z");
const appointment = {
  id: 7,
  departmentId: 3,
  dateTime: Temporal.PlainDateTime.from("2026-03-09T10:00:00"),
  status: "SCHEDULED" as const,
  name: "Zoë “Ada” Lovelace",
  phone: "",
  qrCode: "kT3x",
};
const head = { id: "e-1", created };

const published = {
  APPOINTMENT_CREATED: "appointment.created",
  APPOINTMENT_UPDATED: "appointment.updated",
  APPOINTMENT_CANCELLED: "appointment.cancelled",
  APPOINTMENT_COMPLETED: "appointment.completed",
  APPOINTMENT_NO_SHOW: "appointment.no_show",
  SLOT_AVAILABILITY_CHANGED: "slot.availability_changed",
  VISIT_ARRIVED: "visit.arrived",
  VISIT_CALLED: "visit.called",
  VISIT_FINISHED: "visit.finished",
  API_KEY_EXPIRING: "api_key.expiring",
  CREDITS_LOW: "credits.low",
};

test("the published events keep their wire types, and those of the contract come first", () => {
  const types = Object.entries(eventCatalogue).map(([name, { type }]) => [name, type]);
  expect(Object.fromEntries(types)).toMatchObject(published);
  expect(eventNames.slice(0, 6)).toEqual(Object.keys(published).slice(0, 6));
});

test("no two events have the same wire type", () => {
  expect(new Set(Object.values(eventCatalogue).map(({ type }) => type)).size)
    .toBe(eventNames.length);
});

describe("the body", () => {
  test("of an appointment's event is exactly this text", () => {
    const more = { workerId: 4, externalUserId: "u", organizationId: 1, archivedAt: null };
    expect(
      appointmentEventBody({ ...head, type: "appointment.created" }, { ...appointment, ...more }),
    )
      .toBe(
        '{"id":"e-1","type":"appointment.created","created":"2026-03-05T14:30:00.123Z","data":{"object":' +
          '{"id":7,"departmentId":3,"dateTime":"2026-03-09T10:00:00","status":"SCHEDULED",' +
          '"name":"Zoë “Ada” Lovelace","phone":"","qrCode":"kT3x"}}}',
      );
  });

  test.each([
    [
      { remainingSlots: 2, unavailabilityReason: null },
      '"available":true,"remainingSlots":2',
      "null",
    ],
    [
      { remainingSlots: 0, unavailabilityReason: say("slotFull", { booked: 5, capacity: 5 }) },
      '"available":false,"remainingSlots":0',
      '"Slot is full (5/5 booked)"',
    ],
  ])("of a slot's event is exactly this text: %j", (verdict, fields, reason) => {
    const slot = { departmentId: 3, slotTime: appointment.dateTime, ...verdict };
    expect(slotEventBody({ ...head, type: "slot.availability_changed" }, slot))
      .toBe(
        '{"id":"e-1","type":"slot.availability_changed","created":"2026-03-05T14:30:00.123Z",' +
          `"data":{"object":{"departmentId":3,"slotTime":"2026-03-09T10:00:00",${fields},` +
          `"unavailabilityReason":${reason}}}}`,
      );
  });

  test("of the test event has an appointment with the id 0", () => {
    expect(JSON.parse(testEventBody(head, null))).toEqual({
      id: "e-1",
      type: "webhook.test",
      created: "2026-03-05T14:30:00.123Z",
      data: {
        object: {
          id: 0,
          departmentId: 0,
          dateTime: "2026-03-05T14:30:00",
          status: "SCHEDULED",
          name: "Test Appointment",
          phone: "",
          qrCode: "TEST",
        },
      },
    });
  });

  test.each(
    [
      ["VISIT_ARRIVED", { state: "WAITING", outcome: null, desk: null }, [
        true,
        false,
        false,
        false,
      ]],
      ["VISIT_CALLED", { state: "CALLED", outcome: null, desk: "1" }, [true, true, false, false]],
      ["VISIT_FINISHED", { state: "ENDED", outcome: "SERVED", desk: "1" }, [
        true,
        true,
        true,
        true,
      ]],
    ] as const,
  )("of a test of %s is a visit with the id 0 and the time of the test", (name, fields, past) => {
    const at = (isPast: boolean) => isPast ? "2026-03-05T14:30:00.123Z" : null;
    expect(JSON.parse(testEventBody(head, name)).data.object).toEqual({
      id: 0,
      departmentId: 0,
      number: 1,
      part: 1,
      appointmentId: null,
      workerId: null,
      ...fields,
      arrivedAt: at(past[0]),
      calledAt: at(past[1]),
      startedAt: at(past[2]),
      endedAt: at(past[3]),
    });
  });

  test.each(
    [
      ["APPOINTMENT_CREATED", "SCHEDULED"],
      ["APPOINTMENT_UPDATED", "SCHEDULED"],
      ["APPOINTMENT_CANCELLED", "CANCELLED"],
      ["APPOINTMENT_COMPLETED", "COMPLETED"],
      ["APPOINTMENT_NO_SHOW", "MISSED"],
    ] as const,
  )("of a test of %s has an appointment that is %s", (name, status) => {
    const { type, data } = JSON.parse(testEventBody(head, name));
    expect(type).toBe(eventCatalogue[name].type);
    expect(data.object).toMatchObject({ id: 0, departmentId: 0, status });
  });

  test.each(["2026-03-05T14:30:00Z", "2026-03-05T15:30:00.5+01:00", "1970-01-01T00:00:00Z"])(
    "has the time %s in UTC with milliseconds and a Z",
    (text) => {
      const body = JSON.parse(
        testEventBody({ id: "e", created: Temporal.Instant.from(text) }, null),
      );
      expect(body.created).toBe(new Date(text).toISOString());
    },
  );

  test("keeps every text unchanged, and stays far below the limit for every valid appointment", () => {
    // The longest valid text: 255 code points of up to six bytes in JSON each.
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 255, size: "max" }),
      fc.constantFrom("\u0001".repeat(255), "\u{1f600}".repeat(255), "\ud800".repeat(255)),
    );
    fc.assert(fc.property(
      fc.record({
        name: text,
        phone: text,
        qrCode: text,
        status: fc.constantFrom(...appointmentStatuses),
      }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (fields, id) => {
        const snapshot = { ...appointment, ...fields, id };
        const body = appointmentEventBody({ ...head, type: "appointment.updated" }, snapshot);
        expect(JSON.parse(body).data.object).toMatchObject({ ...fields, id });
        expect(Buffer.byteLength(body)).toBeLessThan(maxEventBytes / 8);
        // The body has no lone surrogate, which UTF-8 would replace.
        expect(Buffer.from(body).toString()).toBe(body);
      },
    ));
  });

  test("may have exactly 64 KiB and not one byte more", () => {
    const bodyOf = (name: string) =>
      appointmentEventBody({ ...head, type: "appointment.created" }, { ...appointment, name });
    const rest = Buffer.byteLength(bodyOf(""));
    const largest = `é${"x".repeat(64 * 1024 - rest - 2)}`;
    expect(Buffer.byteLength(bodyOf(largest))).toBe(65_536);
    expect(() => bodyOf(`${largest}x`)).toThrow(RangeError);
  });
});
