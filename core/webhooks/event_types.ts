/** The events that a webhook may subscribe to, and the wire `type` of each (decisions 8). */
export const eventTypes = {
  APPOINTMENT_CREATED: "appointment.created",
  APPOINTMENT_UPDATED: "appointment.updated",
  APPOINTMENT_CANCELLED: "appointment.cancelled",
  APPOINTMENT_COMPLETED: "appointment.completed",
  APPOINTMENT_NO_SHOW: "appointment.no_show",
  SLOT_AVAILABILITY_CHANGED: "slot.availability_changed",
} as const;

/** A name that can be subscribed to (interface, "Subscribable event names"). */
export type EventName = keyof typeof eventTypes;

/** Every name that can be subscribed to, in the interface's order. */
export const eventNames = Object.keys(eventTypes) as EventName[];

/** The `type` of what the test operation sends; nobody subscribes to it (decisions 8). */
export const testEventType = "webhook.test";

/** A `type` as it stands in a delivery's body and in `X-Service-Event`. */
export type EventType = (typeof eventTypes)[EventName] | typeof testEventType;

/** A `type` whose `data.object` is an appointment. */
export type AppointmentEventType = Exclude<
  EventType,
  typeof eventTypes.SLOT_AVAILABILITY_CHANGED
>;
