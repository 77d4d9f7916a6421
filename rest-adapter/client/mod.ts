// The door of the client (rest-adapter/client/README.md).
export { type BookedAppointment, BookingClient, type KeyedOptions } from "./client.ts";
export {
  BookingApiError,
  BookingConnectionError,
  BookingServerError,
  type FieldFault,
  WebhookVerificationError,
} from "./errors.ts";
export type { FollowedEvent, FollowedPage, FollowOptions } from "./follow_events.ts";
export type { CallOptions, ClientOptions } from "./transport.ts";
export type {
  Appointment,
  AppointmentEvent,
  AppointmentPage,
  Availability,
  BalanceEvent,
  CheckAvailabilityQuery,
  CreateAppointmentBody,
  CreateHoldBody,
  Department,
  Event as BookingEvent,
  EventPage,
  Hold,
  KeyEvent,
  ListAppointmentsQuery,
  ListSlotsQuery,
  OwnKey,
  ReadEventsQuery,
  RescheduleAppointmentBody,
  SlotEvent,
  TestEvent,
  Visit,
  VisitEvent,
} from "./types.ts";
export { type ReceivedWebhook, verifyWebhook } from "./verify_webhook.ts";
