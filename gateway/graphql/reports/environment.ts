import { builder } from "../builder.ts";

/** One of the two worlds that an organization books in. */
export const EnvironmentType = builder.enumType("Environment", {
  description: "One of the two worlds that an organization books in.",
  values: {
    LIVE: { description: "What is meant." },
    TEST: { description: "What is tried out, with places and credits of its own." },
  } as const,
});

/** What has become of an appointment. */
export const AppointmentStatusType = builder.enumType("AppointmentStatus", {
  description: "What has become of an appointment; an archived one keeps the status it had.",
  values: {
    SCHEDULED: { description: "It is to come, or nobody has said what became of it." },
    COMPLETED: { description: "It took place." },
    CANCELLED: { description: "Staff cancelled it and its credit was refunded." },
    MISSED: { description: "The person did not come." },
  } as const,
});
