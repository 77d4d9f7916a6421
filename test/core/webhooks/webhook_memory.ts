import type { Webhook } from "../../../core/webhooks/webhook.ts";
import { createWebhook } from "../../../core/webhooks/create_webhook.ts";
import { createInMemoryPorts, type InMemoryOptions } from "../../support/in_memory/ports.ts";
import { keepEvents } from "../../support/in_memory/webhooks.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { Organization } from "../../../core/access/organization.ts";

/** Makes ports over memory with a clock at 08:00 on 1 March 2026, which the test can advance. */
export function openMemory(options: InMemoryOptions = {}) {
  let at = Temporal.Instant.from("2026-03-01T08:00:00Z");
  const ports = createInMemoryPorts({ now: () => at, ...options });
  const organization = new Organization("Clinic", "UTC", at);
  ports.memory.organizations.push(Object.assign(organization, { id: organizationId }));
  return {
    ...ports,
    pass: (duration: Temporal.DurationLike) => void (at = at.add(duration)),
    /** Adds an event for a webhook of organization 1. */
    addEvent(webhookId: number) {
      const id = crypto.randomUUID();
      const event = { id, type: "appointment.created", appointmentId: 1, body: "{}" } as const;
      const scope = { organizationId: 1, environment: "LIVE" } as const;
      keepEvents(ports.memory, scope, [{ ...event, createdAt: at, webhookIds: [webhookId] }]);
      return id;
    },
  };
}

export const organizationId = 1;

/** Makes a webhook of organization 1. */
export async function makeWebhook(
  ports: ReturnType<typeof openMemory>,
  more: object = {},
): Promise<Webhook> {
  const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"], ...more };
  const { id } = await createWebhook(ports, operatorIn(organizationId), input);
  return ports.memory.webhooks.find((webhook) => webhook.id === id)!;
}

export const failedResult = {
  isDelivered: false,
  statusCode: 500,
  responseTimeMs: 12,
  error: "Answered 500",
};
