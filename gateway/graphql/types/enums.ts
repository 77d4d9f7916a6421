import {
  appointmentStatuses,
  attemptStatuses,
  creditEntryKinds,
  environments,
  eventNames,
  type HealthStatus,
  scopes,
} from "../../../core/mod.ts";
import { builder } from "../builder.ts";

/** One of the two worlds that an organization books in. */
export const EnvironmentType = builder.enumType("Environment", {
  description: "One of the two worlds that an organization books in.",
  values: described(environments, {
    LIVE: "What is meant.",
    TEST: "What is tried out, with places and credits of its own.",
  }),
});

/** What has become of an appointment. */
export const AppointmentStatusType = builder.enumType("AppointmentStatus", {
  description: "What has become of an appointment; an archived one keeps the status it had.",
  values: described(appointmentStatuses, {
    SCHEDULED: "It is to come, or nobody has said what became of it.",
    COMPLETED: "It took place.",
    CANCELLED: "Staff cancelled it and its credit was refunded.",
    MISSED: "The person did not come.",
  }),
});

/** Why a balance moved. */
export const CreditEntryKindType = builder.enumType("CreditEntryKind", {
  description: "Why a balance moved.",
  values: described(creditEntryKinds, {
    CONSUMED: "An appointment was booked.",
    REFUNDED: "Staff cancelled an appointment.",
    GRANTED: "The operator of the service granted credits.",
  }),
});

/** What a key may do. */
export const ScopeType = builder.enumType("Scope", {
  description: "What an API key may do.",
  values: described(scopes, {
    READ_APPOINTMENTS: "Read and list appointments.",
    WRITE_APPOINTMENTS: "Create and archive appointments.",
  }),
});

/** What a webhook can be told of. */
export const WebhookEventType = builder.enumType("WebhookEvent", {
  description: "What a webhook can be told of.",
  values: described(eventNames, {
    APPOINTMENT_CREATED: "An appointment was made.",
    APPOINTMENT_UPDATED: "Staff edited, rescheduled or corrected an appointment.",
    APPOINTMENT_CANCELLED: "An appointment was archived or cancelled.",
    APPOINTMENT_COMPLETED: "An appointment took place.",
    APPOINTMENT_NO_SHOW: "A person did not come.",
    SLOT_AVAILABILITY_CHANGED: "The free places of a slot changed.",
  }),
});

/** How a webhook's last deliveries went. */
export const WebhookHealthType = builder.enumType("WebhookHealth", {
  description: "How a webhook's last attempts went.",
  values: described(["HEALTHY", "DEGRADED", "FAILING"] as const satisfies HealthStatus[], {
    HEALTHY: "The last one succeeded, or there was none yet.",
    DEGRADED: "The last one failed.",
    FAILING: "The last five or more failed.",
  }),
});

/** What has become of an attempt. */
export const DeliveryStatusType = builder.enumType("DeliveryStatus", {
  description: "What has become of an attempt to deliver an event.",
  values: described(attemptStatuses, {
    PENDING: "It waits for its time.",
    DELIVERED: "The receiver answered with a 2xx in time.",
    FAILED: "It did not; nextRetryAt says whether another is made.",
    ABANDONED: "It could not be made in time, or its webhook was deleted.",
  }),
});

/** Which way a list runs. */
export const DirectionType = builder.enumType("Direction", {
  description: "Which way a list runs.",
  values: described(["ASC", "DESC"], {
    ASC: "The earliest first.",
    DESC: "The latest first.",
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
