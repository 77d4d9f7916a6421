import { z } from "zod";
import { idInput, inSchema, parseInput, wholeNumberField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { type Page, pageOf } from "../page.ts";
import type { DeliveryLog } from "./delivery_log.ts";
import { webhookNotFound, type Webhooks } from "./webhook.ts";
import { eventStates, type WebhookEvent } from "./webhook_event.ts";

/** What an event is about: an appointment or a slot of a department. */
export interface EventSubject {
  appointmentId: number | null;
  /** The name on the appointment. */
  name: string | null;
  departmentName: string | null;
  /** Local to the organization. */
  dateTime: string;
}

/** An event as staff see it; times are local to the organization. */
export interface WebhookEventView
  extends Omit<WebhookEvent, "createdAt" | "nextAttemptAt" | "body" | "departmentName"> {
  createdAt: string;
  nextAttemptAt: string | null;
  subject: EventSubject | null;
}

/** Input of a list of a webhook's events. */
export const listWebhookEventsInput = idInput.extend({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(20),
  state: z
    .enum(eventStates, { error: inSchema("mustBe", { what: `one of ${eventStates.join(", ")}` }) })
    .nullish(),
});

/** Lists one page of the events of a webhook, newest first. Throws VALIDATION_ERROR, then WEBHOOK_NOT_FOUND. */
export async function listWebhookEvents(
  { webhooks, deliveryLog }: { webhooks: Webhooks; deliveryLog: DeliveryLog },
  { organizationId, timeZone }: { organizationId: number; timeZone: string },
  input: unknown,
): Promise<Page<WebhookEventView>> {
  const { id, state = null, ...request } = parseInput(listWebhookEventsInput, input);
  const ref = { id, organizationId };
  if (!(await webhooks.find(ref))) throw webhookNotFound();
  const { items, totalElements } = await deliveryLog.events(ref, { ...request, state });
  return pageOf(items.map((item) => toWebhookEventView(item, timeZone)), request, totalElements);
}

function toWebhookEventView(
  { body, departmentName, createdAt, nextAttemptAt, ...event }: WebhookEvent,
  timeZone: string,
): WebhookEventView {
  return {
    ...event,
    createdAt: formatInstant(createdAt, timeZone),
    nextAttemptAt: nextAttemptAt && formatInstant(nextAttemptAt, timeZone),
    subject: event.isTest ? null : subjectOf(body, departmentName),
  };
}

/** The parts of `data.object` that name an appointment or a slot (core/webhooks/README.md 2). */
const subjectFields = z.object({
  data: z.object({
    object: z.object({
      id: z.number().optional(),
      name: z.string().optional(),
      dateTime: z.string().optional(),
      slotTime: z.string().optional(),
    }),
  }),
});

/** Returns the subject of an event from its body. */
function subjectOf(body: string, departmentName: string | null): EventSubject | null {
  const { data: event } = subjectFields.safeParse(JSON.parse(body));
  if (!event) return null;
  const { id = null, name = null, dateTime, slotTime } = event.data.object;
  return { appointmentId: id, name, departmentName, dateTime: dateTime ?? slotTime ?? "" };
}
