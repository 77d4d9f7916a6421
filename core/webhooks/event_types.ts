/** The events that a webhook can subscribe to, with the wire `type` of each (core/webhooks/README.md 1). */
export const eventTypes = {
  APPOINTMENT_CREATED: "appointment.created",
  APPOINTMENT_UPDATED: "appointment.updated",
  APPOINTMENT_CANCELLED: "appointment.cancelled",
  APPOINTMENT_COMPLETED: "appointment.completed",
  APPOINTMENT_NO_SHOW: "appointment.no_show",
  SLOT_AVAILABILITY_CHANGED: "slot.availability_changed",
  VISIT_ARRIVED: "visit.arrived",
  VISIT_CALLED: "visit.called",
  VISIT_FINISHED: "visit.finished",
} as const;

/** The name of an event that a webhook can subscribe to. */
export type EventName = keyof typeof eventTypes;

/** Every name that a webhook can subscribe to, those of the contract first, in its order. */
export const eventNames = Object.keys(eventTypes) as EventName[];

/** The `type` of the test operation's event. No webhook subscribes to it. */
export const testEventType = "webhook.test";

/** The `type` in the body and in `X-Service-Event`. */
export type EventType = (typeof eventTypes)[EventName] | typeof testEventType;

/** The name of an event about a visit. */
export type VisitEventName = Extract<EventName, `VISIT_${string}`>;

/** The name of an event about an appointment. */
export type AppointmentEventName = Extract<EventName, `APPOINTMENT_${string}`>;

/** A `type` whose `data.object` is a visit. */
export type VisitEventType = (typeof eventTypes)[VisitEventName];

/** A `type` whose `data.object` is an appointment. */
export type AppointmentEventType =
  | (typeof eventTypes)[AppointmentEventName]
  | typeof testEventType;
