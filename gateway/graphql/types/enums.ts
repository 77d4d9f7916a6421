import {
  appointmentStatuses,
  attemptStatuses,
  creditEntryKinds,
  environments,
  eventNames,
  healthStatuses,
  leadTimes,
  scopes,
  textsOfEvents,
  visitOutcomes,
  visitStates,
} from "../../../core/mod.ts";
import { builder } from "../builder.ts";

/** The environments of an organization. */
export const EnvironmentType = builder.enumType("Environment", {
  description: "An environment. Each has its own appointments, places and credits.",
  values: described(environments, {
    LIVE: "Real appointments.",
    TEST: "Trial appointments.",
  }),
});

/** The status of an appointment. */
export const AppointmentStatusType = builder.enumType("AppointmentStatus", {
  description: "The status of an appointment. An archived appointment keeps its status.",
  values: described(appointmentStatuses, {
    SCHEDULED: "The appointment is in the future, or its outcome is not recorded yet.",
    COMPLETED: "The appointment took place.",
    CANCELLED: "Staff cancelled the appointment and its credit was refunded.",
    MISSED: "The person did not come.",
  }),
});

/** How long before an appointment it was created. */
export const LeadTimeType = builder.enumType("LeadTime", {
  description:
    "The days between the creation of an appointment and the appointment, in the organization's time zone.",
  values: leadTimes,
});

/** The state of a visit. */
export const VisitStateType = builder.enumType("VisitState", {
  description: "The state of a visit.",
  values: described(visitStates, {
    WAITING: "The person waits for the first call.",
    CALLED: "The person was called to a counter.",
    IN_SERVICE: "The person is served.",
    ENDED: "The visit has ended.",
  }),
});

/** How a visit ended. */
export const VisitOutcomeType = builder.enumType("VisitOutcome", {
  description: "How a visit ended.",
  values: described(visitOutcomes, {
    SERVED: "The person was served.",
    LEFT: "The person left before the service.",
    NO_SHOW: "The person was called and did not come.",
    CANCELLED: "Nobody had come: the arrival was a mistake.",
  }),
});

/** Why a balance changed. */
export const CreditEntryKindType = builder.enumType("CreditEntryKind", {
  description: "Why a balance changed.",
  values: described(creditEntryKinds, {
    CONSUMED: "An appointment was booked, or its cancellation was undone.",
    REFUNDED: "Staff cancelled an appointment.",
    GRANTED: "The operator of the service granted credits.",
  }),
});

/** The permissions of an API key. */
export const ScopeType = builder.enumType("Scope", {
  description: "A permission of an API key.",
  values: described(scopes, {
    READ_APPOINTMENTS: "Read and list appointments.",
    WRITE_APPOINTMENTS: "Create and archive appointments.",
  }),
});

/** The events that a webhook can subscribe to. */
export const WebhookEventType = builder.enumType("WebhookEvent", {
  description: "An event that a webhook can subscribe to.",
  values: described(eventNames, textsOfEvents(({ meaning }) => `${meaning}.`)),
});

/** The health of a webhook. */
export const WebhookHealthType = builder.enumType("WebhookHealth", {
  description: "The outcome of a webhook's last attempts.",
  values: described(healthStatuses, {
    HEALTHY: "The last attempt succeeded, or there was none yet.",
    DEGRADED: "The last attempt failed.",
    FAILING: "The last five or more attempts failed.",
  }),
});

/** The status of a delivery attempt. */
export const DeliveryStatusType = builder.enumType("DeliveryStatus", {
  description: "The status of a delivery attempt.",
  values: described(attemptStatuses, {
    PENDING: "The attempt is scheduled or in progress.",
    DELIVERED: "The receiver answered with a 2xx status in time.",
    FAILED: "The attempt failed. `nextRetryAt` shows whether another attempt follows.",
    ABANDONED: "The attempt could not be made in time, or the webhook was deleted.",
  }),
});

/** The direction of a list. */
export const DirectionType = builder.enumType("Direction", {
  description: "The direction of a list.",
  values: described(["ASC", "DESC"], {
    ASC: "The earliest item comes first.",
    DESC: "The latest item comes first.",
  }),
});

function described<const Value extends string>(
  _values: readonly Value[],
  descriptions: Record<Value, string>,
): Record<Value, { description: string }> {
  const entries = Object.entries<string>(descriptions);
  return Object.fromEntries(
    entries.map(([value, description]) => [value, { description }]),
  ) as Record<Value, { description: string }>;
}
